// A program of one procedure f and external functions, made by hand, and a
// specification given as text.
//
//   int lib(int n); void say(void); int peek(int *q); int g;
//   int f(int x) { lines 2, 3, ..: whatever a test adds; returns 0 at the end }
#ifndef VOUCH_TEST_ABSTRACTION_WOVEN_H
#define VOUCH_TEST_ABSTRACTION_WOVEN_H

#include "../program/fixture.h"

#include "program/print.h"
#include "program/validate.h"
#include "weave/weave.h"

struct woven {
  struct fixture fx;
  struct procedure *lib, *say, *peek, *f;
  struct ctype type_void;
  struct variable x, y, g;
  struct location_id at; // what is added next starts here
  uint32_t line;
  struct capture capture;
  struct diag *diag;
  struct syntax syntax;
  struct declaration_vec declarations;
  struct spec *spec;
};

static inline struct procedure *declare(struct woven *w, const char *name,
                                        struct ctype result,
                                        struct ctype *parameters,
                                        uint32_t count) {
  struct fixture *fx = &w->fx;
  struct procedure *made =
      program_add_procedure(fx->program, name_of(fx, name));
  unsigned bits = (unsigned)ctype_bare(fx->program->types, result)->bit_size;
  made->type = function_type(fx, result, parameters, count, false);
  if (bits)
    made->result = sort_bits(bits);
  return made;
}

// With `pointers` it is f(int x, int *p, int *q).
static inline void woven_begin_with(struct woven *w, bool pointers) {
  *w = (struct woven){.line = 2};
  struct fixture *fx = &w->fx;
  fixture_init(fx);
  w->type_void = basic_type(fx, CTYPE_VOID, "void", 0, false);
  struct ctype one = fx->type_int, pointer = pointer_to(fx, fx->type_int);
  w->g = variable(fx, VARIABLE_GLOBAL, "g", fx->type_int);
  w->lib = declare(w, "lib", fx->type_int, &one, 1);
  w->say = declare(w, "say", w->type_void, NULL, 0);
  w->peek = declare(w, "peek", fx->type_int, &pointer, 1);
  w->f = begin(fx, "f", 1);
  struct ctype three[] = {one, pointer, pointer};
  w->f->type = function_type(fx, fx->type_int, three, pointers ? 3 : 1, false);
  w->f->result = sort_bits(32);
  w->x = variable(fx, VARIABLE_PARAMETER, "x", fx->type_int);
  if (pointers) {
    variable(fx, VARIABLE_PARAMETER, "p", pointer);
    variable(fx, VARIABLE_PARAMETER, "q", pointer);
  }
  w->y = variable(fx, VARIABLE_LOCAL, "y", fx->type_int);
  w->at = fx->f->entry;
}

static inline void woven_begin(struct woven *w) {
  woven_begin_with(w, false);
}

static inline void woven_add(struct woven *w, struct operation op) {
  struct location_id to = location(&w->fx, w->line++);
  edge(&w->fx, w->at, to, op);
  w->at = to;
}

// target = callee(argument); both may be none.
static inline void woven_call(struct woven *w, const struct procedure *callee,
                              struct variable target, struct term argument) {
  struct operation op = {.kind = OPERATION_CALL};
  op.call.callee = callee->self;
  op.call.target = target;
  if (!term_is_none(argument)) {
    op.call.arguments = program_copy_terms(w->fx.program, &argument, 1);
    op.call.count = 1;
  }
  woven_add(w, op);
}

// Ends f, reads the specification and binds it.
static inline void woven_end(struct woven *w, const char *text) {
  struct fixture *fx = &w->fx;
  edge(fx, w->at, w->f->exit, op_return(constant(fx, 32, 0)));
  procedure_seal(w->f);
  capture_init(&w->capture);
  w->diag = diag_new(fx->names, w->capture.out);
  struct syntax_options options = {0};
  bool ok = syntax_read_text(&w->syntax, "test.spec", text, strlen(text),
                             &options, fx->names, w->diag);
  if (ok)
    w->spec = spec_new(&w->syntax, fx->program, &w->declarations, 64, &ok);
  if (!ok)
    fail_msg("%s", capture_text(&w->capture));
}

static inline void woven_release(struct woven *w) {
  spec_free(w->spec);
  syntax_release(&w->syntax);
  declaration_vec_release(&w->declarations);
  diag_free(w->diag);
  capture_release(&w->capture);
  fixture_release(&w->fx);
}

static inline struct variable no_variable(void) {
  return (struct variable){0};
}

static inline struct term no_term(void) {
  return (struct term){0};
}

#endif
