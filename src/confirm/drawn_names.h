// What names say of numbers in a drawn state (drawn.h).
#ifndef VOUCH_CONFIRM_DRAWN_NAMES_H
#define VOUCH_CONFIRM_DRAWN_NAMES_H

#include <stdbool.h>

enum drawn_role {
  DRAWN_NUMBER, // nothing
  DRAWN_LENGTH, // so many elements there are: `length`, `nslots`, `count`
  DRAWN_PLACE   // one of them: `pos`, `offset`, `index`, `used`
};

enum drawn_role drawn_role_of(const char *name);
// Does the name of the number begin with that of the pointer, as payloadlen
// does with payload?
bool drawn_names_of(const char *number, const char *pointer);

#endif
