#include "term/op.h"

#include "base/check.h"

struct op_row {
  enum term_op_class class;
  const char *name;
  const char *smt;
  const char *c;
};

static const struct op_row rows[OP_COUNT] = {
#define TERM_OP(name, class, smt, c)                                           \
  [OP_##name] = {OP_CLASS_##class, #name, smt, c},
#include "term/op.def"
#undef TERM_OP
};

static const struct op_row *row_of(enum term_op op) {
  CHECK(op > OP_NONE && op < OP_COUNT, "no operator %d", (int)op);
  return &rows[op];
}

enum term_op_class term_op_class(enum term_op op) {
  return row_of(op)->class;
}

const char *term_op_name(enum term_op op) {
  return row_of(op)->name;
}

const char *term_op_smt(enum term_op op) {
  return row_of(op)->smt;
}

const char *term_op_c(enum term_op op) {
  return row_of(op)->c;
}
