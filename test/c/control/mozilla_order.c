// The order of operations of two threads (table 1 of seed 002).
#include "../../../bench/control/mozilla_order.c"

/* test: check --control=full
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --control=full -DBUG --first
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check --control=monotonic
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --control=monotonic -DBUG --first
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check --control=balanced
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --control=balanced -DBUG --first
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
/* test: check --control=fewest
 * exit: 0
 * stdout-contains: RESULT: true
 */
/* test: check --control=fewest -DBUG --first
 * exit: 10
 * stdout-contains: RESULT: false(unreach-call)
 */
