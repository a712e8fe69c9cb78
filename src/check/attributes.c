#include "check/attributes.h"

#include "check/again.h"
#include "check/results.h"
#include "check/write_in.h"
#include "library/routine.h"
#include "program/callgraph.h"
#include "program/pass.h"
#include "weave/weave.h"

static bool asks_rows(const struct component_options *options) {
  return options->rules.checks_deref && options->rules.checks_requirements &&
         !options->is_task;
}

// Does the attribute speak of what is there?
static bool is_about(const struct program *program,
                     const struct attribute *attribute, const struct term *at,
                     uint32_t count) {
  return attribute->argument < count &&
         term_width(program->terms, at[attribute->argument]) ==
             program->pointer_width &&
         (attribute->kind != ATTRIBUTE_SIZED ||
          (attribute->counter < count &&
           term_width(program->terms, at[attribute->counter]) <=
               program->pointer_width));
}

// ---- Texts ------------------------------------------------------------------

// "p", or "argument 1" where only a prototype is known.
static const char *name_of(const struct program *program,
                           const struct procedure *callee, uint32_t index) {
  struct name name = {0};
  if (index < callee->parameters.count)
    name = program_variable(program, callee->parameters.at[index])->text;
  if (name_is_none(name))
    name = intern_format(program->names, "argument %u", index + 1);
  return name_text(program->names, name);
}

// "f requires nonnull(p)", in the words of specifications where there are any.
static struct name text_of(const struct program *program,
                           const struct procedure *callee,
                           const struct attribute *attribute) {
  struct interner *names = program->names;
  const char *function = name_text(names, callee->name);
  const char *pointer = name_of(program, callee, attribute->argument);
  switch (attribute->kind) {
  case ATTRIBUTE_NONNULL:
    return intern_format(names, "%s requires nonnull(%s)", function, pointer);
  case ATTRIBUTE_BYTES:
    return intern_format(names, "%s requires %llu bytes behind %s", function,
                         (unsigned long long)attribute->size, pointer);
  case ATTRIBUTE_SIZED:
    return intern_format(names, "%s requires sized_by(%s, %s)", function,
                         pointer, name_of(program, callee, attribute->counter));
  }
  return (struct name){0};
}

static void tell_one(const struct program *program,
                     const struct procedure *procedure,
                     const struct attribute *attribute, struct strbuf *into) {
  strbuf_format(into, "%s`%s` ", into->length ? "; " : "",
                name_of(program, procedure, attribute->argument));
  if (attribute->kind == ATTRIBUTE_NONNULL)
    strbuf_add(into, "is not null");
  else if (attribute->kind == ATTRIBUTE_BYTES)
    strbuf_format(into, "has %llu bytes", (unsigned long long)attribute->size);
  else
    strbuf_format(into, "has as many elements as `%s` says",
                  name_of(program, procedure, attribute->counter));
}

// ---- What is asked ----------------------------------------------------------

static struct term bytes_asked(const struct write_in *w,
                               const struct attribute *attribute,
                               const struct term *at) {
  if (attribute->kind == ATTRIBUTE_BYTES)
    return write_in_number(w, attribute->size);
  return write_in_bytes(w, at[attribute->counter], attribute->is_signed,
                        attribute->size);
}

// Whoever asks for no bytes does not ask for a pointer.
static struct term address_is_right(const struct write_in *w,
                                    const struct attribute *attribute,
                                    const struct term *at) {
  struct term_table *terms = w->program->terms;
  struct term zero = write_in_number(w, 0);
  struct term is_null = term_eq(terms, at[attribute->argument], zero);
  struct term right = term_not(terms, is_null);
  if (attribute->kind != ATTRIBUTE_SIZED)
    return right;
  struct term none = term_eq(terms, bytes_asked(w, attribute, at), zero);
  return term_or(terms, none, right);
}

// From here on it holds; what ends otherwise is a row if there is a callee.
static void write_one(struct write_in *w, const struct attribute *attribute,
                      const struct term *at, const struct procedure *callee) {
  struct name text = {0};
  enum undefined_reason otherwise = UNDEFINED_IMPOSSIBLE;
  struct term right = address_is_right(w, attribute, at);
  if (callee) {
    struct operation wrong =
        operation_assume(term_not(w->program->terms, right));
    text = wrong.assume.text = text_of(w->program, callee, attribute);
    otherwise = UNDEFINED_REQUIREMENT;
    write_in_edge(w, w->procedure->undefined, wrong, otherwise);
  }
  write_in_step(w, operation_assume(right));
  if (attribute->kind != ATTRIBUTE_NONNULL)
    write_in_room(w, at[attribute->argument], bytes_asked(w, attribute, at),
                  otherwise, text);
}

// ---- counted_by -------------------------------------------------------------

// The last field of the struct that the parameter points to, if it has as many
// elements as another field, which is the second, says; or null.
static const struct cfield *counted_field(const struct program *program,
                                          struct variable parameter,
                                          const struct cfield **counter) {
  struct ctype type = program_variable(program, parameter)->type;
  const struct ctype_info *info = ctype_bare(program->types, type);
  if (!type.id || info->kind != CTYPE_POINTER)
    return NULL;
  info = ctype_bare(program->types, info->target);
  if (info->kind != CTYPE_STRUCT || !info->field_count)
    return NULL;
  const struct cfield *last = &info->fields[info->field_count - 1];
  *counter = NULL;
  for (uint32_t i = 0; !name_is_none(last->counted_by) && i < info->field_count;
       i++)
    if (name_equal(info->fields[i].name, last->counted_by))
      *counter = &info->fields[i];
  const struct ctype_info *array = ctype_bare(program->types, last->type);
  bool is_known = *counter && !(*counter)->is_bit_field &&
                  array->kind == CTYPE_ARRAY &&
                  ctype_bare(program->types, array->target)->bit_size;
  return is_known ? last : NULL;
}

static struct term load_counter(struct write_in *w, struct term address,
                                const struct cfield *counter) {
  struct term_table *terms = w->program->terms;
  struct variable target =
      program_add_variable(w->program,
                           (struct variable_info){.kind = VARIABLE_TEMPORARY,
                                                  .name = counter->name,
                                                  .text = counter->name,
                                                  .type = counter->type,
                                                  .owner = w->procedure->self,
                                                  .is_made = true,
                                                  .position = w->position},
                           sort_bits((unsigned)counter->bit_size));
  struct operation op = {.kind = OPERATION_LOAD};
  op.memory.target = target;
  op.memory.address =
      term_add(terms, address, write_in_number(w, counter->bit_offset / 8));
  write_in_load(w, op, counter->bit_size / 8);
  return program_term(w->program, target);
}

// Where the pointer is not null, its struct has as many elements.
static void write_counted(struct write_in *w, struct variable parameter) {
  struct term_table *terms = w->program->terms;
  const struct ctype_table *types = w->program->types;
  const struct cfield *counter;
  const struct cfield *counted = counted_field(w->program, parameter, &counter);
  if (!counted)
    return;
  struct term pointer = program_term(w->program, parameter);
  struct term is_null = term_eq(terms, pointer, write_in_number(w, 0));
  struct location_id end = write_in_location(w);
  write_in_edge(w, end, operation_assume(is_null), UNDEFINED_NONE);
  write_in_step(w, operation_assume(term_not(terms, is_null)));
  struct term count = load_counter(w, pointer, counter);
  uint64_t element =
      ctype_bare(types, ctype_bare(types, counted->type)->target)->bit_size / 8;
  struct term array =
      term_add(terms, pointer, write_in_number(w, counted->bit_offset / 8));
  write_in_room(
      w, array,
      write_in_bytes(w, count, ctype_is_signed(types, counter->type), element),
      UNDEFINED_IMPOSSIBLE, (struct name){0});
  write_in_edge(w, end, operation_skip(), UNDEFINED_NONE);
  w->here = end;
}

// ---- The start --------------------------------------------------------------

// What its callers see to, if all of them are looked at or not seen.
static bool counts_at_start(const struct program *program,
                            const struct component_options *options,
                            enum called_again again) {
  return program->starting.is_declared && !options->is_task &&
         !options->starts_program && options->entry.id &&
         again <= (asks_rows(options) ? CALLED_BY_NAME : CALLED_NOT);
}

static bool has_any(const struct program *program,
                    const struct procedure *procedure) {
  const struct cfield *counter;
  bool found = procedure->attributes.required_count;
  for (uint32_t i = 0; i < procedure->parameters.count && !found; i++)
    found = counted_field(program, procedure->parameters.at[i], &counter);
  return found;
}

// Elements that are counted may be very many.
static void grow_inputs(struct program *program,
                        const struct procedure *procedure) {
  const struct attributes *attributes = &procedure->attributes;
  const struct cfield *counter;
  bool grows = false;
  for (uint32_t i = 0; i < attributes->required_count; i++)
    grows |= attributes->required[i].kind != ATTRIBUTE_NONNULL;
  for (uint32_t i = 0; i < procedure->parameters.count; i++)
    grows |=
        counted_field(program, procedure->parameters.at[i], &counter) != NULL;
  if (grows) {
    program->starting.most = weave_largest_input(program);
    program->starting.has_sizes = true;
  }
}

static void write_start(struct program *program, struct procedure *procedure) {
  struct write_in w = {program, procedure, procedure->position, {0}};
  struct location_id body = procedure->entry;
  struct term_vec at = {0};
  w.here = procedure->entry = write_in_location(&w);
  for (uint32_t i = 0; i < procedure->parameters.count; i++)
    term_vec_push(&at, program_term(program, procedure->parameters.at[i]));
  const struct attributes *attributes = &procedure->attributes;
  for (uint32_t i = 0; i < attributes->required_count; i++)
    if (is_about(program, &attributes->required[i], at.at, at.count))
      write_one(&w, &attributes->required[i], at.at, NULL);
  for (uint32_t i = 0; i < procedure->parameters.count; i++)
    write_counted(&w, procedure->parameters.at[i]);
  write_in_edge(&w, body, operation_skip(), UNDEFINED_NONE);
  term_vec_release(&at);
  grow_inputs(program, procedure);
}

// ---- Calls ------------------------------------------------------------------

// The callee of the call whose declaration asks for something, or null.
static const struct procedure *asking_callee(const struct program *program,
                                             const struct operation *op) {
  if (op->kind != OPERATION_CALL || !op->call.callee.id)
    return NULL;
  const struct procedure *callee = program_procedure(program, op->call.callee);
  if (callee->recalls.id)
    callee = program_procedure(program, callee->recalls);
  return callee->attributes.required_count &&
                 callee->kind == PROCEDURE_FUNCTION &&
                 !routine_row(name_text(program->names, callee->name))
             ? callee
             : NULL;
}

// Rows stand before the call.
static void write_call(struct program *program, struct procedure *procedure,
                       uint32_t id, const struct procedure *callee) {
  struct edge call = procedure->edges.at[id];
  struct write_in w = {program, procedure, call.position, {0}};
  w.here = write_in_location(&w);
  procedure->edges.at[id].op = operation_skip();
  procedure->edges.at[id].to = w.here;
  const struct attributes *attributes = &callee->attributes;
  for (uint32_t i = 0; i < attributes->required_count; i++)
    if (is_about(program, &attributes->required[i], call.op.call.arguments,
                 call.op.call.count))
      write_one(&w, &attributes->required[i], call.op.call.arguments, callee);
  call.from = w.here;
  procedure_add_edge(procedure, call);
}

static bool write_calls(struct program *program, struct procedure *procedure) {
  uint32_t count = procedure->edges.count;
  bool is_changed = false;
  for (uint32_t i = 1; i < count; i++) {
    const struct procedure *callee =
        asking_callee(program, &procedure->edges.at[i].op);
    if (callee)
      write_call(program, procedure, i, callee);
    is_changed |= callee != NULL;
  }
  return is_changed;
}

void attributes_write(struct program *program,
                      const struct component_options *options) {
  bool starts = counts_at_start(program, options, program->starting.again);
  for (uint32_t i = 1; i < program->procedures.count; i++) {
    struct procedure *procedure = program->procedures.at[i];
    if (!procedure->is_defined || !program->starting.is_declared)
      continue;
    bool is_changed = asks_rows(options) && write_calls(program, procedure);
    if (starts && i == options->entry.id && has_any(program, procedure)) {
      write_start(program, procedure);
      is_changed = true;
    }
    if (!is_changed)
      continue;
    procedure_seal(procedure);
    pass_made(program, procedure, "attributes");
  }
}

// ---- What is told -----------------------------------------------------------

bool attributes_tell(struct program *program,
                     const struct component_options *options,
                     struct strbuf *into) {
  if (!counts_at_start(program, options, program->starting.again))
    return false;
  const struct procedure *procedure =
      program_procedure(program, options->entry);
  const struct attributes *attributes = &procedure->attributes;
  const struct cfield *counter;
  for (uint32_t i = 0; i < attributes->required_count; i++)
    tell_one(program, procedure, &attributes->required[i], into);
  for (uint32_t i = 0; i < procedure->parameters.count; i++) {
    const struct cfield *counted =
        counted_field(program, procedure->parameters.at[i], &counter);
    if (counted)
      strbuf_format(into, "%s`%s->%s` has as many elements as `%s` says",
                    into->length ? "; " : "", name_of(program, procedure, i),
                    name_text(program->names, counted->name),
                    name_text(program->names, counter->name));
  }
  return into->length > 0;
}

// Is there a call with rows of its own below the entry?
static bool has_rows(const struct program *program,
                     const struct component_options *options) {
  struct callgraph graph;
  bool found = false;
  if (!asks_rows(options))
    return false;
  callgraph_init(&graph, program, options->entry);
  for (uint32_t i = 0; i < graph.order.count; i++) {
    const struct procedure *procedure =
        program_procedure(program, graph.order.at[i]);
    for (uint32_t k = 1; k < procedure->edges.count && !found; k++)
      found = asking_callee(program, &procedure->edges.at[k].op) != NULL;
  }
  callgraph_release(&graph);
  return found;
}

bool attributes_restrict(const struct program *program,
                         const struct component_options *options) {
  return program->starting.is_declared &&
         counts_at_start(program, options,
                         called_again(program, options->entry)) &&
         has_any(program, program_procedure(program, options->entry));
}

bool attributes_matter(const struct program *program,
                       const struct component_options *options) {
  struct strbuf text = {0};
  bool found =
      program->starting.is_declared && !options->is_task && options->entry.id &&
      (attributes_restrict(program, options) ||
       results_tell(program, options->entry, false, RESULT_NEW, &text) ||
       results_tell(program, options->entry, false, RESULT_NONNULL, &text) ||
       has_rows(program, options));
  strbuf_release(&text);
  return found;
}
