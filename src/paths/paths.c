#include "paths/internal.h"
#include "term/variables.h"

#define CUT "executions with too many conditions"

// ---- States that wait -------------------------------------------------------

void search_wait(struct search *search, struct path_state *state) {
  const struct paths_limits *limits = &search->paths->limits;
  uint32_t conditions = state->conditions.count;
  bool is_long = conditions >= limits->conditions;
  search->is_cut |= is_long;
  if (search->waiting_count >= limits->states)
    search_refuse(search, "too many executions");
  if (is_long && !limits->goes_on)
    search_refuse(search, CUT);
  if (is_long || search_has_refused(search)) {
    path_state_release(state);
    return;
  }
  path_state_vec_push(&search->waiting[conditions], *state);
  search->waiting_count++;
}

void search_fork(struct search *search, const struct path_state *state,
                 struct term condition) {
  struct path_state copy;
  path_state_copy(&copy, state);
  term_vec_push(&copy.conditions, condition);
  search_wait(search, &copy);
}

static uint32_t fewest_conditions(const struct search *search) {
  uint32_t i = 0;
  while (!search->waiting[i].count)
    i++;
  return i;
}

// Of those with the fewest conditions the last.
static bool take_waiting(struct search *search, struct path_state *state) {
  if (!search->waiting_count)
    return false;
  uint32_t i = fewest_conditions(search);
  *state = path_state_vec_pop(&search->waiting[i]);
  search->waiting_count--;
  return true;
}

// ---- Violations -------------------------------------------------------------

static void write_input(struct search *search, const struct path_input *input,
                        struct assignment *model) {
  struct strbuf *oracle = &search->paths->oracle;
  u128 value = term_evaluate(model, input->value);
  if (input->kind == PATH_ALLOCATION) {
    strbuf_add(oracle, value ? "allocate ok\n" : "allocate fail\n");
    return;
  }
  strbuf_format(oracle, "%s %s ",
                input->kind == PATH_UNINITIALISED ? "uninitialised" : "value",
                name_text(search->program->names, input->name));
  if (value >> 64)
    strbuf_format(oracle, "0x%llx%016llx\n", (unsigned long long)(value >> 64),
                  (unsigned long long)value);
  else
    strbuf_format(oracle, "%llu\n", (unsigned long long)value);
}

// Inputs that fulfil the conditions: true when there are some.
static bool write_oracle(struct search *search,
                         const struct path_state *state) {
  struct query *query = query_new(search->paths->solver, PURPOSE_UNROLLING);
  struct assignment *model = assignment_new(search->terms);
  for (uint32_t i = 0; i < state->conditions.count; i++)
    query_assert(query, state->conditions.at[i]);
  enum answer answer = query_check(query, NULL, 0);
  bool ok = answer == ANSWER_SAT && query_model(query, model);
  strbuf_clear(&search->paths->oracle);
  strbuf_add(&search->paths->oracle, "vouch-oracle 1\nrest zero\n");
  for (uint32_t i = 0; i < state->inputs.count && ok; i++)
    write_input(search, &state->inputs.at[i], model);
  if (!ok && answer != ANSWER_UNSAT)
    search_refuse(search, "a violation whose inputs are not known");
  assignment_free(model);
  query_free(query);
  return ok;
}

static bool is_target(const struct search *search, const struct edge *edge) {
  return target_kind_of_edge(search->paths->rules, search->program, edge);
}

// Does it matter what main is given?
static bool hangs_on_arguments(struct search *search,
                               const struct path_state *state) {
  bool found = false;
  for (uint32_t i = 0; i < state->conditions.count && !found; i++)
    for (uint32_t k = 0; k < search->given.count && !found; k++)
      found = term_mentions(search->terms, state->conditions.at[i],
                            search->given.at[k]);
  return found;
}

// At a target: can the execution really come there?
static bool violates(struct search *search, struct path_state *state,
                     const struct procedure *procedure,
                     const struct edge *edge) {
  struct paths *paths = search->paths;
  if (!write_oracle(search, state))
    return false;
  paths->procedure = procedure->self;
  paths->edge.id = (uint32_t)(edge - procedure->edges.at);
  paths->is_guessed = state->is_guessed || hangs_on_arguments(search, state);
  return true;
}

// ---- One execution ----------------------------------------------------------

enum { MOST_BRANCHES = 300 };

// An edge that can be taken, and what that demands.
struct branch {
  const struct edge *edge;
  struct term condition;
};

// Those of the location that the execution is at.
static uint32_t find_branches(struct search *search, struct path_state *state,
                              struct branch *branches) {
  const struct path_frame *frame = path_frame_vec_last(&state->frames);
  const struct location *location =
      procedure_location(frame->procedure, frame->at);
  uint32_t count = 0;
  for (uint32_t i = 0; i < location->out_count; i++) {
    const struct edge *edge =
        &frame->procedure->edges.at[location->first_out + i];
    struct term condition = term_true(search->terms);
    if (edge->op.kind == OPERATION_INVALID)
      continue;
    if (edge->op.kind == OPERATION_ASSUME)
      condition = search_settled(search, state, edge->op.assume.condition);
    if (term_is_none(condition) || count == MOST_BRANCHES) {
      search_refuse(search, "too many branches");
      return 0;
    }
    if (search_asks(search, state, condition) != ANSWER_UNSAT)
      branches[count++] = (struct branch){edge, condition};
  }
  return count;
}

enum followed {
  FOLLOWED_ON,
  FOLLOWED_END,
  FOLLOWED_VIOLATION,
  FOLLOWED_LATER // it waits
};

static enum followed take(struct search *search, struct path_state *state,
                          const struct branch *branch) {
  const struct procedure *procedure =
      path_frame_vec_last(&state->frames)->procedure;
  const struct edge *edge = branch->edge;
  search->paths->steps++;
  bitset_add(&search->paths->taken[procedure->self.id],
             (uint32_t)(edge - procedure->edges.at));
  if (is_target(search, edge))
    return violates(search, state, procedure, edge) ? FOLLOWED_VIOLATION
                                                    : FOLLOWED_END;
  if (edge->undefined || search_step(search, state, edge) == STEP_ENDED)
    return FOLLOWED_END;
  return FOLLOWED_ON;
}

static bool is_out_of(struct search *search) {
  enum { POLLED = 64 };
  struct paths *paths = search->paths;
  bool is_polled = paths->steps % POLLED == 0;
  bool is_short =
      paths->steps >= paths->limits.steps ||
      (is_polled && solver_units(paths->solver) > paths->limits.units);
  if (is_polled && poll_stops(paths->limits.poll))
    search_refuse(search, "no more time");
  else if (is_short && !search_has_refused(search)) {
    paths->is_cut_short = !search->is_cut;
    search_refuse(search, "too many steps");
  }
  return search_has_refused(search);
}

// A copy that goes along a branch: behind it, unless it ends there.
static void branch_off(struct search *search, const struct path_state *state,
                       const struct branch *branch) {
  struct path_state copy;
  bool ends = branch->edge->undefined || is_target(search, branch->edge) ||
              branch->edge->op.kind != OPERATION_ASSUME;
  path_state_copy(&copy, state);
  term_vec_push(&copy.conditions, branch->condition);
  if (!ends)
    take(search, &copy, branch);
  search_wait(search, &copy);
}

// Does the branch demand anything that does not hold anyway? Where there are
// others, of which none can be taken, it does not: together they are total.
static bool demands(const struct search *search, const struct branch *branch,
                    const struct procedure *procedure, uint32_t count) {
  bool is_alone =
      procedure_location(procedure, branch->edge->from)->out_count == 1;
  return count > 1 ||
         (is_alone && !term_is_literal(search->terms, branch->condition));
}

// Other branches than the first wait.
static enum followed go_on(struct search *search, struct path_state *state) {
  struct branch branches[MOST_BRANCHES];
  uint32_t count = find_branches(search, state, branches);
  if (!count)
    return FOLLOWED_END;
  for (uint32_t i = 1; i < count; i++)
    branch_off(search, state, &branches[i]);
  if (demands(search, &branches[0],
              path_frame_vec_last(&state->frames)->procedure, count))
    term_vec_push(&state->conditions, branches[0].condition);
  return take(search, state, &branches[0]);
}

// One execution is followed for a while, since what was asked about it helps to
// answer what comes next; but others have their turn.
static bool is_ahead(const struct search *search,
                     const struct path_state *state) {
  enum { AHEAD = 12 };
  return search->waiting_count &&
         state->conditions.count > fewest_conditions(search) + AHEAD;
}

static enum followed follow(struct search *search, struct path_state *state) {
  enum followed followed = FOLLOWED_ON;
  while (followed == FOLLOWED_ON && !is_out_of(search)) {
    uint32_t conditions = state->conditions.count;
    followed = go_on(search, state);
    if (followed == FOLLOWED_ON && state->conditions.count > conditions &&
        (state->conditions.count >= search->paths->limits.conditions ||
         is_ahead(search, state))) {
      search_wait(search, state);
      *state = (struct path_state){0};
      return FOLLOWED_LATER;
    }
  }
  if (followed == FOLLOWED_END)
    search->paths->executions++;
  return followed;
}

// ---- The beginning ----------------------------------------------------------

static void add_global_object(struct search *search, struct path_state *state,
                              uint32_t id) {
  const struct object_info *info = &search->program->objects.at[id];
  struct path_object object = {
      .size = info->size,
      .is_alive = true,
      .is_constant = info->is_constant || info->kind == OBJECT_STRING,
      .is_literal = info->kind == OBJECT_STRING,
      .beginning = info->bytes ? BEGINS_GIVEN : BEGINS_ZERO,
      .bytes = info->bytes,
      .function = info->kind == OBJECT_FUNCTION ? info->procedure
                                                : (struct procedure_id){0}};
  search->number_of.at[id] = 1 + path_state_add(state, object);
}

// What is defined elsewhere is not followed: it has no number.
static void add_objects(struct search *search, struct path_state *state) {
  const struct program *program = search->program;
  u32_vec_resize(&search->number_of, program->objects.count);
  for (uint32_t i = 1; i < program->objects.count; i++) {
    const struct object_info *info = &program->objects.at[i];
    bool is_absent = info->kind == OBJECT_FUNCTION &&
                     program_procedure(program, info->procedure)->is_absent;
    if (info->kind != OBJECT_FRAME && !info->is_external && !info->is_adopted &&
        !is_absent)
      add_global_object(search, state, i);
  }
  for (uint32_t i = 1; i < program->procedures.count; i++) {
    const struct object_vec *objects = &program->procedures.at[i]->objects;
    for (uint32_t k = 0; k < objects->count; k++)
      search->number_of.at[objects->at[k].id] = k + 1;
  }
}

static void set_relocations(struct search *search, struct path_state *state) {
  const struct program *program = search->program;
  for (uint32_t i = 1; i < program->objects.count; i++) {
    const struct object_info *info = &program->objects.at[i];
    for (uint32_t k = 0; k < info->relocation_count; k++) {
      struct term value =
          search_value(search, state, info->relocations[k].value);
      if (!search->number_of.at[i] || info->kind == OBJECT_FRAME ||
          term_is_none(value))
        continue;
      path_object_write(&state->objects.at[search->number_of.at[i] - 1],
                        search->terms, info->relocations[k].offset,
                        term_width(search->terms, value) / 8, value);
    }
  }
}

static struct term initial_of(struct search *search, struct path_state *state,
                              const struct variable_info *info) {
  struct sort sort = term_sort(search->terms, info->term);
  if (!term_is_none(info->initial))
    return search_value(search, state, info->initial);
  return sort_is_bool(sort)   ? term_false(search->terms)
         : sort_is_bits(sort) ? term_const(search->terms, sort_width(sort), 0)
                              : (struct term){0};
}

static void set_globals(struct search *search, struct path_state *state) {
  const struct program *program = search->program;
  term_vec_resize(&state->globals, program->global_count);
  for (uint32_t i = 1; i < program->variables.count; i++) {
    const struct variable_info *info = &program->variables.at[i];
    if (info->kind == VARIABLE_GLOBAL)
      state->globals.at[info->slot] = initial_of(search, state, info);
  }
}

// What main is given may be anything.
static void begin(struct search *search, struct path_state *state) {
  const struct procedure *entry =
      program_procedure(search->program, search->paths->entry);
  *state = (struct path_state){0};
  add_objects(search, state);
  path_state_enter(state, search->program, entry);
  set_globals(search, state);
  set_relocations(search, state);
  for (uint32_t i = 0; i < entry->parameters.count; i++) {
    struct term any = term_variable_again(
        search->terms, program_term(search->program, entry->parameters.at[i]));
    search_assign(search, state, entry->parameters.at[i], any);
    term_vec_push(&search->given, any);
  }
}

static void search_init(struct search *search, struct paths *paths) {
  struct term_table *terms = paths->program->terms;
  *search = (struct search){.paths = paths,
                            .program = paths->program,
                            .terms = terms,
                            .substitution = substitution_new(terms),
                            .term_limit = term_count(terms)};
  search->variables =
      memory_new_zero(search->term_limit + 1, sizeof *search->variables);
  search->waiting =
      memory_new_zero(paths->limits.conditions + 1, sizeof *search->waiting);
  addresses_init(&search->addresses, paths->program);
  search_begin_questions(search);
  paths->taken =
      memory_new_zero(paths->program->procedures.count, sizeof *paths->taken);
}

static void search_release(struct search *search) {
  for (uint32_t i = 0; i < search->term_limit; i++)
    variable_vec_release(&search->variables[i]);
  for (uint32_t i = 0; i <= search->paths->limits.conditions; i++) {
    for (uint32_t k = 0; k < search->waiting[i].count; k++)
      path_state_release(&search->waiting[i].at[k]);
    path_state_vec_release(&search->waiting[i]);
  }
  free(search->variables);
  free(search->waiting);
  bitset_release(&search->has_variables);
  u32_vec_release(&search->number_of);
  term_vec_release(&search->given);
  substitution_free(search->substitution);
  addresses_release(&search->addresses);
  search_end_questions(search);
}

enum paths_outcome paths_run(struct paths *paths) {
  struct search search;
  struct path_state state;
  enum followed followed = FOLLOWED_END;
  search_init(&search, paths);
  solver_set_limit(paths->solver, paths->limits.check_units);
  if (paths->program->constructors.count || paths->program->destructors.count)
    search_refuse(&search, "functions that run before or after main");
  begin(&search, &state);
  search_wait(&search, &state);
  while (!search_has_refused(&search) && followed != FOLLOWED_VIOLATION &&
         take_waiting(&search, &state)) {
    followed = follow(&search, &state);
    path_state_release(&state);
  }
  if (search.is_cut && !paths->why)
    paths->why = CUT;
  search_release(&search);
  return followed == FOLLOWED_VIOLATION ? PATHS_VIOLATED
         : paths->why                   ? PATHS_OPEN
                                        : PATHS_COVERED;
}

void paths_release(struct paths *paths) {
  for (uint32_t i = 0; paths->taken && i < paths->program->procedures.count;
       i++)
    bitset_release(&paths->taken[i]);
  free(paths->taken);
  strbuf_release(&paths->oracle);
  bitset_release(&paths->recursive);
}

// ---- What was seen ----------------------------------------------------------

// Was an edge from the location taken that does not end in the undefined?
static bool has_left(const struct paths *paths,
                     const struct procedure *procedure,
                     struct location_id from) {
  const struct location *location = procedure_location(procedure, from);
  bool found = false;
  for (uint32_t i = 0; i < location->out_count && !found; i++)
    found = bitset_has(&paths->taken[procedure->self.id],
                       location->first_out + i) &&
            !procedure->edges.at[location->first_out + i].undefined;
  return found;
}

bool paths_came_to(const struct paths *paths, const struct procedure *procedure,
                   const struct edge *edge) {
  bool found = has_left(paths, procedure, edge->from);
  for (uint32_t i = 1; i < procedure->edges.count && !found; i++)
    found = procedure->edges.at[i].to.id == edge->from.id &&
            has_left(paths, procedure, procedure->edges.at[i].from);
  return found;
}
