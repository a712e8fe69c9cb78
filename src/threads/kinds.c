#include "threads/kinds.h"

#include "threads/crowd.h"

static struct variable add_counter(struct program *program, const char *what,
                                   uint32_t number) {
  struct name name = intern_format(program->names, "$%s%u", what, number);
  return program_add_variable(
      program,
      (struct variable_info){.kind = VARIABLE_GLOBAL,
                             .name = name,
                             .text = name,
                             .initial = term_const(program->terms, 32, 0),
                             .is_internal = true,
                             .is_hidden = true,
                             .is_made = true},
      sort_bits(32));
}

static uint32_t first_like(const struct crew *crew, uint32_t thread) {
  for (uint32_t k = 1; k < thread; k++)
    if (crew->threads.at[k].is_kind &&
        crew->threads.at[k].procedure.id ==
            crew->threads.at[thread].procedure.id)
      return k;
  return thread;
}

void crew_note_kinds(struct crew *crew) {
  for (uint32_t k = 1; k < crew->threads.count; k++) {
    struct crew_thread *thread = &crew->threads.at[k];
    thread->is_kind = crew_is_of_kind(crew, thread->procedure);
    uint32_t first = thread->is_kind ? first_like(crew, k) : k;
    if (first == k) {
      thread->running = add_counter(crew->program, "running", k);
      thread->ended = add_counter(crew->program, "ended", k);
    } else {
      thread->running = crew->threads.at[first].running;
      thread->ended = crew->threads.at[first].ended;
    }
  }
}

// Choices

// The condition of the first value that is one of two, or none.
static struct term choice_of(const struct program *program,
                             const struct operation *op) {
  for (uint32_t i = 0; op->kind == OPERATION_ASSIGN && i < op->assign.count;
       i++) {
    struct term value = op->assign.bindings[i].value;
    if (term_op(program->terms, value) == OP_ITE)
      return term_operand(program->terms, value, 0);
  }
  return (struct term){0};
}

// What is assigned where the condition is that.
static struct operation assign_if(struct program *program,
                                  const struct operation *op,
                                  struct term condition, bool holds) {
  struct binding *bindings =
      arena_new(&program->arena, op->assign.count * sizeof *bindings);
  for (uint32_t i = 0; i < op->assign.count; i++) {
    struct term value = op->assign.bindings[i].value;
    bool is_choice =
        term_op(program->terms, value) == OP_ITE &&
        term_equal(term_operand(program->terms, value, 0), condition);
    bindings[i] = op->assign.bindings[i];
    if (is_choice)
      bindings[i].value = term_operand(program->terms, value, holds ? 1 : 2);
  }
  return operation_assign(program, bindings, op->assign.count);
}

static void split(struct crew *crew, uint32_t index, struct term condition) {
  struct program *program = crew->program;
  struct crew_edge edge = crew->edges.at[index];
  for (uint32_t holds = 0; holds < 2; holds++) {
    struct crew_edge first = edge, second = edge;
    first.to = second.from = crew_add_location(crew);
    bitset_add(&crew->inner, first.to);
    first.op = operation_assume(holds ? condition
                                      : term_not(program->terms, condition));
    first.is_event = false;
    first.spawns = 0;
    second.op = assign_if(program, &edge.op, condition, holds);
    if (holds)
      crew->edges.at[index] = first;
    else
      crew_edge_vec_push(&crew->edges, first);
    crew_edge_vec_push(&crew->edges, second);
  }
}

void crew_split_choices(struct crew *crew) {
  for (uint32_t i = 1; i < crew->edges.count; i++) {
    struct term condition = choice_of(crew->program, &crew->edges.at[i].op);
    if (!term_is_none(condition))
      split(crew, i, condition);
  }
  crew_index(crew);
}

static bool allocates(const struct crew *crew, uint32_t thread) {
  for (uint32_t i = 1; i < crew->edges.count; i++)
    if (crew->edges.at[i].thread == thread &&
        crew->edges.at[i].op.kind == OPERATION_ALLOCATE)
      return true;
  return false;
}

static const char *trouble_of(struct crew *crew, uint32_t thread) {
  if (crew->asks_self)
    return "that ask who they are";
  if (crew_has_own_objects(crew->program))
    return "with thread-local objects";
  if (allocates(crew, thread))
    return "that allocate memory";
  return crew_keeps_addresses(crew, thread) ? NULL
                                            : "that hand out addresses of "
                                              "locals";
}

bool crew_check_kinds(struct crew *crew, struct strbuf *why) {
  bool has_kind = !crew->rules.has_kinds;
  for (uint32_t k = 1; k < crew->threads.count; k++) {
    has_kind |= crew->threads.at[k].is_kind;
    const char *trouble =
        crew->threads.at[k].is_kind ? trouble_of(crew, k) : NULL;
    if (trouble) {
      strbuf_format(why, "any number of threads %s", trouble);
      return false;
    }
  }
  if (!has_kind)
    strbuf_add(why, "few threads do the same");
  return has_kind;
}
