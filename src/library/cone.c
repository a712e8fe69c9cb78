#include "library/cone.h"

#include "library/routine.h"
#include "program/pass.h"
#include "program/taken.h"

// What was met and not looked at yet.
struct walk {
  struct cone *cone;
  const struct program *program;
  struct u32_vec procedures, variables, objects;
  struct term_vec roots, parts;
};

static void meet(struct bitset *met, struct u32_vec *open, uint32_t id) {
  if (id && bitset_add(met, id))
    u32_vec_push(open, id);
}

static void meet_procedure(struct walk *walk, struct procedure_id id) {
  meet(&walk->cone->procedures, &walk->procedures, id.id);
}

static void meet_object(struct walk *walk, struct object_id id) {
  meet(&walk->cone->objects, &walk->objects, id.id);
}

static void meet_variable(struct walk *walk, struct variable id) {
  meet(&walk->cone->variables, &walk->variables, id.id);
}

static void add_root(struct walk *walk, struct term t) {
  if (!term_is_none(t))
    term_vec_push(&walk->roots, t);
}

// The variables in the roots.
static void meet_terms(struct walk *walk) {
  const struct program *program = walk->program;
  term_vec_clear(&walk->parts);
  term_collect(program->terms, walk->roots.at, walk->roots.count, &walk->parts);
  term_vec_clear(&walk->roots);
  for (uint32_t i = 0; i < walk->parts.count; i++)
    if (term_op(program->terms, walk->parts.at[i]) == OP_VAR)
      meet_variable(walk, program_variable_of(program, walk->parts.at[i]));
}

// May a call of what has no body come back? A routine of the library does only
// where it is given a function.
static bool calls_back(const struct program *program,
                       const struct procedure *callee) {
  struct routine routine =
      routine_find(name_text(program->names, callee->name));
  bool takes_function = false;
  for (uint32_t i = 0; i < routine.argument_count; i++)
    takes_function |= routine.arguments[i].need == NEED_FUNCTION;
  return !routine_is_known(&routine) || takes_function;
}

static void look_at_operation(struct walk *walk, const struct operation *op) {
  struct term_vec terms = {0};
  struct variable_vec targets = {0};
  operation_terms(op, &terms);
  operation_targets(op, &targets);
  for (uint32_t i = 0; i < terms.count; i++)
    add_root(walk, terms.at[i]);
  for (uint32_t i = 0; i < targets.count; i++)
    meet_variable(walk, targets.at[i]);
  if (op->kind == OPERATION_CALL)
    meet_procedure(walk, op->call.callee);
  walk->cone->is_open |= (op->kind == OPERATION_CALL && !op->call.callee.id) ||
                         op->kind == OPERATION_THREAD ||
                         op->kind == OPERATION_UNSUPPORTED;
  term_vec_release(&terms);
  variable_vec_release(&targets);
}

static void look_at_procedure(struct walk *walk, uint32_t id) {
  const struct procedure *procedure = walk->program->procedures.at[id];
  if (!procedure->is_defined)
    walk->cone->is_open |= calls_back(walk->program, procedure);
  for (uint32_t i = 0; i < procedure->variables.count; i++)
    meet_variable(walk, procedure->variables.at[i]);
  for (uint32_t i = 0; i < procedure->objects.count; i++)
    meet_object(walk, procedure->objects.at[i]);
  for (uint32_t i = 1; i < procedure->edges.count; i++)
    look_at_operation(walk, &procedure->edges.at[i].op);
  meet_terms(walk);
}

static void look_at_variable(struct walk *walk, uint32_t id) {
  const struct variable_info *info = &walk->program->variables.at[id];
  meet_object(walk, info->object);
  meet_procedure(walk, info->owner);
  add_root(walk, info->initial);
  meet_terms(walk);
}

static void look_at_object(struct walk *walk, uint32_t id) {
  const struct object_info *info = &walk->program->objects.at[id];
  meet_variable(walk, info->address);
  meet_procedure(walk, info->owner);
  meet_procedure(walk, info->procedure);
  for (uint32_t i = 0; i < info->relocation_count; i++)
    add_root(walk, info->relocations[i].value);
  meet_terms(walk);
}

static void follow(struct walk *walk) {
  while (walk->procedures.count || walk->variables.count ||
         walk->objects.count) {
    if (walk->procedures.count)
      look_at_procedure(walk, u32_vec_pop(&walk->procedures));
    else if (walk->variables.count)
      look_at_variable(walk, u32_vec_pop(&walk->variables));
    else
      look_at_object(walk, u32_vec_pop(&walk->objects));
  }
}

// What code that is not seen can come to.
static void open(struct walk *walk) {
  const struct program *program = walk->program;
  BITSET_EACH (id, &walk->cone->taken)
    meet_procedure(walk, (struct procedure_id){id});
  for (uint32_t i = 1; i < program->variables.count; i++)
    if (program->variables.at[i].kind == VARIABLE_GLOBAL &&
        !program->variables.at[i].is_internal)
      meet_variable(walk, (struct variable){i});
  for (uint32_t i = 1; i < program->objects.count; i++)
    if (program->objects.at[i].kind == OBJECT_GLOBAL &&
        !program->objects.at[i].is_internal)
      meet_object(walk, (struct object_id){i});
}

static bool is_named(const struct name_vec *names, struct name name) {
  for (uint32_t i = 0; i < names->count; i++)
    if (name_equal(names->at[i], name))
      return true;
  return false;
}

static void meet_named(struct walk *walk, const struct name_vec *names) {
  const struct program *program = walk->program;
  for (uint32_t i = 1; i < program->procedures.count; i++)
    if (is_named(names, program->procedures.at[i]->name))
      meet_procedure(walk, (struct procedure_id){i});
  for (uint32_t i = 1; i < program->variables.count; i++)
    if (!program->variables.at[i].owner.id &&
        (is_named(names, program->variables.at[i].name) ||
         program->variables.at[i].is_listed))
      meet_variable(walk, (struct variable){i});
  for (uint32_t i = 1; i < program->objects.count; i++)
    if (is_named(names, program->objects.at[i].name) ||
        program->objects.at[i].is_listed)
      meet_object(walk, (struct object_id){i});
}

static void meet_all(struct walk *walk) {
  for (uint32_t i = 1; i < walk->program->procedures.count; i++)
    meet_procedure(walk, (struct procedure_id){i});
  open(walk);
}

void cone_init(struct cone *cone, const struct program *program,
               struct procedure_id entry, const struct name_vec *names) {
  *cone = (struct cone){.program = program, .entry = entry};
  struct walk walk = {.cone = cone, .program = program};
  program_find_taken(program, &cone->taken);
  meet_procedure(&walk, entry);
  meet_named(&walk, names);
  for (uint32_t i = 0; i < program->constructors.count; i++)
    meet_procedure(&walk, program->constructors.at[i]);
  for (uint32_t i = 0; i < program->destructors.count; i++)
    meet_procedure(&walk, program->destructors.at[i]);
  if (entry.id == program->entry.id)
    meet_all(&walk);
  follow(&walk);
  if (cone->is_open)
    open(&walk);
  follow(&walk);
  u32_vec_release(&walk.procedures);
  u32_vec_release(&walk.variables);
  u32_vec_release(&walk.objects);
  term_vec_release(&walk.roots);
  term_vec_release(&walk.parts);
}

void cone_release(struct cone *cone) {
  bitset_release(&cone->procedures);
  bitset_release(&cone->variables);
  bitset_release(&cone->objects);
  bitset_release(&cone->taken);
}

// ---- Reduction --------------------------------------------------------------

// A function whose address was taken elsewhere still is: a table that nobody
// names has it.
static void keep_taken(const struct cone *cone, struct program *program) {
  uint32_t count = bitset_count(&cone->taken), next = 0;
  uint32_t bytes = program->pointer_width / 8;
  struct relocation *relocations =
      arena_new(&program->arena, (count + 1) * sizeof *relocations);
  BITSET_EACH (id, &cone->taken) {
    const struct procedure *procedure = program->procedures.at[id];
    if (bitset_has(&cone->procedures, id) && procedure->function.id)
      relocations[next] =
          (struct relocation){
              .offset = (uint64_t)next * bytes,
              .value = program_term(
                  program,
                  program_object(program, procedure->function)->address)},
      next++;
  }
  if (next)
    program_add_object(
        program,
        (struct object_info){.kind = OBJECT_GLOBAL,
                             .name = intern(program->names, "taken elsewhere"),
                             .size = (uint64_t)next * bytes,
                             .alignment = bytes,
                             .is_constant = true,
                             .is_internal = true,
                             .is_hidden = true,
                             .is_fixed = true,
                             .relocations = relocations,
                             .relocation_count = next});
}

static void drop_limitations(const struct cone *cone, struct program *program) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < program->limitations.count; i++) {
    struct limitation limitation = program->limitations.at[i];
    if (!limitation.procedure.id ||
        bitset_has(&cone->procedures, limitation.procedure.id))
      program->limitations.at[kept++] = limitation;
  }
  program->limitations.count = kept;
}

void cone_reduce(const struct cone *cone, struct program *program) {
  for (uint32_t i = 1; i < program->procedures.count; i++) {
    struct procedure *procedure = program->procedures.at[i];
    if (!bitset_has(&cone->procedures, i) && procedure->is_defined)
      procedure_disembody(procedure);
  }
  for (uint32_t i = 1; i < program->variables.count; i++)
    if (!bitset_has(&cone->variables, i))
      program->variables.at[i].initial = (struct term){0};
  for (uint32_t i = 1; i < program->objects.count; i++)
    if (!bitset_has(&cone->objects, i))
      program->objects.at[i].relocation_count = 0;
  if (program->entry.id && !bitset_has(&cone->procedures, program->entry.id))
    program->entry = (struct procedure_id){0};
  if (cone->is_open)
    keep_taken(cone, program);
  drop_limitations(cone, program);
  pass_done(program, "cone");
}
