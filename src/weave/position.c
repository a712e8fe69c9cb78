#include "weave/position.h"

#include "program/pass.h"

enum { MOST_POSITIONS = 200, WIDTH = 32 };

struct writing {
  struct program *program;
  const struct specification *specification;
  struct monitor monitor;
  uint32_t initial;
  struct u32_vec next; // by position and what is performed
  struct variable position;
  struct variable watched; // or none
  struct procedure *into;
};

// Positions

static uint32_t performed_count(const struct writing *w) {
  return w->specification->weaving->performed.count;
}

static uint32_t next_of(const struct writing *w, uint32_t position,
                        uint32_t number) {
  return w->next.at[position * performed_count(w) + number];
}

// False when there are too many.
static bool find_positions(struct writing *w) {
  const struct performed_vec *all = &w->specification->weaving->performed;
  monitor_init(&w->monitor, w->specification);
  w->initial = monitor_initial(&w->monitor);
  for (uint32_t p = 0; p < w->monitor.positions.count; p++) {
    if (p >= MOST_POSITIONS)
      return false;
    u32_vec_push(&w->next, p); // of no number
    for (uint32_t i = 1; i < all->count; i++)
      u32_vec_push(&w->next, monitor_step(&w->monitor, p, &all->at[i]));
  }
  return true;
}

// Edges

static void add_edge(const struct writing *w, const struct edge *like,
                     struct location_id from, struct location_id to,
                     struct operation op, enum undefined_reason undefined) {
  struct edge edge = *like;
  edge.from = from;
  edge.to = to;
  edge.op = op;
  edge.undefined = undefined;
  procedure_add_edge(w->into, edge);
}

static struct location_id add_test(const struct writing *w,
                                   const struct edge *like,
                                   struct location_id from,
                                   struct term condition) {
  struct location_id to = procedure_add_location(w->into, like->position);
  add_edge(w, like, from, to, operation_assume(condition), UNDEFINED_NONE);
  return to;
}

static struct operation move_to(const struct writing *w, uint32_t position) {
  struct binding binding = {w->position,
                            term_const(w->program->terms, WIDTH, position)};
  return operation_assign(w->program, &binding, 1);
}

// Is the object that is watched one at all? Otherwise nothing is forbidden.
static struct term is_object(const struct writing *w) {
  struct program *program = w->program;
  uint64_t first = w->specification->first_object;
  if (variable_is_none(w->watched) || !first)
    return term_true(program->terms);
  return term_compare(program->terms, OP_ULE,
                      term_const(program->terms, program->pointer_width, first),
                      program_term(program, w->watched));
}

static void write_step(const struct writing *w, const struct edge *edge,
                       struct location_id from, uint32_t position,
                       uint32_t next) {
  struct term_table *terms = w->program->terms;
  struct term is_here = term_eq(terms, program_term(w->program, w->position),
                                term_const(terms, WIDTH, position));
  if (next == SPEC_IMPOSSIBLE)
    return;
  if (next == SPEC_FORBIDDEN) {
    struct term all = term_and(terms, is_here, is_object(w));
    add_edge(w, edge, add_test(w, edge, from, all), w->into->undefined,
             operation_skip(), UNDEFINED_FORBIDDEN);
    return;
  }
  add_edge(w, edge, add_test(w, edge, from, is_here), edge->to,
           next == position ? operation_skip() : move_to(w, next),
           UNDEFINED_NONE);
}

// Does it leave the position as it is, whatever that is?
static bool is_silent(const struct writing *w, uint32_t number) {
  for (uint32_t p = 0; p < w->monitor.positions.count; p++)
    if (next_of(w, p, number) != p)
      return false;
  return true;
}

// The edge itself becomes a step to where the position is asked for.
static void write_perform(const struct writing *w, uint32_t id) {
  struct edge edge = w->into->edges.at[id];
  uint32_t number = edge.op.perform.number;
  const struct performed *performed =
      &w->specification->weaving->performed.at[number];
  struct term_table *terms = w->program->terms;
  w->into->edges.at[id].op = operation_skip();
  if (is_silent(w, number))
    return;
  struct location_id at = procedure_add_location(w->into, edge.position);
  w->into->edges.at[id].to = at;
  if (!variable_is_none(w->watched) && performed->has_object) {
    struct term is_watched = term_eq(terms, edge.op.perform.object,
                                     program_term(w->program, w->watched));
    add_edge(w, &edge, at, edge.to,
             operation_assume(term_not(terms, is_watched)), UNDEFINED_NONE);
    at = add_test(w, &edge, at, is_watched);
  }
  for (uint32_t p = 0; p < w->monitor.positions.count; p++)
    write_step(w, &edge, at, p, next_of(w, p, number));
}

static void write_procedure(struct writing *w, struct procedure *procedure) {
  uint32_t count = procedure->edges.count;
  bool has_changed = false;
  w->into = procedure;
  for (uint32_t i = 1; i < count; i++)
    if (procedure->edges.at[i].op.kind == OPERATION_PERFORM) {
      write_perform(w, i);
      has_changed = true;
    }
  if (has_changed)
    procedure_seal(procedure);
}

// The beginning

static struct variable add_variable(const struct writing *w, const char *text,
                                    unsigned width, struct term initial) {
  struct name name = intern(w->program->names, text);
  return program_add_variable(
      w->program,
      (struct variable_info){.kind = VARIABLE_GLOBAL,
                             .name = name,
                             .text = name,
                             .type = w->specification->weaving->integer,
                             .initial = initial,
                             .is_internal = true,
                             .is_hidden = true,
                             .is_made = true},
      sort_bits(width));
}

static void add_variables(struct writing *w) {
  struct term_table *terms = w->program->terms;
  unsigned width = w->program->pointer_width;
  w->position =
      add_variable(w, "position", WIDTH, term_const(terms, WIDTH, w->initial));
  if (!name_is_none(w->specification->object))
    w->watched = add_variable(w, "watched", width, term_const(terms, width, 0));
}

// From a new entry: the object is any, and the specification at its beginning.
static struct location_id write_beginning(const struct writing *w,
                                          struct location_id to) {
  struct edge like = {.position = w->into->position};
  struct location_id entry = procedure_add_location(w->into, w->into->position);
  struct location_id at = entry;
  if (!variable_is_none(w->watched)) {
    at = procedure_add_location(w->into, w->into->position);
    add_edge(w, &like, entry, at,
             operation_havoc(w->program, &w->watched, 1, ORIGIN_INPUT,
                             intern(w->program->names, "the object")),
             UNDEFINED_NONE);
  }
  add_edge(w, &like, at, to, move_to(w, w->initial), UNDEFINED_NONE);
  return entry;
}

static struct procedure *add_starter(const struct writing *w,
                                     struct procedure_id started) {
  struct program *program = w->program;
  struct procedure *made = program_add_procedure(
      program,
      intern_format(program->names, "%s (as it is checked)",
                    name_text(program->names,
                              program_procedure(program, started)->name)));
  const struct procedure *of = program_procedure(program, started);
  made->type = of->type;
  made->position = of->position;
  made->result = of->result;
  passing_vec_append(&made->passing, of->passing.at, of->passing.count);
  made->is_defined = true;
  made->exit = procedure_add_location(made, of->position);
  made->undefined = procedure_add_location(made, of->position);
  return made;
}

// Its parameters are those of the procedure that it starts.
static void write_call(const struct writing *w, const struct procedure *started,
                       struct location_id at) {
  struct program *program = w->program;
  struct edge like = {.position = started->position};
  struct operation call = {.kind = OPERATION_CALL};
  struct operation back = {.kind = OPERATION_RETURN};
  struct term_vec arguments = {0};
  for (uint32_t i = 0; i < started->parameters.count; i++) {
    struct variable_info info =
        *program_variable(program, started->parameters.at[i]);
    struct sort sort = term_sort(program->terms, info.term);
    info.owner = w->into->self;
    info.is_made = true;
    struct variable made = program_add_variable(program, info, sort);
    variable_vec_push(&w->into->parameters, made);
    term_vec_push(&arguments, program_term(program, made));
  }
  call.call.callee = started->self;
  call.call.arguments =
      program_copy_terms(program, arguments.at, arguments.count);
  call.call.count = arguments.count;
  if (started->result.code) {
    struct name name = intern(program->names, "result");
    call.call.target =
        program_add_variable(program,
                             (struct variable_info){.kind = VARIABLE_TEMPORARY,
                                                    .name = name,
                                                    .text = name,
                                                    .owner = w->into->self},
                             started->result);
    back.ret.value = program_term(program, call.call.target);
  }
  struct location_id after = procedure_add_location(w->into, started->position);
  add_edge(w, &like, at, after, call, UNDEFINED_NONE);
  add_edge(w, &like, after, w->into->exit, back, UNDEFINED_NONE);
  term_vec_release(&arguments);
}

static void begin(struct writing *w, struct procedure_id *entry) {
  struct program *program = w->program;
  struct procedure_id checked = *entry;
  if (checked.id == program->entry.id) {
    w->into = program->procedures.at[checked.id];
    w->into->entry = write_beginning(w, w->into->entry);
  } else {
    w->into = add_starter(w, checked);
    struct location_id at = procedure_add_location(w->into, w->into->position);
    w->into->entry = write_beginning(w, at);
    write_call(w, program_procedure(program, checked), at);
    *entry = w->into->self;
  }
  procedure_seal(w->into);
}

static bool is_called(const struct program *program,
                      struct procedure_id procedure) {
  for (uint32_t i = 1; i < program->procedures.count; i++)
    for (uint32_t k = 1; k < program->procedures.at[i]->edges.count; k++) {
      const struct operation *op = &program->procedures.at[i]->edges.at[k].op;
      if (op->kind == OPERATION_CALL && op->call.callee.id == procedure.id)
        return true;
    }
  return false;
}

static const char *refusal(const struct writing *w, struct procedure_id entry) {
  bool is_main = entry.id == w->program->entry.id;
  if (w->specification->count > 1)
    return "a specification with several arms";
  if (w->specification->count && w->specification->cases.count)
    return "a specification that speaks of returns";
  return is_main && is_called(w->program, entry) ? "main calls itself" : NULL;
}

bool position_write(struct program *program,
                    const struct specification *specification,
                    struct procedure_id *entry, struct strbuf *why) {
  struct writing w = {.program = program, .specification = specification};
  const char *refused = refusal(&w, *entry);
  if (!refused && !find_positions(&w))
    refused = "a specification with many positions";
  if (!refused) {
    add_variables(&w);
    for (uint32_t i = 1; i < program->procedures.count; i++)
      if (program->procedures.at[i]->is_defined)
        write_procedure(&w, program->procedures.at[i]);
    begin(&w, entry);
    pass_done(program, "write the position of a specification");
  } else {
    strbuf_add(why, refused);
  }
  monitor_release(&w.monitor);
  u32_vec_release(&w.next);
  return !refused;
}
