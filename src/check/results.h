// What functions without a body return, as far as it is said: by attributes of
// their declarations (program/attribute.h), or because it is so usually
// (--usual).
//
// `malloc` says that it is null, or the address of memory that nobody else has:
// as many bytes as `alloc_size` says, or as its type has, or of a `char *` up
// to USUAL_TEXT. `returns_nonnull` alone says that it is an address; which one
// nobody knows.
//
// Nothing else is known of such a function, so that a pointer that it returns
// is any address that it can know: each access through it may go to every
// object that the function was given, and what they hold may be anywhere.
// Usually it is null, or leads to an object that nobody else has here, as large
// as its type; a `char *` to a string that ends, of up to USUAL_TEXT bytes.
// What attributes say goes first.
//
// That is written in behind the calls, as an allocation that may fail: so the
// interpreter runs it, and the object may be freed. A `void *` of a function
// whose name has `alloc` in it, and which gets sizes (`size_t`) and no pointers,
// is usually that of as many bytes. What another one leads to nobody knows;
// usually it is no mark in the first or the last page. Calls through pointers
// and routines of the C library are left as they are.
#ifndef VOUCH_CHECK_RESULTS_H
#define VOUCH_CHECK_RESULTS_H

#include "base/strbuf.h"
#include "program/program.h"

enum { USUAL_TEXT = 4096 };

// Before anything is made of the program, after specifications are woven in.
void results_write(struct program *program, bool is_usual);
// The functions of which something is taken for granted, that the procedure may
// call, by what it is: "f, g"; false: none.
enum result_kind {
  RESULT_ANY,     // nothing is
  RESULT_NEW,     // memory of its own, or null: attributes
  RESULT_NONNULL, // an address: an attribute
  RESULT_USUAL,
  RESULT_ROOM,   // as many bytes as it is told, or null: usually
  RESULT_NO_MARK // null, or an address: usually
};
bool results_tell(const struct program *program, struct procedure_id entry,
                  bool is_usual, enum result_kind kind, struct strbuf *into);

#endif
