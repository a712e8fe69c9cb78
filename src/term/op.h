// The operators of the term language, from op.def.
#ifndef VOUCH_TERM_OP_H
#define VOUCH_TERM_OP_H

enum term_op {
  OP_NONE,
#define TERM_OP(name, class, smt, c) OP_##name,
#include "term/op.def"
#undef TERM_OP
  OP_COUNT
};

enum term_op_class {
  OP_CLASS_LEAF,
  OP_CLASS_BOOLEAN,
  OP_CLASS_COMPARE,
  OP_CLASS_UNARY,
  OP_CLASS_BINARY,
  OP_CLASS_CONVERT,
  OP_CLASS_PIECE,
  OP_CLASS_ARRAY
};

enum term_op_class term_op_class(enum term_op op);
const char *term_op_name(enum term_op op); // "ADD"
const char *term_op_smt(enum term_op op);
const char *term_op_c(enum term_op op);

#endif
