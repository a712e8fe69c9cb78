#include "abstraction/value.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static const struct value unknown = {0};

struct value value_unknown(struct sort sort) {
  if (sort_is_array(sort))
    return (struct value){VALUE_ARRAY_UNKNOWN, true};
  return unknown;
}

static bool is_same(struct value a, struct value b) {
  return a.is_known == b.is_known && a.bits == b.bits;
}

// ---- Arrays -----------------------------------------------------------------

// Contents are texts made of these: first the element of all other indices,
// then the exceptions by increasing index.
struct entry {
  uint64_t index;
  uint64_t bits;
  uint64_t is_known;
};

static struct entry entry_of(uint64_t index, struct value element) {
  return (struct entry){index, element.bits, element.is_known};
}

static struct value element_of(struct entry entry) {
  return (struct value){entry.bits, entry.is_known};
}

static struct value value_array_of(struct value_arrays *arrays,
                                   struct value element) {
  struct entry entry = entry_of(0, element);
  struct name name =
      intern_bytes(arrays->contents, (const char *)&entry, sizeof entry);
  return (struct value){name.id, true};
}

static void value_arrays_init(struct value_arrays *arrays) {
  arrays->contents = interner_new();
  arrays->scratch = (struct strbuf){0};
  value_array_of(arrays, unknown);
}

static void value_arrays_release(struct value_arrays *arrays) {
  interner_free(arrays->contents);
  strbuf_release(&arrays->scratch);
}

// An array that nobody will read is zero, which is the name of none.
static const char *contents_of(const struct value_arrays *arrays,
                               struct value array, uint32_t *count) {
  struct name name = {array.bits ? (uint32_t)array.bits : VALUE_ARRAY_UNKNOWN};
  *count =
      (uint32_t)(name_length(arrays->contents, name) / sizeof(struct entry));
  return name_text(arrays->contents, name);
}

static struct entry entry_at(const char *contents, uint32_t k) {
  struct entry entry;
  memcpy(&entry, contents + k * sizeof entry, sizeof entry);
  return entry;
}

// The first exception whose index is not less.
static uint32_t find_entry(const char *contents, uint32_t count,
                           uint64_t index) {
  uint32_t low = 1, high = count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (entry_at(contents, middle).index < index)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static struct value value_array_store(struct value_arrays *arrays,
                                      struct value array, struct value index,
                                      struct value element) {
  if (!index.is_known)
    return (struct value){VALUE_ARRAY_UNKNOWN, true};
  uint32_t count;
  const char *contents = contents_of(arrays, array, &count);
  uint32_t at = find_entry(contents, count, index.bits), after = at;
  if (at < count && entry_at(contents, at).index == index.bits)
    after++;
  struct entry entry = entry_of(index.bits, element);
  strbuf_clear(&arrays->scratch);
  strbuf_bytes(&arrays->scratch, contents, at * sizeof entry);
  if (!is_same(element, element_of(entry_at(contents, 0))))
    strbuf_bytes(&arrays->scratch, (const char *)&entry, sizeof entry);
  strbuf_bytes(&arrays->scratch, contents + after * sizeof entry,
               (count - after) * sizeof entry);
  struct name name = intern_bytes(arrays->contents, arrays->scratch.text,
                                  arrays->scratch.length);
  return (struct value){name.id, true};
}

static struct value value_array_load(const struct value_arrays *arrays,
                                     struct value array, struct value index) {
  uint32_t count;
  if (!index.is_known)
    return unknown;
  const char *contents = contents_of(arrays, array, &count);
  uint32_t at = find_entry(contents, count, index.bits);
  if (at == count || entry_at(contents, at).index != index.bits)
    at = 0;
  return element_of(entry_at(contents, at));
}

bool value_array_at(const struct value_arrays *arrays, struct value array,
                    uint32_t k, struct value_element *element) {
  uint32_t count;
  const char *contents = contents_of(arrays, array, &count);
  if (k >= count)
    return false;
  struct entry entry = entry_at(contents, k);
  *element = (struct value_element){entry.index, element_of(entry)};
  return true;
}

// ---- Compiling --------------------------------------------------------------

enum step_kind { STEP_CONSTANT, STEP_VARIABLE, STEP_UNKNOWN, STEP_OPERATOR };

struct value_step {
  uint8_t kind;
  uint8_t op; // enum term_op
  uint8_t class;
  bool is_array;     // the result
  bool takes_arrays; // the first operand, or what an ITE chooses
  uint16_t width;    // of the result
  uint16_t from;     // of the first operand
  uint16_t low;      // EXTRACT; CONCAT: width of the second operand
  uint16_t arity;
  uint32_t first; // of its operands; VARIABLE: its slot
  uint64_t constant;
};

static bool is_wide(const struct term_table *terms, struct term t) {
  return sort_value_bits(term_sort(terms, t)) > VALUE_MOST_BITS ||
         (sort_is_array(term_sort(terms, t)) &&
          sort_index_width(term_sort(terms, t)) > VALUE_MOST_BITS);
}

static struct value_step compile_variable(const struct term_table *terms,
                                          struct term t,
                                          const struct u32_vec *slots,
                                          struct value_step step) {
  uint32_t index = term_variable_index(terms, t);
  uint32_t slot = index < slots->count ? slots->at[index] : 0;
  if (!slot)
    return step;
  step.kind = STEP_VARIABLE;
  step.first = slot - 1;
  return step;
}

static struct value_step compile_step(const struct term_table *terms,
                                      struct term t,
                                      const struct u32_vec *slots) {
  enum term_op op = term_op(terms, t);
  struct value_step step = {.kind = STEP_UNKNOWN,
                            .op = (uint8_t)op,
                            .class = (uint8_t)term_op_class(op),
                            .is_array = sort_is_array(term_sort(terms, t)),
                            .width =
                                (uint16_t)sort_value_bits(term_sort(terms, t)),
                            .arity = (uint16_t)term_arity(terms, t)};
  if (op == OP_VAR)
    return compile_variable(terms, t, slots, step);
  if (is_wide(terms, t))
    return step;
  if (!step.arity) {
    step.kind = STEP_CONSTANT;
    step.constant = (uint64_t)term_value(terms, t);
    return step;
  }
  for (uint32_t i = 0; i < step.arity; i++)
    if (is_wide(terms, term_operand(terms, t, i)))
      return step;
  struct term first = term_operand(terms, t, 0);
  step.kind = STEP_OPERATOR;
  step.from = (uint16_t)sort_value_bits(term_sort(terms, first));
  step.takes_arrays = sort_is_array(term_sort(terms, first));
  if (op == OP_EXTRACT)
    step.low = (uint16_t)term_extract_low(terms, t);
  if (op == OP_CONCAT)
    step.low =
        (uint16_t)sort_value_bits(term_sort(terms, term_operand(terms, t, 1)));
  return step;
}

static int by_handle(const void *a, const void *b) {
  const struct term *left = a, *right = b;
  return (left->id > right->id) - (left->id < right->id);
}

// They are sorted; operands have smaller handles.
static uint32_t find_term(const struct term_vec *all, struct term t) {
  const struct term *found =
      bsearch(&t, all->at, all->count, sizeof t, by_handle);
  return (uint32_t)(found - all->at);
}

void value_code_init(struct value_code *code, const struct term_table *terms,
                     const struct term *roots, uint32_t count,
                     const struct u32_vec *slots) {
  struct term_vec all = {0};
  *code = (struct value_code){0};
  term_collect(terms, roots, count, &all);
  if (all.count)
    qsort(all.at, all.count, sizeof *all.at, by_handle);
  code->count = all.count;
  code->steps = memory_new_zero(all.count + 1u, sizeof *code->steps);
  for (uint32_t k = 0; k < all.count; k++) {
    struct value_step *step = &code->steps[k];
    *step = compile_step(terms, all.at[k], slots);
    if (step->kind != STEP_OPERATOR)
      continue;
    step->first = code->operands.count;
    for (uint32_t i = 0; i < step->arity; i++)
      u32_vec_push(&code->operands,
                   find_term(&all, term_operand(terms, all.at[k], i)));
  }
  for (uint32_t i = 0; i < count; i++)
    u32_vec_push(&code->results, find_term(&all, roots[i]));
  term_vec_release(&all);
}

void value_code_release(struct value_code *code) {
  free(code->steps);
  u32_vec_release(&code->operands);
  u32_vec_release(&code->results);
}

// ---- Running ----------------------------------------------------------------

void value_machine_init(struct value_machine *machine) {
  *machine = (struct value_machine){0};
  value_arrays_init(&machine->arrays);
}

void value_machine_release(struct value_machine *machine) {
  value_arrays_release(&machine->arrays);
  free(machine->registers);
}

static struct value known(uint64_t bits) {
  return (struct value){bits, true};
}

// Of the step as a whole, when nothing better is known.
static struct value no_result(const struct value_step *step) {
  return step->is_array ? known(VALUE_ARRAY_UNKNOWN) : unknown;
}

static struct value choose(const struct value_step *step, struct value a,
                           struct value b, struct value c) {
  if (a.is_known)
    return a.bits ? b : c;
  return is_same(b, c) ? b : no_result(step);
}

// AND is false if one operand is, OR is true, whatever the others are.
static struct value connect(const struct value_step *step,
                            const uint32_t *operands,
                            const struct value *registers) {
  bool decides = step->op == OP_OR, all_known = true;
  for (uint32_t i = 0; i < step->arity; i++) {
    struct value a = registers[operands[i]];
    if (a.is_known && (a.bits != 0) == decides)
      return known(decides);
    all_known &= a.is_known;
  }
  return all_known ? known(!decides) : unknown;
}

static struct value run_boolean(const struct value_step *step,
                                const uint32_t *operands,
                                const struct value *registers) {
  struct value a = registers[operands[0]];
  switch (step->op) {
  case OP_NOT: return a.is_known ? known(!a.bits) : unknown;
  case OP_ITE:
    return choose(step, a, registers[operands[1]], registers[operands[2]]);
  case OP_EQ: {
    struct value b = registers[operands[1]];
    bool can_tell = a.is_known && b.is_known && !step->takes_arrays;
    return can_tell ? known(a.bits == b.bits) : unknown;
  }
  default: return connect(step, operands, registers);
  }
}

static struct value run_array(const struct value_step *step,
                              const uint32_t *operands,
                              struct value_machine *machine) {
  const struct value *registers = machine->registers;
  struct value a = registers[operands[0]];
  switch (step->op) {
  case OP_SELECT:
    return value_array_load(&machine->arrays, a, registers[operands[1]]);
  case OP_STORE:
    return value_array_store(&machine->arrays, a, registers[operands[1]],
                             registers[operands[2]]);
  default: return value_array_of(&machine->arrays, a);
  }
}

static uint64_t run_binary(const struct value_step *step,
                           const uint32_t *operands,
                           const struct value *registers) {
  u128 result = registers[operands[0]].bits;
  for (uint32_t i = 1; i < step->arity; i++)
    result =
        bits_binary(step->op, step->width, result, registers[operands[i]].bits);
  return (uint64_t)result;
}

static uint64_t run_piece(const struct value_step *step, uint64_t a,
                          uint64_t b) {
  if (step->op == OP_EXTRACT)
    return (uint64_t)bits_truncate((u128)a >> step->low, step->width);
  return (uint64_t)((u128)a << step->low | b);
}

// All operands are known.
static struct value run_known(const struct value_step *step,
                              const uint32_t *operands,
                              const struct value *registers) {
  uint64_t a = registers[operands[0]].bits;
  uint64_t b = step->arity > 1 ? registers[operands[1]].bits : 0;
  switch ((enum term_op_class)step->class) {
  case OP_CLASS_COMPARE: return known(bits_compare(step->op, step->from, a, b));
  case OP_CLASS_UNARY:
    return known((uint64_t)bits_unary(step->op, step->from, a));
  case OP_CLASS_BINARY: return known(run_binary(step, operands, registers));
  case OP_CLASS_CONVERT:
    return known((uint64_t)bits_convert(step->op, step->from, step->width, a));
  case OP_CLASS_PIECE: return known(run_piece(step, a, b));
  default: return unknown;
  }
}

static struct value run_operator(const struct value_code *code,
                                 const struct value_step *step,
                                 struct value_machine *machine) {
  const uint32_t *operands = code->operands.at + step->first;
  if (step->class == OP_CLASS_BOOLEAN)
    return run_boolean(step, operands, machine->registers);
  if (step->class == OP_CLASS_ARRAY)
    return run_array(step, operands, machine);
  for (uint32_t i = 0; i < step->arity; i++)
    if (!machine->registers[operands[i]].is_known)
      return unknown;
  return run_known(step, operands, machine->registers);
}

static void grow_registers(struct value_machine *machine, uint32_t count) {
  if (count <= machine->register_count)
    return;
  machine->register_count = 2 * count;
  machine->registers = memory_resize(
      machine->registers, machine->register_count * sizeof *machine->registers);
}

void value_code_run(const struct value_code *code,
                    struct value_machine *machine,
                    const struct value *variables) {
  grow_registers(machine, code->count);
  for (uint32_t k = 0; k < code->count; k++) {
    const struct value_step *step = &code->steps[k];
    struct value result = no_result(step);
    if (step->kind == STEP_VARIABLE)
      result = variables[step->first];
    else if (step->kind == STEP_CONSTANT)
      result = known(step->constant);
    else if (step->kind == STEP_OPERATOR)
      result = run_operator(code, step, machine);
    machine->registers[k] = result;
  }
}
