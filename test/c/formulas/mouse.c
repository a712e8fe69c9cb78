// Seed 004, table 1: the lock rule of a mouse driver (the paper: 2 predicates,
// with a fault 20).
#include "../../../bench/exact/mouse.c"

/* test: check --engine=exact -vv $file
 * exit: 0
 * stderr-contains: round 7: 326 states, 2 predicates: true
 * stdout-contains: RESULT: true
 */
/* test: check --engine=exact --shrink=200 -vv -DBUG $file
 * exit: 10
 * timeout: 60
 * stderr-contains: 15 predicates suffice, inferred from 9 that were chosen
 * stdout-contains: RESULT: false(unreach-call)
 */
