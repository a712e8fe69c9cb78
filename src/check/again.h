// May a function be called while it runs? What is taken for granted where it
// starts is then taken of these calls, too, unless it is asked there.
#ifndef VOUCH_CHECK_AGAIN_H
#define VOUCH_CHECK_AGAIN_H

#include "program/program.h"

// By whatever it calls, also through pointers: these lead to every function
// whose address is taken somewhere. Code that is not seen calls nothing by
// name.
enum called_again called_again(const struct program *program,
                               struct procedure_id procedure);

#endif
