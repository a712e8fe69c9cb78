// Marks that keep clang from computing an operation on constants.
//
// A mark is text that is put before the operator: `1 << 40` becomes
// `1 >> __vouch_same(0) << 40`, `-INT_MIN` becomes
// `(-__vouch_same(1) * INT_MIN)`. The function returns its argument, which the
// compiler does not know, so that it has to make code, with checks. Afterwards
// the calls are taken out (marks_erase). Neither values nor types change, so a
// mark at an operation that has a value does no harm. Columns do change:
// marks_column gives those of the text without marks.
#ifndef VOUCH_FRONTEND_MARKS_H
#define VOUCH_FRONTEND_MARKS_H

#include <llvm-c/Core.h>

#include "base/strbuf.h"
#include "frontend/folded.h"

struct mark {
  struct spot at;
  const char *text;
};

VEC_DEFINE(mark_vec, struct mark);

// What clang folded in some files, and the marks that they were compiled with.
struct folding {
  struct folded_vec found;
  struct mark_vec marks;
};

// Marks that are there already, of a header that several files read, are left.
void folding_add_marks(struct folding *folding, const struct mark_vec *marks);
void folding_release(struct folding *folding);

// What declares the function, to be read before any marked file.
extern const char marks_declaration[];

// The text of a file from the spot on, read into `text`; null if there is none.
// Files are relative to the directory, or to ours if it is null.
const char *marks_find(const struct interner *names, const char *directory,
                       struct spot spot, struct strbuf *text);
// What to put before the operator at `sign` in the text, or behind it if it is
// a minus of one operand. Null if it is no operator, or nothing can be there.
const char *marks_text(const char *text, const char *sign, bool is_unary);
// The marks of the operations from `first` on, into an empty vector, sorted by
// their spots.
void marks_make(const struct folded_vec *folded, uint32_t first,
                struct mark_vec *into);
// Appends the file that has the mark `from`, with all its marks, to `into`.
// Returns the index of the first mark of the next file; 0 if there is no file.
uint32_t marks_write(const struct mark_vec *marks, uint32_t from,
                     const struct interner *names, const char *directory,
                     struct strbuf *into);
// Takes back those of the operations that the compiler's errors are about.
// False if there is none.
bool marks_drop(const char *messages, struct interner *names,
                const struct mark_vec *marks, struct folded_vec *folded,
                uint32_t first);
// The column in the text without marks.
uint32_t marks_column(const struct mark_vec *marks, struct spot spot);
void marks_erase(LLVMModuleRef module);

#endif
