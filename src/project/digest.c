#include "project/digest.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/sha256.h"
#include "memory/derived.h"

// Numbers by id, from 1 in the order of meeting; 0: not met. Those that are met
// and not written yet are behind `next`.
struct numbering {
  uint32_t *numbers;
  struct u32_vec met;
  uint32_t next;
};

struct writer {
  const struct cone *cone;
  const struct program *program;
  struct strbuf text;
  struct position_vec positions; // of the cone, sorted, each once
  struct numbering procedures, variables, objects, types, terms;
  struct u32_vec stack; // of terms
};

// ---- Texts ------------------------------------------------------------------

static void put(struct writer *w, uint64_t number) {
  char digits[17];
  int at = 16;
  digits[16] = ',';
  for (; number || at == 16; number >>= 4)
    digits[--at] = "0123456789abcdef"[number & 15];
  strbuf_bytes(&w->text, digits + at, (size_t)(17 - at));
}

static void put_word(struct writer *w, const char *word) {
  put(w, strlen(word));
  strbuf_add(&w->text, word);
}

static void put_name(struct writer *w, struct name name) {
  put_word(w, name_text(w->program->names, name));
}

static uint32_t number_of(struct numbering *numbering, uint32_t id) {
  if (id && !numbering->numbers[id])
    numbering->numbers[id] = u32_vec_push(&numbering->met, id) + 1;
  return id ? numbering->numbers[id] : 0;
}

static void put_type(struct writer *w, struct ctype type) {
  put(w, number_of(&w->types, type.id));
}

static void put_variable(struct writer *w, struct variable variable) {
  put(w, number_of(&w->variables, variable.id));
}

static void put_object(struct writer *w, struct object_id object) {
  put(w, number_of(&w->objects, object.id));
}

static void put_procedure(struct writer *w, struct procedure_id procedure) {
  put(w, number_of(&w->procedures, procedure.id));
}

// ---- Places -----------------------------------------------------------------

static void collect(struct writer *w, struct position position) {
  if (position_is_known(position))
    position_vec_push(&w->positions, position);
}

static void collect_operation(struct writer *w, const struct operation *op) {
  if (op->kind == OPERATION_ASSUME)
    collect(w, op->assume.other);
  if (op->kind == OPERATION_INVALID)
    collect(w, op->invalid.other);
}

static void collect_procedure(struct writer *w,
                              const struct procedure *procedure) {
  collect(w, procedure->position);
  for (uint32_t i = 1; i < procedure->locations.count; i++)
    collect(w, procedure->locations.at[i].position);
  for (uint32_t i = 1; i < procedure->edges.count; i++) {
    collect(w, procedure->edges.at[i].position);
    collect_operation(w, &procedure->edges.at[i].op);
  }
}

static void collect_all(struct writer *w) {
  const struct program *program = w->program;
  BITSET_EACH (id, &w->cone->procedures)
    collect_procedure(w, program->procedures.at[id]);
  BITSET_EACH (id, &w->cone->variables)
    collect(w, program->variables.at[id].position);
  BITSET_EACH (id, &w->cone->objects)
    collect(w, program->objects.at[id].position);
  for (uint32_t i = 0; i < program->limitations.count; i++)
    if (!program->limitations.at[i].procedure.id)
      collect(w, program->limitations.at[i].position);
  collect(w, program->weak_order);
}

// Files are told apart by their names: handles come in any order.
struct keyed {
  const char *file;
  struct position position;
};

static int by_place(const void *a, const void *b) {
  const struct keyed *x = a, *y = b;
  int order = strcmp(x->file, y->file);
  if (order)
    return order;
  if (x->position.line != y->position.line)
    return x->position.line < y->position.line ? -1 : 1;
  return (x->position.column > y->position.column) -
         (x->position.column < y->position.column);
}

static void sort_positions(struct writer *w) {
  uint32_t count = w->positions.count, kept = 0;
  struct keyed *sorted = memory_new_zero(count + 1, sizeof *sorted);
  for (uint32_t i = 0; i < count; i++)
    sorted[i] =
        (struct keyed){name_text(w->program->names, w->positions.at[i].file),
                       w->positions.at[i]};
  qsort(sorted, count, sizeof *sorted, by_place);
  for (uint32_t i = 0; i < count; i++)
    if (!i || by_place(&sorted[i - 1], &sorted[i]))
      w->positions.at[kept++] = sorted[i].position;
  w->positions.count = kept;
  free(sorted);
}

static uint32_t rank_of(const struct writer *w, struct position position) {
  const struct interner *names = w->program->names;
  struct keyed key = {name_text(names, position.file), position};
  uint32_t low = 0, high = w->positions.count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    struct keyed at = {name_text(names, w->positions.at[middle].file),
                       w->positions.at[middle]};
    int order = by_place(&at, &key);
    if (!order)
      return middle + 1;
    if (order < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return 0;
}

static void put_position(struct writer *w, struct position position) {
  put(w, position_is_known(position) ? rank_of(w, position) : 0);
}

static bool is_same_line(struct position a, struct position b) {
  return name_equal(a.file, b.file) && a.line == b.line;
}

// Which of the ranks share a line, and which lines these are.
static void write_places(struct writer *w, struct strbuf *places) {
  const struct position_vec *all = &w->positions;
  for (uint32_t i = 0; i < all->count; i++) {
    bool is_new = !i || !is_same_line(all->at[i - 1], all->at[i]);
    put(w, is_new);
    if (!is_new)
      continue;
    const char *file = name_text(w->program->names, all->at[i].file);
    if (!i || !name_equal(all->at[i - 1].file, all->at[i].file))
      put_word(w, file);
    strbuf_format(places, "%s %u\n", file_base_name(file), all->at[i].line);
  }
}

// ---- Terms ------------------------------------------------------------------

static void write_leaf(struct writer *w, struct term t) {
  const struct term_table *terms = w->program->terms;
  enum term_op op = term_op(terms, t);
  if (op == OP_VAR)
    put_variable(w, program_variable_of(w->program, t));
  if (term_is_literal(terms, t)) {
    u128 value = term_value(terms, t);
    put(w, (uint64_t)(value >> 64));
    put(w, (uint64_t)value);
  }
  if (op == OP_EXTRACT)
    put(w, term_extract_low(terms, t));
}

static void write_term(struct writer *w, struct term t) {
  const struct term_table *terms = w->program->terms;
  put(w, term_op(terms, t));
  put(w, term_sort(terms, t).code);
  write_leaf(w, t);
  for (uint32_t i = 0; i < term_arity(terms, t); i++)
    put(w, w->terms.numbers[term_operand(terms, t, i).id]);
}

// Operands that have no number yet go onto the stack, the first on top.
static bool push_operands(struct writer *w, struct term t) {
  bool has_new = false;
  for (uint32_t i = term_arity(w->program->terms, t); i-- > 0;) {
    struct term operand = term_operand(w->program->terms, t, i);
    if (!w->terms.numbers[operand.id]) {
      u32_vec_push(&w->stack, operand.id);
      has_new = true;
    }
  }
  return has_new;
}

// Its number, behind whatever of it is new.
static void put_term(struct writer *w, struct term t) {
  if (!term_is_none(t) && !w->terms.numbers[t.id])
    u32_vec_push(&w->stack, t.id);
  while (w->stack.count) {
    struct term top = {*u32_vec_last(&w->stack)};
    if (!w->terms.numbers[top.id] && push_operands(w, top))
      continue;
    u32_vec_pop(&w->stack);
    if (!w->terms.numbers[top.id]) {
      write_term(w, top);
      number_of(&w->terms, top.id);
    }
  }
  put(w, term_is_none(t) ? 0 : w->terms.numbers[t.id]);
}

static void put_terms(struct writer *w, const struct term *terms,
                      uint32_t count) {
  put(w, count);
  for (uint32_t i = 0; i < count; i++)
    put_term(w, terms[i]);
}

// ---- Operations -------------------------------------------------------------

static void write_flags(struct writer *w, const struct operation *op) {
  switch (op->kind) {
  case OPERATION_ASSIGN: put(w, op->assign.is_atomic); break;
  case OPERATION_ASSUME:
    put_name(w, op->assume.text);
    put_position(w, op->assume.other);
    break;
  case OPERATION_INVALID:
    put(w, op->invalid.access);
    put_name(w, op->invalid.text);
    put_position(w, op->invalid.other);
    put(w, op->invalid.is_usual);
    break;
  case OPERATION_HAVOC:
    put(w, op->havoc.origin);
    put_name(w, op->havoc.what);
    break;
  case OPERATION_LOAD:
  case OPERATION_STORE:
  case OPERATION_UPDATE:
    put_name(w, op->memory.text);
    put(w, op->memory.is_volatile);
    put(w, op->memory.is_atomic);
    break;
  case OPERATION_ALLOCATE:
    put(w, op->allocate.alignment);
    put(w, op->allocate.kind);
    put(w, op->allocate.is_zeroed);
    put(w, op->allocate.may_fail);
    put(w, op->allocate.is_kept);
    put(w, op->allocate.is_given);
    put_name(w, op->allocate.filler);
    break;
  case OPERATION_LIVE: put(w, op->live.life); break;
  case OPERATION_CALL: put_procedure(w, op->call.callee); break;
  case OPERATION_THREAD: put(w, op->thread.action); break;
  case OPERATION_PERFORM:
    put_name(w, op->perform.action);
    put(w, op->perform.number);
    break;
  case OPERATION_UNSUPPORTED:
    put_name(w, op->unsupported.what);
    put(w, op->unsupported.is_doubt);
    put(w, op->unsupported.is_cut);
    break;
  case OPERATION_COPY:
  case OPERATION_FILL:
  case OPERATION_FREE:
  case OPERATION_RETURN:
  case OPERATION_KIND_COUNT: break;
  }
}

// Which term and which variable is which follows from the kind: the lists have
// a fixed order.
static void write_operation(struct writer *w, const struct operation *op) {
  struct term_vec terms = {0};
  struct variable_vec targets = {0};
  operation_terms(op, &terms);
  operation_targets(op, &targets);
  put(w, op->kind);
  write_flags(w, op);
  put(w, targets.count);
  for (uint32_t i = 0; i < targets.count; i++)
    put_variable(w, targets.at[i]);
  put_terms(w, terms.at, terms.count);
  term_vec_release(&terms);
  variable_vec_release(&targets);
}

// ---- Things -----------------------------------------------------------------

static void write_attributes(struct writer *w,
                             const struct attributes *attributes) {
  put(w, attributes->required_count);
  for (uint32_t i = 0; i < attributes->required_count; i++) {
    const struct attribute *at = &attributes->required[i];
    put(w, at->kind);
    put(w, at->argument);
    put(w, at->size);
    put(w, at->counter);
    put(w, at->is_signed);
  }
  put(w, attributes->gives_nonnull);
  put(w, attributes->gives_new);
  put(w, attributes->sizes[0]);
  put(w, attributes->sizes[1]);
}

static void write_heading(struct writer *w, const struct procedure *p) {
  const bool flags[] = {p->is_defined,
                        p->is_disembodied,
                        p->is_noreturn,
                        p->is_error,
                        p->is_variadic,
                        p->is_internal,
                        p->is_replaceable,
                        p->is_absent,
                        p->returns_integer,
                        p->is_void,
                        bitset_has(&w->cone->taken, p->self.id)};
  put(w, p->kind);
  put_name(w, p->name);
  put_type(w, p->type);
  put_position(w, p->position);
  put_procedure(w, p->frame);
  put_object(w, p->function);
  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
    put(w, flags[i]);
  put(w, p->outside);
  put_type(w, p->filled);
  put(w, p->result.code);
  write_attributes(w, &p->attributes);
  put(w, p->passing.count);
  for (uint32_t i = 0; i < p->passing.count; i++) {
    put(w, p->passing.at[i].kind);
    put(w, p->passing.at[i].width);
  }
}

static void write_frame(struct writer *w, const struct procedure *p) {
  put(w, p->parameters.count);
  for (uint32_t i = 0; i < p->parameters.count; i++)
    put_variable(w, p->parameters.at[i]);
  put_variable(w, p->variadic);
  put(w, p->variables.count);
  for (uint32_t i = 0; i < p->variables.count; i++)
    put_variable(w, p->variables.at[i]);
  put(w, p->objects.count);
  for (uint32_t i = 0; i < p->objects.count; i++)
    put_object(w, p->objects.at[i]);
}

static void write_body(struct writer *w, const struct procedure *p) {
  put(w, p->locations.count);
  for (uint32_t i = 1; i < p->locations.count; i++) {
    put_position(w, p->locations.at[i].position);
    put_name(w, p->locations.at[i].label);
  }
  put(w, p->entry.id);
  put(w, p->exit.id);
  put(w, p->undefined.id);
  put(w, p->edges.count);
  for (uint32_t i = 1; i < p->edges.count; i++) {
    const struct edge *edge = &p->edges.at[i];
    put(w, edge->from.id);
    put(w, edge->to.id);
    put_position(w, edge->position);
    put(w, edge->undefined);
    write_operation(w, &edge->op);
  }
}

static void write_procedure(struct writer *w, uint32_t id) {
  const struct procedure *procedure = w->program->procedures.at[id];
  write_heading(w, procedure);
  write_frame(w, procedure);
  write_body(w, procedure);
}

static void write_variable(struct writer *w, uint32_t id) {
  const struct variable_info *info = &w->program->variables.at[id];
  const bool flags[] = {info->is_internal, info->is_hidden, info->is_fixed,
                        info->is_listed,   info->is_made,   info->is_number};
  put(w, info->kind);
  put_name(w, info->name);
  put_name(w, info->text);
  put_type(w, info->type);
  put(w, term_sort(w->program->terms, info->term).code);
  put_procedure(w, info->owner);
  put_object(w, info->object);
  put_term(w, info->initial);
  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
    put(w, flags[i]);
  put_position(w, info->position);
}

static void write_contents(struct writer *w, const struct object_info *info) {
  put(w, info->bytes != NULL);
  if (info->bytes)
    strbuf_bytes(&w->text, (const char *)info->bytes, info->size);
  put(w, info->relocation_count);
  for (uint32_t i = 0; i < info->relocation_count; i++) {
    put(w, info->relocations[i].offset);
    put_term(w, info->relocations[i].value);
  }
}

static void write_object(struct writer *w, uint32_t id) {
  const struct object_info *info = &w->program->objects.at[id];
  const bool flags[] = {info->is_constant,     info->is_external,
                        info->is_adopted,      info->is_input,
                        info->is_thread_local, info->is_internal,
                        info->is_hidden,       info->is_fixed,
                        info->is_listed,       info->escapes};
  put(w, info->kind);
  put_name(w, info->name);
  put_type(w, info->type);
  put(w, info->size);
  put(w, info->alignment);
  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
    put(w, flags[i]);
  put_variable(w, info->address);
  put_procedure(w, info->owner);
  put_procedure(w, info->procedure);
  write_contents(w, info);
  put_position(w, info->position);
}

static void write_members(struct writer *w, const struct ctype_info *info) {
  put(w, info->field_count);
  for (uint32_t i = 0; i < info->field_count; i++) {
    const struct cfield *field = &info->fields[i];
    put_name(w, field->name);
    put_type(w, field->type);
    put(w, field->bit_offset);
    put(w, field->bit_size);
    put(w, field->is_bit_field);
    put_name(w, field->counted_by);
  }
  put(w, info->enumerator_count);
  for (uint32_t i = 0; i < info->enumerator_count; i++) {
    put_name(w, info->enumerators[i].name);
    put(w, (uint64_t)(info->enumerators[i].value >> 64));
    put(w, (uint64_t)info->enumerators[i].value);
  }
}

// Structures that begin with this one belong to the cone without being named by
// it, where a pointer may be taken to lead to one of them.
static void write_wholes(struct writer *w, const struct ctype_info *base) {
  const struct ctype_table *types = w->program->types;
  if (!w->program->starting.is_usual || base->kind != CTYPE_STRUCT ||
      !base->bit_size)
    return;
  for (uint32_t i = 1; i < ctype_count(types); i++) {
    struct ctype whole = {i};
    if (derived_begins_with(types, ctype_info(types, whole), base))
      put_type(w, whole);
  }
}

static void write_type(struct writer *w, uint32_t id) {
  const struct ctype_info *info =
      ctype_info(w->program->types, (struct ctype){id});
  put(w, info->kind);
  put_name(w, info->name);
  put(w, info->bit_size);
  put(w, info->is_signed);
  put_type(w, info->target);
  put(w, info->count);
  write_members(w, info);
  put(w, info->parameter_count);
  for (uint32_t i = 0; i < info->parameter_count; i++)
    put_type(w, info->parameters[i]);
  put(w, info->is_variadic);
  write_wholes(w, info);
}

// ---- The whole --------------------------------------------------------------

static bool write_next(struct writer *w, struct numbering *numbering,
                       void (*write)(struct writer *w, uint32_t id)) {
  if (numbering->next == numbering->met.count)
    return false;
  write(w, numbering->met.at[numbering->next++]);
  return true;
}

static void write_met(struct writer *w) {
  while (write_next(w, &w->procedures, write_procedure) ||
         write_next(w, &w->variables, write_variable) ||
         write_next(w, &w->objects, write_object) ||
         write_next(w, &w->types, write_type))
    ;
}

// What belongs to the cone without being named by it, in the program's order.
static void write_rest(struct writer *w) {
  BITSET_EACH (id, &w->cone->procedures)
    number_of(&w->procedures, id);
  BITSET_EACH (id, &w->cone->variables)
    number_of(&w->variables, id);
  BITSET_EACH (id, &w->cone->objects)
    number_of(&w->objects, id);
  write_met(w);
}

static void write_program(struct writer *w) {
  const struct program *program = w->program;
  put(w, program->pointer_width);
  put(w, program->volatile_accesses.are_inputs);
  put(w, program->volatile_accesses.reads != 0);
  put(w, program->volatile_accesses.own != 0);
  put(w, program->volatile_accesses.devices != 0);
  put(w, program->keeps_numbers);
  put_position(w, program->weak_order);
  for (uint32_t i = 0; i < program->limitations.count; i++) {
    const struct limitation *at = &program->limitations.at[i];
    if (at->procedure.id && !bitset_has(&w->cone->procedures, at->procedure.id))
      continue;
    put_procedure(w, at->procedure);
    put_name(w, at->what);
    put(w, at->is_havocked);
  }
  put_procedure(w, program->entry.id == w->cone->entry.id
                       ? program->entry
                       : (struct procedure_id){0});
}

static void write_answers(struct writer *w,
                          const struct declaration_vec *answers) {
  for (uint32_t i = 0; i < answers->count; i++) {
    put_name(w, answers->at[i].text);
    put_type(w, answers->at[i].type);
    put(w, answers->at[i].is_type);
    put_term(w, answers->at[i].value);
  }
}

static void numbering_init(struct numbering *numbering, uint32_t count) {
  numbering->numbers = memory_new_zero(count + 1, sizeof *numbering->numbers);
}

static void numbering_release(struct numbering *numbering) {
  free(numbering->numbers);
  u32_vec_release(&numbering->met);
}

static void writer_init(struct writer *w) {
  numbering_init(&w->procedures, w->program->procedures.count);
  numbering_init(&w->variables, w->program->variables.count);
  numbering_init(&w->objects, w->program->objects.count);
  numbering_init(&w->types, ctype_count(w->program->types));
  numbering_init(&w->terms, term_count(w->program->terms));
}

static void writer_release(struct writer *w) {
  numbering_release(&w->procedures);
  numbering_release(&w->variables);
  numbering_release(&w->objects);
  numbering_release(&w->types);
  numbering_release(&w->terms);
  u32_vec_release(&w->stack);
  position_vec_release(&w->positions);
  strbuf_release(&w->text);
}

void cone_digest(const struct cone *cone, const struct declaration_vec *answers,
                 struct strbuf *digest, struct strbuf *places) {
  struct writer w = {.cone = cone, .program = cone->program};
  writer_init(&w);
  collect_all(&w);
  sort_positions(&w);
  put_procedure(&w, cone->entry);
  write_program(&w);
  write_met(&w);
  write_rest(&w);
  if (answers)
    write_answers(&w, answers);
  write_met(&w);
  write_places(&w, places);
  sha256_print(strbuf_text(&w.text), w.text.length, digest);
  writer_release(&w);
}
