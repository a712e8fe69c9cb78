// C expressions that do nothing but give a value: names, members of structs,
// integers, casts to basic types, and operators that neither change anything
// nor can be undefined (signed sums and products may overflow, which is told).
//
//   condition  binary [? condition : condition]
//   binary     unary {|| && | ^ & == != < <= > >= + - * unary}
//   unary      [! ~ - +] unary, (basic type) unary, primary
//   primary    integer, name {. name}, (condition)
#ifndef VOUCH_SPEC_PLAIN_H
#define VOUCH_SPEC_PLAIN_H

#include <stdbool.h>
#include <stddef.h>

struct plain {
  bool computes; // has a sum, a product or a sign
  // Called with each name that stands for a variable; may be null.
  void (*name)(void *context, const char *text, size_t length);
  void *context;
};

// Is the whole text one?
bool plain_read(struct plain *plain, const char *text);

#endif
