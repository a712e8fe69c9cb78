// Lamport's bakery (seed 002, figure 2): the ticket is read and written in two
// steps. Proved by the product and with classes of places; the twin is found.
#include "../../../bench/control/bakery.c"

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
/* test: check --control=monotonic -vv
 * exit: 0
 * stderr-contains: class 2:
 */
