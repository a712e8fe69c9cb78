#include "threads/shared.h"

#include <stdlib.h>

#include "base/memory.h"
#include "term/variables.h"

struct sharing {
  struct crew *crew;
  struct program *program;
  uint32_t *mentioned; // by variable: threads, as bits
  bool *written;       // by variable: by anybody
};

// Mentions

static void note_terms(struct sharing *s, const struct crew_edge *edge) {
  struct variable_vec read = {0}, targets = {0};
  program_variables_read(s->program, &edge->op, &read);
  operation_targets(&edge->op, &targets);
  for (uint32_t i = 0; i < read.count; i++)
    s->mentioned[read.at[i].id] |= 1u << edge->thread;
  for (uint32_t i = 0; i < targets.count; i++) {
    s->mentioned[targets.at[i].id] |= 1u << edge->thread;
    s->written[targets.at[i].id] = true;
  }
  variable_vec_release(&read);
  variable_vec_release(&targets);
}

// Start routines begin with what creations wrote, before they run.
static bool is_handed_over(const struct crew *crew, struct variable variable) {
  for (uint32_t k = 1; k < crew->threads.count; k++)
    if (variable_equal(crew->threads.at[k].argument, variable) ||
        variable_equal(crew->threads.at[k].result, variable))
      return true;
  return false;
}

static bool is_shared_variable(const struct sharing *s,
                               struct variable variable) {
  const struct variable_info *info = program_variable(s->program, variable);
  uint32_t threads = s->mentioned[variable.id];
  return info->kind == VARIABLE_GLOBAL && (threads & (threads - 1)) &&
         s->written[variable.id] && !is_handed_over(s->crew, variable);
}

static bool mentions_shared(struct sharing *s, const struct operation *op) {
  struct variable_vec mentioned = {0};
  bool found = false;
  program_variables_read(s->program, op, &mentioned);
  operation_targets(op, &mentioned);
  for (uint32_t i = 0; i < mentioned.count && !found; i++)
    found = is_shared_variable(s, mentioned.at[i]);
  variable_vec_release(&mentioned);
  return found;
}

// Memory

// The object that the address certainly lies in if it is valid: the only one
// whose address is in the sum. None: not known.
static struct object_id base_of(const struct sharing *s, struct term address) {
  struct term_table *terms = s->program->terms;
  struct term_vec parts = {0};
  struct object_id base = {0};
  bool is_sum = term_op(terms, address) == OP_ADD ||
                term_op(terms, address) == OP_VAR;
  uint32_t bases = 0;
  term_variables(terms, &address, 1, &parts);
  for (uint32_t i = 0; i < parts.count && is_sum; i++) {
    struct variable variable = program_variable_of(s->program, parts.at[i]);
    const struct variable_info *info = program_variable(s->program, variable);
    if (info->kind == VARIABLE_ADDRESS) {
      base = info->object;
      bases++;
    } else if (term_width(terms, parts.at[i]) == s->program->pointer_width &&
               ctype_bare(s->program->types, info->type)->kind ==
                   CTYPE_POINTER) {
      is_sum = false;
    }
  }
  term_vec_release(&parts);
  return is_sum && bases == 1 ? base : (struct object_id){0};
}

static bool is_shared_memory(const struct sharing *s, struct term address) {
  struct object_id base = base_of(s, address);
  if (!base.id)
    return true;
  const struct object_info *info = program_object(s->program, base);
  if (info->is_constant || info->kind == OBJECT_STRING ||
      info->kind == OBJECT_FUNCTION)
    return false;
  uint32_t threads = s->mentioned[info->address.id];
  return info->escapes || (threads & (threads - 1)) != 0;
}

static bool touches_shared(struct sharing *s, const struct operation *op) {
  switch (op->kind) {
  case OPERATION_LOAD:
  case OPERATION_STORE:
  case OPERATION_UPDATE: return is_shared_memory(s, op->memory.address);
  case OPERATION_INVALID: return is_shared_memory(s, op->invalid.address);
  case OPERATION_COPY:
    return is_shared_memory(s, op->block.address) ||
           is_shared_memory(s, op->block.source);
  case OPERATION_FILL: return is_shared_memory(s, op->block.address);
  case OPERATION_FREE: return true;
  default: return false;
  }
}

// Calls of what has no body

static bool is_shared_call(const struct sharing *s,
                           const struct operation *op) {
  const struct procedure *callee =
      op->call.callee.id ? program_procedure(s->program, op->call.callee)
                         : NULL;
  if (callee && (callee->is_error || callee->is_noreturn))
    return false;
  return true;
}

static bool is_large(const struct sharing *s, const struct operation *op) {
  switch (op->kind) {
  case OPERATION_COPY:
  case OPERATION_FILL: return touches_shared((struct sharing *)s, op);
  case OPERATION_CALL: return is_shared_call(s, op);
  default: return false;
  }
}

// Edges that the front end made touch one shared thing each: what is read and
// written is one variable, or one place in memory. Else interleavings inside
// the edge would not be seen.
static bool is_single(struct sharing *s, const struct operation *op) {
  struct variable_vec mentioned = {0};
  uint32_t count = touches_shared(s, op) && op->kind != OPERATION_COPY;
  struct variable last = {0};
  program_variables_read(s->program, op, &mentioned);
  operation_targets(op, &mentioned);
  for (uint32_t i = 0; i < mentioned.count; i++)
    if (is_shared_variable(s, mentioned.at[i]) &&
        !variable_equal(mentioned.at[i], last)) {
      last = mentioned.at[i];
      count++;
    }
  variable_vec_release(&mentioned);
  return count <= 1;
}

static enum crew_step step_of(struct sharing *s, const struct crew_edge *edge) {
  const struct crew_thread *thread = &s->crew->threads.at[edge->thread];
  bool ends = edge->to == thread->end;
  bool is_shared = mentions_shared(s, &edge->op) ||
                   touches_shared(s, &edge->op) ||
                   (edge->op.kind == OPERATION_CALL &&
                    is_shared_call(s, &edge->op));
  return ends || is_shared ? CREW_SHARED : CREW_LOCAL;
}

bool crew_classify(struct crew *crew, struct strbuf *why) {
  uint32_t count = crew->program->variables.count;
  struct sharing s = {.crew = crew, .program = crew->program};
  s.mentioned = memory_new_zero(count, sizeof *s.mentioned);
  s.written = memory_new_zero(count, sizeof *s.written);
  bool ok = true;
  for (uint32_t i = 1; i < crew->edges.count; i++)
    note_terms(&s, &crew->edges.at[i]);
  for (uint32_t i = 1; i < crew->edges.count; i++) {
    struct crew_edge *edge = &crew->edges.at[i];
    if (!edge->is_settled)
      edge->step = step_of(&s, edge);
    ok &= edge->is_settled || is_single(&s, &edge->op);
    crew->has_blocks |= !edge->is_settled && is_large(&s, &edge->op);
  }
  free(s.mentioned);
  free(s.written);
  if (!ok)
    strbuf_add(why, "several accesses to what threads share in one step");
  return ok;
}
