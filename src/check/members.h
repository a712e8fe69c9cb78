// Members of nothing: `f(&p->m)` or `return &p->m` where p is null.
//
// C leaves that undefined, and a function that gets such an address uses it.
// But where the function has no body here, nobody sees that: the address is
// asked about where it is passed, as a valid access is (--deref), unless
// whatever the function does with it is in doubt anyway. So is what a function
// that starts alone returns to callers that nobody sees.
#ifndef VOUCH_CHECK_MEMBERS_H
#define VOUCH_CHECK_MEMBERS_H

#include "check/behaviour.h"

// Before rows are collected.
void members_write(struct program *program,
                   const struct component_options *options);

#endif
