// Locks in a function that is checked alone.
//
// Nobody else runs, as far as such a check goes: what other threads do to
// memory meanwhile is assumed to be nothing, and a lock is taken. It gives 0,
// or an error, which no counterexample may rest on. A function that waits for
// somebody, or makes a thread, is not modelled.
#include "memory/remover.h"

static void emit_results(struct remover *r, struct variable target,
                         struct location_id from, struct location_id to) {
  struct term result = program_term(r->program, target);
  struct term zero =
      term_const(r->terms, sort_width(term_sort(r->terms, result)), 0);
  struct binding well = {target, zero};
  remover_emit_to(r, from, to, operation_assign(r->program, &well, 1),
                  UNDEFINED_NONE);
  struct name what = intern(r->program->names, "what a lock gives");
  from = remover_emit(
      r, from,
      operation_havoc(r->program, &target, 1, ORIGIN_APPROXIMATION, what));
  remover_emit_to(r, from, to, operation_assume(term_nonzero(r->terms, result)),
                  UNDEFINED_NONE);
}

// The lock is there.
static struct location_id check_lock(struct remover *r,
                                     const struct operation *op,
                                     struct location_id from) {
  struct operation invalid = {.kind = OPERATION_INVALID};
  invalid.invalid.access = ACCESS_READ;
  invalid.invalid.address = op->thread.arguments[0];
  invalid.invalid.size = remover_pointer_const(r, 1);
  return remover_check(r, from,
                       &(struct edge){.to = remover_undefined(r),
                                      .undefined = UNDEFINED_INVALID_READ,
                                      .op = invalid});
}

void remover_translate_thread(struct remover *r, const struct operation *op,
                              struct location_id from, struct location_id to) {
  if (!r->options.is_open || !thread_action_is_lock(op->thread.action)) {
    remover_emit_to(r, from, to,
                    operation_unsupported(intern(r->program->names, "threads")),
                    UNDEFINED_NONE);
    return;
  }
  r->removal->locks++;
  from = check_lock(r, op, from);
  if (variable_is_none(op->thread.target))
    remover_emit_to(r, from, to, operation_skip(), UNDEFINED_NONE);
  else
    emit_results(r, op->thread.target, from, to);
}
