// ctype.h, also in glibc's form: the macros of its headers index tables whose
// addresses come from __ctype_b_loc and its kin. locale.h: the C locale only.
#include <ctype.h>
#include <string.h>

#include "run/library_state.h"

#define CLASS(name)                                                            \
  void routine_##name(struct library_call *call) {                             \
    set_signed(call, name((int)argument_signed(call, 0)) != 0);                \
  }

CLASS(isalnum)
CLASS(isalpha)
CLASS(isascii)
CLASS(isblank)
CLASS(iscntrl)
CLASS(isdigit)
CLASS(isgraph)
CLASS(islower)
CLASS(isprint)
CLASS(ispunct)
CLASS(isspace)
CLASS(isupper)
CLASS(isxdigit)

void routine_tolower(struct library_call *call) {
  set_signed(call, tolower((int)argument_signed(call, 0)));
}

void routine_toupper(struct library_call *call) {
  set_signed(call, toupper((int)argument_signed(call, 0)));
}

void routine_toascii(struct library_call *call) {
  set_signed(call, argument_signed(call, 0) & 0x7f);
}

// Tables have 384 entries, for -128 .. 255. A pointer to entry 0 is kept in an
// object of its own, whose address is the routine's result.

enum { TABLE_FIRST = -128, TABLE_ENTRIES = 384 };

static void set_table(struct library_call *call, enum library_static table,
                      enum library_static pointer, const void *entries,
                      unsigned entry_bytes) {
  struct machine *machine = call->machine;
  bool is_new = !machine->library->statics[table];
  struct space_object *object = library_static(
      machine, table, "character table", (uint64_t)TABLE_ENTRIES * entry_bytes);
  struct space_object *holder = library_static(
      machine, pointer, "pointer to a character table", pointer_bytes(call));
  if (is_new) {
    memcpy(object->bytes,
           (const uint8_t *)entries + TABLE_FIRST * (int)entry_bytes,
           (size_t)TABLE_ENTRIES * entry_bytes);
    space_put(holder->bytes, pointer_bytes(call),
              object->base - (uint64_t)(TABLE_FIRST * (int)entry_bytes));
  }
  call->result = holder->base;
}

void routine_ctype_b_loc(struct library_call *call) {
  set_table(call, STATIC_CTYPE_B, STATIC_CTYPE_B_POINTER, *__ctype_b_loc(),
            sizeof **__ctype_b_loc());
}

void routine_ctype_tolower_loc(struct library_call *call) {
  set_table(call, STATIC_TOLOWER, STATIC_TOLOWER_POINTER,
            *__ctype_tolower_loc(), sizeof **__ctype_tolower_loc());
}

void routine_ctype_toupper_loc(struct library_call *call) {
  set_table(call, STATIC_TOUPPER, STATIC_TOUPPER_POINTER,
            *__ctype_toupper_loc(), sizeof **__ctype_toupper_loc());
}

void routine_ctype_get_mb_cur_max(struct library_call *call) {
  call->result = 1;
}

void routine_setlocale(struct library_call *call) {
  const char *wanted =
      argument(call, 1) ? library_string(call, argument(call, 1)) : "C";
  if (!wanted || (*wanted && strcmp(wanted, "C") && strcmp(wanted, "POSIX")))
    return;
  struct space_object *object =
      library_static(call->machine, STATIC_LOCALE, "locale", 2);
  memcpy(object->bytes, "C", 2);
  call->result = object->base;
}

// The decimal point and empty strings; numbers are all "not available".
void routine_localeconv(struct library_call *call) {
  unsigned pointer = pointer_bytes(call);
  struct space_object *object =
      library_object(call->machine, "lconv", 10 * pointer + 16);
  uint64_t empty = library_text(call->machine, "lconv", "");
  memset(object->bytes, 0x7f, object->size);
  for (unsigned i = 0; i < 10; i++)
    space_put(object->bytes + i * pointer, pointer, empty);
  space_put(object->bytes, pointer, library_text(call->machine, "lconv", "."));
  call->result = object->base;
}
