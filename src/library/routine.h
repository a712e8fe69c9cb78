// What the routines of the C library do: the table routine.def, read.
//
// This is the one place that knows the library. A routine has a contract: what
// it asks of each argument (a terminated string, so many bytes, a handle that
// is not null), what it may write, what it gives, and what it does with
// pointers. The interpreter checks the contract when a routine is called,
// `--deref` checks it in the component, the pointer analyses and the ledger ask
// what is written. A function without a row is one that nobody knows: it may do
// everything that it can.
//
// Rows are constant text and are parsed when they are asked for; a row that is
// not well formed is a bug, which test/unit/library finds.
#ifndef VOUCH_LIBRARY_ROUTINE_H
#define VOUCH_LIBRARY_ROUTINE_H

#include <stdbool.h>
#include <stdint.h>

enum { ROUTINE_MOST_ARGUMENTS = 8 };

// What a routine does with an argument.
enum routine_need {
  NEED_NOTHING,  // a number, or a pointer that is not followed
  NEED_HANDLE,   // not null
  NEED_FUNCTION, // not null, and called
  NEED_STRING,   // terminated, or long enough for the size
  NEED_IN_PLACE, // terminated, and written up to its end
  NEED_APPEND,   // terminated, and room for another string behind it
  NEED_HELD,     // the address of a pointer to what IN_PLACE needs
  NEED_GROWN,    // the address of a pointer to what HEAP needs
  NEED_BYTES,    // `size` bytes
  NEED_HEAP,     // null, or the start of a heap object
  NEED_PRINT,    // a format of printf
  NEED_SCAN,     // a format of scanf
  NEED_VA_LIST
};

enum routine_measure {
  MEASURE_NONE,    // of strings: no limit
  MEASURE_PRODUCT, // number * argument * argument
  MEASURE_STRING,  // the string in an argument with its zero
  MEASURE_PRINTED  // what a format prints with its zero, at most the limit
};

// A number of bytes; of a string that is limited, of its characters.
struct routine_size {
  enum routine_measure measure;
  uint64_t number;   // a factor: of LP64
  uint64_t number32; // of ILP32
  int factors[2];    // arguments, -1: none; of STRING and PRINTED the argument
  int limit;         // PRINTED: the argument that limits it, or -1
};

struct routine_argument {
  enum routine_need need;
  bool may_be_null;
  bool is_descriptor; // of a file: with a negative one it fails
  bool reads;         // what it points to
  bool writes;        // what it points to
  bool terminates;    // what it writes is a terminated string
  bool is_exact;      // it writes all of the bytes
  bool is_wide;       // its characters have four bytes
  struct routine_size size;
  int instead; // HELD: of this argument, where that is null; -1: always, and
               // what it holds may be null
};

enum routine_bound_kind { BOUND_NONE, BOUND_NUMBER, BOUND_ARGUMENT };

struct routine_bound {
  enum routine_bound_kind kind;
  int64_t number; // or the argument's number
};

struct routine_result {
  struct routine_bound low, high;
  bool is_input; // the world outside decides: any value of the range may come
  bool may_fail; // -1, or null, may always come
  bool is_new_descriptor; // of a file, which nobody has, if not negative
  bool may_be_null;
  bool is_string;      // the address of a terminated string, if not null
  bool is_wide_string; // of wide characters
  uint64_t bytes;      // the address of so many bytes, if not null; or 0
  uint64_t bytes32;
  bool is_same; // that address is the same each time
};

struct routine {
  const char *name; // that of the row; null: there is none
  uint32_t argument_count;
  struct routine_argument arguments[ROUTINE_MOST_ARGUMENTS];
  bool is_variadic;
  bool ignores_rest; // of what is passed beside the arguments
  bool ends;         // never comes back
  struct routine_result result;
  const char *pointers; // the effects, see routine.def
};

// A routine of our own, that no program calls: what a model of another is made
// of.
#define ROUTINE_OWN "__vouch_"
bool routine_is_own(const char *name);

// The routine of this name; `@assumed` behind it does not matter. Without a row
// `name` is null and all else zero.
struct routine routine_find(const char *name);
static inline bool routine_is_known(const struct routine *routine) {
  return routine->name != 0;
}
// May it hand out memory of the heap that is to be freed in another way than by
// returning nothing else: through a pointer (asprintf), or where it gets no
// buffer (getcwd)?
bool routine_hands_memory(const struct routine *routine);
// The name of the row, or null: cheaper than routine_find.
const char *routine_row(const char *name);
// The effects on pointers, or null without a row.
const char *routine_pointers(const char *name);

// Is it about descriptors of files that it is given? What it returns where one
// of them is none: -1, or 0 (null).
bool routine_takes_descriptor(const struct routine *routine);
int routine_failure(const struct routine *routine);
// Does it write what its argument points to? Also of further arguments, which
// only scanf and its like write.
bool routine_writes(const struct routine *routine, uint32_t argument);
// Does it write bytes there that the world outside gives, as they are?
bool routine_receives(const struct routine *routine, uint32_t argument);
bool routine_writes_memory(const struct routine *routine);
// Does it write where pointers lead that the memory at its argument holds? At
// any of its arguments?
bool routine_changes_held(const struct routine *routine, uint32_t argument);
bool routine_changes_any_held(const struct routine *routine);
// The argument that is a va_list, or -1.
int routine_list(const struct routine *routine);
// Does it follow a pointer among its arguments at all?
bool routine_follows(const struct routine *routine);
// The argument that is a format, or -1.
int routine_format(const struct routine *routine);

// Of its pointers: does it return memory that it made for this call, or null,
// and nothing else?
bool routine_allocates(const struct routine *routine);
// May it return a pointer into an argument? One to memory of the library, or to
// memory that is made only at times?
bool routine_returns_argument(const struct routine *routine);
bool routine_returns_own(const struct routine *routine);
// Into this argument; what memory at this argument holds?
bool routine_returns_into(const struct routine *routine, uint32_t argument);
bool routine_returns_held(const struct routine *routine, uint32_t argument);
// Does it end the program as exit does, so that what atexit registered runs?
bool routine_exits(const char *name);
// A handle that it made for this call, or null? Which argument is a handle that
// is not valid afterwards, or -1?
bool routine_opens(const struct routine *routine);
int routine_closes(const struct routine *routine);
// The standard stream that it uses though it is no argument, or null.
const char *routine_stream(const struct routine *routine);
// The routine that it is, but for a pointer of its own, which that takes as its
// last argument; or null.
const char *routine_with_state(const struct routine *routine);
// Does it remember pointers, or call functions of the program?
bool routine_calls_back(const struct routine *routine);
// Does it change nothing but what its arguments point to, and give no pointer
// that it got in another call? All that is said of memory then is in the row.
bool routine_is_contained(const struct routine *routine);
// Besides, it changes no variable that the program can name.
bool routine_is_pure(const struct routine *routine);
// Must the objects of two of its arguments be apart? Which ones then.
bool routine_is_restricted(const struct routine *routine, uint32_t *a,
                           uint32_t *b);

enum { STORES_OTHER = -1, STORES_HELD = -2 };

// What it stores at an argument, if that is a pointer: into another argument
// (*source >= 0), what memory at an argument held before, or something else.
bool routine_stores_at(const struct routine *routine, uint32_t argument,
                       int *source);
// Is this variable one of the standard streams, which are never null?
bool routine_is_stream(const char *variable);

// All rows, for tests: null behind the last.
const char *routine_name_at(uint32_t index);

#endif
