// What an operation does to an execution whose inputs are left open. Accesses
// that are not valid end it: what C leaves undefined is not looked at.
#include <string.h>

#include "paths/internal.h"
#include "term/variables.h"

enum { MOST_PLACES = 40, MOST_BYTES = 4096 };

static bool is_none(struct term t) {
  return term_is_none(t);
}

static void add_input(struct path_state *state, enum path_input_kind kind,
                      struct name name, struct term value) {
  path_input_vec_push(&state->inputs, (struct path_input){kind, name, value});
}

// One of the values that a term can have: the others wait, before the
// operation. None when there is none, or too many.
static struct term choose(struct search *search, struct path_state *state,
                          struct term t, struct term condition) {
  struct term_vec values = {0};
  struct term chosen = {0};
  if (term_is_const(search->terms, t))
    return t;
  if (!search_values(search, state, t, condition, MOST_PLACES, &values)) {
    search_refuse(search, "an access that may be at too many places");
    values.count = 0;
  }
  for (uint32_t i = 1; i < values.count; i++)
    search_fork(search, state, term_eq(search->terms, t, values.at[i]));
  if (values.count) {
    chosen = values.at[0];
    struct term known = term_eq(search->terms, t, chosen);
    if (!term_vec_has(&state->conditions, known))
      term_vec_push(&state->conditions, known);
  }
  term_vec_release(&values);
  return chosen;
}

// Where an access is, if it is valid.
struct access {
  uint32_t object;
  uint64_t offset;
};

static bool is_inside(const struct path_state *state,
                      const struct access *access, uint64_t size) {
  const struct path_object *object = &state->objects.at[access->object];
  return object->is_alive && !object->function.id && size <= object->size &&
         access->offset <= object->size - size;
}

static bool locate(struct search *search, struct path_state *state,
                   struct term address, uint64_t size, struct access *access) {
  struct term value = search_value(search, state, address), offset;
  struct term_table *terms = search->terms;
  bool is_number;
  if (is_none(value))
    return false;
  if (!address_decode(&search->addresses, value, &access->object, &offset,
                      &is_number)) {
    if (!is_number)
      search_refuse(search, "a pointer that is not followed");
    return false;
  }
  uint64_t whole = state->objects.at[access->object].size;
  if (size > whole || !state->objects.at[access->object].is_alive)
    return false;
  struct term last = term_const(terms, term_width(terms, offset), whole - size);
  offset =
      choose(search, state, offset, term_compare(terms, OP_ULE, offset, last));
  if (is_none(offset))
    return false;
  access->offset = (uint64_t)term_value(terms, offset);
  return is_inside(state, access, size);
}

// Bytes of a value of the sort in memory, or 0 when it is not followed.
static uint32_t bytes_of(struct search *search, struct sort sort) {
  unsigned width = sort_value_bits(sort);
  if (sort_is_bits(sort) && width % 8 == 0 && width / 8 <= PATH_CELL_BYTES)
    return width / 8;
  search_refuse(search, "a value in memory of an odd width");
  return 0;
}

static struct term read_at(struct search *search, struct path_state *state,
                           const struct access *access, uint32_t size) {
  return path_object_read(&state->objects.at[access->object], search->terms,
                          search->addresses.name, access->offset, size);
}

static enum step_outcome load(struct search *search, struct path_state *state,
                              const struct operation *op) {
  struct sort sort = term_sort(
      search->terms, program_term(search->program, op->memory.target));
  uint32_t size = bytes_of(search, sort);
  struct access access;
  if (!size || !locate(search, state, op->memory.address, size, &access))
    return STEP_ENDED;
  search_assign(search, state, op->memory.target,
                read_at(search, state, &access, size));
  return STEP_DONE;
}

static enum step_outcome store(struct search *search, struct path_state *state,
                               const struct operation *op, bool updates) {
  uint32_t size = bytes_of(search, term_sort(search->terms, op->memory.value));
  struct access access;
  if (!size || !locate(search, state, op->memory.address, size, &access) ||
      state->objects.at[access.object].is_constant)
    return STEP_ENDED;
  if (updates)
    search_assign(search, state, op->memory.target,
                  read_at(search, state, &access, size));
  struct term value = search_value(search, state, op->memory.value);
  if (is_none(value))
    return STEP_ENDED;
  path_object_write(&state->objects.at[access.object], search->terms,
                    access.offset, size, value);
  return STEP_DONE;
}

// The size of a block of memory, as a number: others wait.
static bool size_of(struct search *search, struct path_state *state,
                    struct term size, uint64_t *number) {
  struct term value = search_settled(search, state, size);
  if (is_none(value))
    return false;
  value = choose(search, state, value, term_true(search->terms));
  if (is_none(value))
    return false;
  *number = (uint64_t)term_value(search->terms, value);
  return true;
}

static enum step_outcome move_block(struct search *search,
                                    struct path_state *state,
                                    const struct operation *op) {
  struct access to, from;
  uint64_t size;
  bool copies = op->kind == OPERATION_COPY;
  if (!size_of(search, state, op->block.size, &size))
    return STEP_ENDED;
  if (!size)
    return STEP_DONE;
  if (!locate(search, state, op->block.address, size, &to) ||
      state->objects.at[to.object].is_constant ||
      (copies && !locate(search, state, op->block.source, size, &from)))
    return STEP_ENDED;
  struct path_object *object = &state->objects.at[to.object];
  if (size > MOST_BYTES && (copies || size != object->size)) {
    search_refuse(search, "a large block of memory");
    return STEP_ENDED;
  }
  if (copies) {
    path_object_transfer(object, to.offset, &state->objects.at[from.object],
                         from.offset, size, search->terms,
                         search->addresses.name);
    return STEP_DONE;
  }
  struct term value = search_value(search, state, op->block.value);
  if (is_none(value))
    return STEP_ENDED;
  path_object_fill(object, search->terms, to.offset, size,
                   term_extract(search->terms, 0, 8, value));
  return STEP_DONE;
}

// ---- Lives ------------------------------------------------------------------

static enum step_outcome allocate(struct search *search,
                                  struct path_state *state,
                                  const struct edge *edge) {
  const struct operation *op = &edge->op;
  bool is_heap = op->allocate.kind == ALLOCATION_HEAP;
  bool can_fail = op->allocate.may_fail && !search->paths->allocations_succeed;
  uint64_t size;
  if (!size_of(search, state, op->allocate.size, &size))
    return STEP_ENDED;
  if (size > (uint64_t)1 << 30) {
    search_refuse(search, "a very large allocation");
    return STEP_ENDED;
  }
  if (can_fail) {
    struct path_state failed;
    path_state_copy(&failed, state);
    add_input(&failed, PATH_ALLOCATION, (struct name){0},
              term_false(search->terms));
    search_assign(search, &failed, op->allocate.target,
                  term_const(search->terms, search->addresses.width, 0));
    path_frame_vec_last(&failed.frames)->at = edge->to;
    search_wait(search, &failed);
    add_input(state, PATH_ALLOCATION, (struct name){0},
              term_true(search->terms));
  }
  uint32_t number = path_state_add(
      state,
      (struct path_object){.size = size,
                           .is_alive = true,
                           .is_heap = is_heap,
                           .beginning = op->allocate.is_zeroed ? BEGINS_ZERO
                                                               : BEGINS_ANY});
  if (!is_heap)
    u32_vec_push(&path_frame_vec_last(&state->frames)->allocated, number);
  search_assign(search, state, op->allocate.target,
                address_of(&search->addresses, number));
  return STEP_DONE;
}

static enum step_outcome release(struct search *search,
                                 struct path_state *state,
                                 const struct operation *op) {
  struct access access;
  struct term value = search_value(search, state, op->free.address);
  if (is_none(value))
    return STEP_ENDED;
  if (term_is_const(search->terms, value))
    return term_value(search->terms, value) ? STEP_ENDED : STEP_DONE;
  if (!locate(search, state, op->free.address, 0, &access) || access.offset ||
      !state->objects.at[access.object].is_heap)
    return STEP_ENDED;
  state->objects.at[access.object].is_alive = false;
  return STEP_DONE;
}

// Another object in the place of a frame object, whose address is the term.
static bool renew(struct search *search, struct path_state *state,
                  struct term address) {
  struct variable variable = program_variable_of(search->program, address);
  struct path_frame *frame = path_frame_vec_last(&state->frames);
  if (variable_is_none(variable) ||
      program_variable(search->program, variable)->kind != VARIABLE_ADDRESS)
    return false;
  struct object_id id = program_variable(search->program, variable)->object;
  uint32_t place = search->number_of.at[id.id] - 1;
  state->objects.at[frame->objects.at[place]].is_alive = false;
  uint32_t number = path_state_add(
      state,
      (struct path_object){.size = program_object(search->program, id)->size,
                           .is_alive = true,
                           .beginning = BEGINS_ANY});
  path_frame_vec_last(&state->frames)->objects.at[place] = number;
  return true;
}

static bool end_life(struct search *search, struct path_state *state,
                     struct term address) {
  struct term value = search_value(search, state, address), offset;
  uint32_t object;
  bool is_number;
  if (is_none(value))
    return false;
  if (!address_decode(&search->addresses, value, &object, &offset, &is_number))
    return is_number;
  state->objects.at[object].is_alive = false;
  return true;
}

static enum step_outcome live(struct search *search, struct path_state *state,
                              const struct operation *op) {
  bool ok = op->live.life == LIFE_BEGINS || op->live.life == LIFE_ENDS;
  for (uint32_t i = 0; i < op->live.count && ok; i++)
    ok = op->live.life == LIFE_BEGINS
             ? renew(search, state, op->live.addresses[i])
             : end_life(search, state, op->live.addresses[i]);
  if (!ok)
    search_refuse(search, "lives of objects that are not followed");
  return ok ? STEP_DONE : STEP_ENDED;
}

// ---- Calls ------------------------------------------------------------------

static bool is_one_of(const char *name, const char *const *names) {
  for (; *names; names++)
    if (!strcmp(*names, name))
      return true;
  return false;
}

// Does a format write to memory ("%n", "%hhn")?
static bool writes_count(const char *format) {
  for (; (format = strchr(format, '%')); format++) {
    format++;
    format += strspn(format, "0123456789.*+-# 'hlLqjzt");
    if (*format == 'n')
      return true;
    if (!*format)
      return false;
  }
  return false;
}

// Only literals are looked at.
static bool is_plain_format(const struct search *search,
                            const struct operation *op) {
  struct variable variable =
      op->call.count
          ? program_variable_of(search->program, op->call.arguments[0])
          : (struct variable){0};
  if (variable_is_none(variable))
    return false;
  const struct variable_info *info =
      program_variable(search->program, variable);
  if (info->kind != VARIABLE_ADDRESS)
    return false;
  const struct object_info *object =
      program_object(search->program, info->object);
  return object->kind == OBJECT_STRING &&
         !writes_count(name_text(search->program->names, object->name));
}

// Of a function without a body.
static enum step_outcome call_routine(struct search *search,
                                      struct path_state *state,
                                      const struct operation *op,
                                      const struct procedure *callee) {
  static const char *const ending[] = {"exit",  "_exit",         "_Exit",
                                       "abort", "__assert_fail", NULL};
  static const char *const printing[] = {"putchar", "puts", NULL};
  const char *name = name_text(search->program->names, callee->name);
  if (callee->kind == PROCEDURE_FUNCTION && is_one_of(name, ending))
    return STEP_ENDED;
  bool prints = is_one_of(name, printing) ||
                (!strcmp(name, "printf") && is_plain_format(search, op));
  if (callee->kind != PROCEDURE_FUNCTION || !prints) {
    search_refuse(search, "a function that is not followed");
    return STEP_ENDED;
  }
  state->is_guessed |= !variable_is_none(op->call.target);
  if (!variable_is_none(op->call.target))
    search_assign(
        search, state, op->call.target,
        term_variable_again(search->terms,
                            program_term(search->program, op->call.target)));
  return STEP_DONE;
}

static bool pass_arguments(struct search *search, struct path_state *state,
                           const struct operation *op,
                           const struct procedure *callee,
                           struct term_vec *values) {
  bool ok = op->call.count == callee->parameters.count &&
            term_is_none(op->call.variadic) == !callee->is_variadic;
  for (uint32_t i = 0; i < op->call.count && ok; i++) {
    term_vec_push(values, search_value(search, state, op->call.arguments[i]));
    ok = !is_none(values->at[i]);
  }
  if (ok && callee->is_variadic) {
    term_vec_push(values, search_value(search, state, op->call.variadic));
    ok = !is_none(*term_vec_last(values));
  }
  if (!ok)
    search_refuse(search, "a call with other arguments");
  return ok;
}

// How many activations of it are there?
static uint32_t count_active(const struct path_state *state,
                             const struct procedure *procedure) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < state->frames.count; i++)
    count += state->frames.at[i].procedure == procedure;
  return count;
}

// Whoever is active when a procedure is called again that is active, above its
// first activation, calls itself, directly or not.
static void mark_recursive(struct paths *paths, const struct path_state *state,
                           const struct procedure *callee) {
  bool is_inside = false;
  for (uint32_t i = 0; i < state->frames.count; i++) {
    const struct procedure *active = state->frames.at[i].procedure;
    is_inside |= active == callee;
    if (is_inside)
      bitset_add(&paths->recursive, active->self.id);
  }
}

// How deep are recursive calls, as far as it is known who is recursive?
static void note_depth(struct paths *paths, const struct path_state *state,
                       const struct procedure *callee) {
  uint32_t first = 0;
  mark_recursive(paths, state, callee);
  if (!bitset_has(&paths->recursive, callee->self.id))
    return;
  while (first < state->frames.count &&
         !bitset_has(&paths->recursive,
                     state->frames.at[first].procedure->self.id))
    first++;
  if (state->frames.count - first > paths->depth)
    paths->depth = state->frames.count - first;
}

static enum step_outcome enter(struct search *search, struct path_state *state,
                               const struct operation *op,
                               const struct procedure *callee) {
  struct term_vec values = {0};
  bool ok = pass_arguments(search, state, op, callee, &values);
  if (count_active(state, callee) > search->paths->limits.depth)
    search_refuse(search, "calls inside each other without end");
  note_depth(search->paths, state, callee);
  if (ok) {
    path_state_enter(state, search->program, callee)->target = op->call.target;
    for (uint32_t i = 0; i < callee->parameters.count; i++)
      search_assign(search, state, callee->parameters.at[i], values.at[i]);
    if (callee->is_variadic)
      search_assign(search, state, callee->variadic,
                    values.at[values.count - 1]);
  }
  term_vec_release(&values);
  return ok ? STEP_DONE : STEP_ENDED;
}

// The function at an address; null when there is none.
static const struct procedure *called_at(struct search *search,
                                         struct path_state *state,
                                         struct term function) {
  struct term value = search_value(search, state, function), offset;
  uint32_t object;
  bool is_number;
  if (is_none(value))
    return NULL;
  if (!address_decode(&search->addresses, value, &object, &offset,
                      &is_number)) {
    if (!is_number)
      search_refuse(search, "a pointer that is not followed");
    return NULL;
  }
  bool is_start = term_is_const(search->terms, offset) &&
                  !term_value(search->terms, offset);
  struct procedure_id id = state->objects.at[object].function;
  if (!id.id || !is_start)
    return NULL;
  return program_procedure(search->program, id);
}

static bool is_error(const struct search *search,
                     const struct procedure *callee) {
  return target_kind_of_call(search->paths->rules, search->program, callee);
}

static enum step_outcome call(struct search *search, struct path_state *state,
                              const struct operation *op) {
  const struct procedure *callee =
      op->call.callee.id ? program_procedure(search->program, op->call.callee)
                         : called_at(search, state, op->call.function);
  if (!callee)
    return STEP_ENDED;
  if (!op->call.callee.id && is_error(search, callee)) {
    search_refuse(search, "an error function is called through a pointer");
    return STEP_ENDED;
  }
  if (!callee->is_defined)
    return call_routine(search, state, op, callee);
  if (callee->is_replaceable)
    search_refuse(search, "a function that another one may replace");
  return enter(search, state, op, callee);
}

static enum step_outcome give_back(struct search *search,
                                   struct path_state *state,
                                   const struct operation *op) {
  struct variable target = path_frame_vec_last(&state->frames)->target;
  struct term value = {0};
  if (!is_none(op->ret.value)) {
    value = search_value(search, state, op->ret.value);
    if (is_none(value))
      return STEP_ENDED;
  }
  path_state_leave(state);
  if (!state->frames.count)
    return STEP_ENDED;
  if (variable_is_none(target))
    return STEP_DONE;
  if (is_none(value))
    search_refuse(search, "what is returned without a value");
  else
    search_assign(search, state, target, value);
  return STEP_DONE;
}

// ---- The rest ---------------------------------------------------------------

static enum step_outcome assign(struct search *search, struct path_state *state,
                                const struct operation *op) {
  struct term_vec values = {0};
  for (uint32_t i = 0; i < op->assign.count; i++)
    term_vec_push(&values,
                  search_value(search, state, op->assign.bindings[i].value));
  for (uint32_t i = 0; i < op->assign.count && !search_has_refused(search); i++)
    search_assign(search, state, op->assign.bindings[i].target, values.at[i]);
  term_vec_release(&values);
  return STEP_DONE;
}

static enum step_outcome havoc(struct search *search, struct path_state *state,
                               const struct operation *op) {
  bool is_uninitialised = op->havoc.origin == ORIGIN_UNINITIALISED;
  bool is_single = op->havoc.count == 1 && !is_uninitialised;
  state->is_guessed |= op->havoc.origin == ORIGIN_ASSUMPTION ||
                       op->havoc.origin == ORIGIN_APPROXIMATION;
  for (uint32_t i = 0; i < op->havoc.count; i++) {
    struct variable target = op->havoc.targets[i];
    struct term any = term_variable_again(
        search->terms, program_term(search->program, target));
    search_assign(search, state, target, any);
    add_input(state, is_uninitialised ? PATH_UNINITIALISED : PATH_VALUE,
              is_single ? op->havoc.what
                        : program_variable(search->program, target)->name,
              any);
  }
  return STEP_DONE;
}

static enum step_outcome perform(struct search *search,
                                 struct path_state *state,
                                 const struct edge *edge) {
  const struct operation *op = &edge->op;
  switch (op->kind) {
  case OPERATION_ASSUME: return STEP_DONE;
  case OPERATION_ASSIGN: return assign(search, state, op);
  case OPERATION_HAVOC: return havoc(search, state, op);
  case OPERATION_LOAD: return load(search, state, op);
  case OPERATION_STORE: return store(search, state, op, false);
  case OPERATION_UPDATE: return store(search, state, op, true);
  case OPERATION_COPY:
  case OPERATION_FILL: return move_block(search, state, op);
  case OPERATION_ALLOCATE: return allocate(search, state, edge);
  case OPERATION_FREE: return release(search, state, op);
  case OPERATION_LIVE: return live(search, state, op);
  case OPERATION_CALL: return call(search, state, op);
  case OPERATION_RETURN: return give_back(search, state, op);
  default:
    search_refuse(search, "something that is not followed");
    return STEP_ENDED;
  }
}

// A caller goes on behind its call when that returns.
enum step_outcome search_step(struct search *search, struct path_state *state,
                              const struct edge *edge) {
  uint32_t running = state->frames.count - 1;
  enum step_outcome outcome = perform(search, state, edge);
  if (outcome == STEP_DONE && edge->op.kind != OPERATION_RETURN)
    state->frames.at[running].at = edge->to;
  return outcome;
}
