// Strings that a routine changes though none of its arguments points there: an
// argument is the address of a pointer to the string (strsep), or the routine
// has such a pointer of its own (strtok), which is then another argument.
#include <string.h>

#include "memory/contract.h"
#include "memory/contracting.h"
#include "pointsto/resolve.h"

static struct term null_of(const struct contracting *c) {
  return modelling_number(&c->m, c->m.width, 0);
}

static struct term load_held(struct contracting *c, uint32_t i) {
  struct variable held = modelling_new_variable(&c->m, VARIABLE_TEMPORARY,
                                                "held", sort_bits(c->m.width));
  struct operation known = {
      .kind = OPERATION_INVALID,
      .invalid = {.access = ACCESS_READ,
                  .address = c->values[i],
                  .size = modelling_number(&c->m, c->m.width, c->m.width / 8)}};
  modelling_emit_to(&c->m, known, c->m.made->undefined, UNDEFINED_IMPOSSIBLE);
  modelling_emit(
      &c->m,
      (struct operation){.kind = OPERATION_LOAD,
                         .memory = {.target = held, .address = c->values[i]}});
  return modelling_term_of(&c->m, held);
}

// What is held is as if it were passed: the number of that argument.
static uint32_t pass_held(struct contracting *c, uint32_t i,
                          struct term value) {
  uint32_t extra = c->routine.argument_count;
  c->routine.arguments[extra] =
      (struct routine_argument){.need = NEED_IN_PLACE,
                                .reads = true,
                                .writes = true,
                                .is_wide = c->routine.arguments[i].is_wide};
  c->values[extra] = value;
  return extra;
}

// Goes on at the end in both cases: nothing is to be done at `there`.
static void join(struct contracting *c, struct location_id there) {
  struct location_id end = modelling_new_location(&c->m);
  modelling_go_to(&c->m, end);
  c->m.here = there;
  modelling_go_to(&c->m, end);
  c->m.here = end;
}

void contracting_need_held(struct contracting *c, uint32_t i) {
  const struct routine_argument *argument = &c->routine.arguments[i];
  struct term_table *terms = c->m.terms;
  struct term size = modelling_number(&c->m, c->m.width, c->m.width / 8);
  contracting_need(c, ACCESS_WRITE, c->values[i], size);
  if (argument->instead >= 0) {
    struct term other = c->values[argument->instead];
    struct term is_given = term_not(terms, term_eq(terms, other, null_of(c)));
    if (term_is_true(terms, is_given))
      return;
    struct location_id there = modelling_branch(&c->m, is_given);
    contracting_need(c, ACCESS_READ, c->values[i], size);
    contracting_need_changeable(c, pass_held(c, i, load_held(c, i)));
    join(c, there);
    return;
  }
  contracting_need(c, ACCESS_READ, c->values[i], size);
  struct term held = load_held(c, i);
  struct location_id there =
      modelling_branch(&c->m, term_eq(terms, held, null_of(c)));
  contracting_need_changeable(c, pass_held(c, i, held));
  join(c, there);
}

void contracting_need_grown(struct contracting *c, uint32_t i) {
  struct term size = modelling_number(&c->m, c->m.width, c->m.width / 8);
  contracting_need(c, ACCESS_WRITE, c->values[i], size);
  contracting_need(c, ACCESS_READ, c->values[i], size);
  struct term held = load_held(c, i);
  struct location_id there =
      modelling_branch(&c->m, term_eq(c->m.terms, held, null_of(c)));
  contracting_need(c, ACCESS_FREE, held, (struct term){0});
  join(c, there);
}

static void promise_one(struct contracting *c, uint32_t i) {
  struct term size = modelling_number(&c->m, c->m.width, c->m.width / 8);
  contracting_fail(c, ACCESS_READ, c->values[i], size, UNDEFINED_IMPOSSIBLE);
  struct term held = load_held(c, i);
  uint32_t extra = pass_held(c, i, held);
  struct term is_null = term_eq(c->m.terms, held, null_of(c));
  bool is_there = c->routine.arguments[i].instead >= 0;
  struct location_id there = {0};
  if (is_there)
    modelling_emit(&c->m, operation_assume(term_not(c->m.terms, is_null)));
  else
    there = modelling_branch(&c->m, is_null);
  if (c->routine.arguments[i].is_wide)
    contracting_wide_length(c, extra, (struct term){0});
  else
    contracting_promise_string(c, held);
  if (!is_there)
    join(c, there);
}

// What is left of the string is a string, or nothing is.
void contracting_promise_held(struct contracting *c) {
  for (uint32_t i = 0; i < c->routine.argument_count; i++)
    if (c->routine.arguments[i].need == NEED_HELD)
      promise_one(c, i);
}

// The pointer that the routine has for itself: one for all its calls.
static struct object_id state_of(struct program *program, const char *routine) {
  struct name name = intern_format(program->names, "what %s is at", routine);
  for (uint32_t i = 1; i < program->objects.count; i++)
    if (name_equal(program->objects.at[i].name, name))
      return (struct object_id){i};
  return program_add_object(
      program, (struct object_info){.kind = OBJECT_GLOBAL,
                                    .name = name,
                                    .size = program->pointer_width / 8,
                                    .alignment = program->pointer_width / 8,
                                    .is_internal = true,
                                    .is_fixed = true, // whatever it starts with
                                    .escapes = true});
}

// A routine of the library also where the program has one of that name.
static struct procedure_id routine_named(struct program *program,
                                         const char *name,
                                         const struct procedure *like) {
  struct procedure *found = program_find(program, name);
  if (found && found->is_defined) {
    name =
        name_text(program->names, intern_format(program->names, "__%s", name));
    found = program_find(program, name);
  }
  if (!found) {
    found = program_add_procedure(program, intern(program->names, name));
    found->type = like->type;
    found->result = like->result;
  }
  return found->self;
}

// A call through a pointer would not get it.
static bool is_taken(const struct program *program,
                     const struct procedure *procedure) {
  struct taken_functions taken;
  bool found = false;
  taken_functions_init(&taken, program);
  for (uint32_t i = 0; i < taken.functions.count; i++)
    found |= taken.functions.at[i].id == procedure->self.id;
  taken_functions_release(&taken);
  return found;
}

void contract_pass_state(struct program *program, struct operation *call) {
  const struct procedure *callee =
      program_procedure(program, call->call.callee);
  const char *name = name_text(program->names, callee->name);
  struct routine routine = routine_find(name);
  const char *other = routine_with_state(&routine);
  if (!other || callee->is_defined || is_assumed(callee) ||
      call->call.count != routine.argument_count || is_taken(program, callee))
    return;
  struct term arguments[CONTRACT_ARGUMENTS];
  memcpy(arguments, call->call.arguments, call->call.count * sizeof *arguments);
  struct object_id state = state_of(program, routine.name);
  arguments[call->call.count] =
      program_term(program, program_object(program, state)->address);
  call->call.count++;
  call->call.arguments =
      program_copy_terms(program, arguments, call->call.count);
  call->call.callee = routine_named(program, other, callee);
}
