#include "abstraction/follow.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { MOST_PASSED = 256 }; // states in a row

// An edge, compiled.
struct move {
  bool is_ready;
  bool has_guard;
  struct value_code guard, bindings;
  struct u32_vec targets; // of the bindings: indices
};

// What an edge looks at of arrays, compiled.
struct look {
  bool is_ready;
  struct value_code at;  // where: a root for each array
  struct u32_vec arrays; // by root: indices
};

// How a variable is packed.
struct packing {
  uint8_t bytes;
  struct sort sort;
};

struct follow {
  struct finite *finite;
  const struct question *question;
  struct effects *effects; // of the question
  const struct action *visible;
  const struct finite_limits *limits;
  struct value_machine machine;
  struct u32_vec slots;     // by variable index of terms: index + 1
  struct packing *packings; // by index
  struct move *moves;       // by edge
  struct look *looks;       // by edge
  struct interner *known;   // packed state -> number + 1
  struct strbuf key;
  struct value *here, *next; // by index
  struct follow_step_vec *into;
  struct edge_id edge; // that is taken
  uint64_t steps;
  bool is_over; // too many states or steps, or an unknown value decides
};

static uint32_t variable_count(const struct follow *f) {
  return f->finite->variables.count;
}

static struct term term_at(const struct follow *f, uint32_t index) {
  return program_term(f->effects->program, f->finite->variables.at[index]);
}

// ---- States -----------------------------------------------------------------

static struct packing packing_of(const struct follow *f, uint32_t index) {
  struct sort sort = term_sort(f->effects->program->terms, term_at(f, index));
  if (sort_is_array(sort))
    return (struct packing){sizeof(uint32_t), sort};
  unsigned width = sort_value_bits(sort);
  unsigned bytes = (width + 7) / 8;
  return (struct packing){(uint8_t)(bytes > 8 ? 0 : bytes), sort};
}

// The location; a bit for each variable that is read there, whether it is
// known; and their values, low bytes first.
static void pack(struct follow *f, struct location_id location) {
  const struct bitset *live = &f->finite->live.at[location.id];
  strbuf_clear(&f->key);
  strbuf_bytes(&f->key, (const char *)&location.id, sizeof location.id);
  unsigned char mask = 0, bit = 1;
  BITSET_EACH (i, live) {
    mask |= f->next[i].is_known ? bit : 0;
    bit = (unsigned char)(bit << 1);
    strbuf_bytes(&f->key, (const char *)&f->next[i].bits, f->packings[i].bytes);
    if (bit)
      continue;
    strbuf_char(&f->key, (char)mask);
    mask = 0;
    bit = 1;
  }
  strbuf_char(&f->key, (char)mask);
}

struct location_id follow_location(const struct follow *f, uint32_t state) {
  struct name name = {state + 1};
  struct location_id location;
  memcpy(&location.id, name_text(f->known, name), sizeof location.id);
  return location;
}

// The k-th to the (k+8)-th variable share the byte behind the last of them.
static void unpack(struct follow *f, uint32_t state) {
  struct name name = {state + 1};
  const char *at = name_text(f->known, name);
  const struct bitset *live = &f->finite->live.at[follow_location(f, state).id];
  uint32_t group[8], count = 0;
  at += sizeof(uint32_t);
  for (uint32_t i = 0; i < variable_count(f); i++)
    f->here[i] = (struct value){0, true};
  for (uint32_t i = bitset_next(live, 0);; i = bitset_next(live, i + 1)) {
    if (i == UINT32_MAX || count == 8) {
      for (uint32_t k = 0; k < count; k++)
        f->here[group[k]].is_known = *at >> k & 1;
      at++;
      count = 0;
    }
    if (i == UINT32_MAX)
      return;
    memcpy(&f->here[i].bits, at, f->packings[i].bytes);
    at += f->packings[i].bytes;
    group[count++] = i;
  }
}

uint32_t follow_count(const struct follow *f) {
  return interner_count(f->known);
}

bool follow_value(struct follow *f, uint32_t state, struct variable variable,
                  uint64_t *value) {
  uint32_t index = finite_index(f->finite, variable);
  if (!index || sort_is_array(f->packings[index - 1].sort))
    return false;
  unpack(f, state);
  *value = f->here[index - 1].bits;
  return f->here[index - 1].is_known;
}

bool follow_element(struct follow *f, uint32_t state, struct variable variable,
                    uint32_t k, struct value_element *element) {
  uint32_t index = finite_index(f->finite, variable);
  if (!index || !sort_is_array(f->packings[index - 1].sort))
    return false;
  unpack(f, state);
  return value_array_at(&f->machine.arrays, f->here[index - 1], k, element);
}

// ---- Edges ------------------------------------------------------------------

static void compile(struct follow *f, struct edge_id edge, struct move *move) {
  const struct effect *effect = &f->effects->at[edge.id];
  const struct term_table *terms = f->effects->program->terms;
  struct term_vec values = {0};
  move->is_ready = true;
  move->has_guard = !term_is_true(terms, effect->guard);
  if (move->has_guard)
    value_code_init(&move->guard, terms, &effect->guard, 1, &f->slots);
  for (uint32_t i = 0; i < effect->binding_count; i++) {
    uint32_t index = finite_index(f->finite, effect->bindings[i].target);
    if (!index)
      continue;
    u32_vec_push(&move->targets, index - 1);
    term_vec_push(&values, effect->bindings[i].value);
  }
  value_code_init(&move->bindings, terms, values.at, values.count, &f->slots);
  term_vec_release(&values);
}

static const struct move *move_of(struct follow *f, struct edge_id edge) {
  struct move *move = &f->moves[edge.id];
  if (!move->is_ready)
    compile(f, edge, move);
  return move;
}

// Can the edge be taken with these values?
static struct value test(struct follow *f, struct edge_id edge,
                         const struct value *values) {
  const struct move *move = move_of(f, edge);
  if (!move->has_guard)
    return (struct value){1, true};
  value_code_run(&move->guard, &f->machine, values);
  return f->machine.registers[move->guard.results.at[0]];
}

static bool is_open(struct follow *f, struct edge_id edge) {
  struct value holds = test(f, edge, f->here);
  f->is_over |= !holds.is_known;
  return holds.is_known && holds.bits;
}

// `next` may be `here`.
static void bind(struct follow *f, struct edge_id edge,
                 const struct value *here, struct value *next) {
  const struct move *move = move_of(f, edge);
  value_code_run(&move->bindings, &f->machine, here);
  if (next != here)
    memcpy(next, here, variable_count(f) * sizeof *next);
  for (uint32_t i = 0; i < move->targets.count; i++)
    next[move->targets.at[i]] =
        f->machine.registers[move->bindings.results.at[i]];
}

static void forget(struct follow *f, uint32_t index) {
  f->next[index] = value_unknown(f->packings[index].sort);
}

static bool is_read(const struct follow *f, uint32_t index,
                    struct location_id at) {
  return bitset_has(&f->finite->live.at[at.id], index);
}

static bool is_counted(const struct follow *f, struct edge_id edge) {
  const struct effect *effect = &f->effects->at[edge.id];
  return question_role(f->question, edge) != ROLE_ENDS &&
         !term_is_false(f->effects->program->terms, effect->guard);
}

// ---- What is looked at ------------------------------------------------------

// Arrays that the element may be one of: below stores and choices.
static void look_at(struct follow *f, struct term select, struct term_vec *at,
                    struct u32_vec *arrays) {
  const struct term_table *terms = f->effects->program->terms;
  struct term array = term_operand(terms, select, 0);
  struct term_vec all = {0};
  term_collect(terms, &array, 1, &all);
  for (uint32_t i = 0; i < all.count; i++) {
    if (term_op(terms, all.at[i]) != OP_VAR ||
        !sort_is_array(term_sort(terms, all.at[i])))
      continue;
    uint32_t variable = term_variable_index(terms, all.at[i]);
    if (variable >= f->slots.count || !f->slots.at[variable])
      continue;
    term_vec_push(at, term_operand(terms, select, 1));
    u32_vec_push(arrays, f->slots.at[variable] - 1);
  }
  term_vec_release(&all);
}

static void compile_look(struct follow *f, struct edge_id edge,
                         struct look *look) {
  const struct effect *effect = &f->effects->at[edge.id];
  const struct term_table *terms = f->effects->program->terms;
  struct term_vec roots = {0}, all = {0}, at = {0};
  look->is_ready = true;
  term_vec_push(&roots, effect->guard);
  for (uint32_t i = 0; i < effect->binding_count; i++)
    if (finite_index(f->finite, effect->bindings[i].target))
      term_vec_push(&roots, effect->bindings[i].value);
  term_collect(terms, roots.at, roots.count, &all);
  for (uint32_t i = 0; i < all.count; i++)
    if (term_op(terms, all.at[i]) == OP_SELECT)
      look_at(f, all.at[i], &at, &look->arrays);
  value_code_init(&look->at, terms, at.at, at.count, &f->slots);
  term_vec_release(&roots);
  term_vec_release(&all);
  term_vec_release(&at);
}

static void add_reads(struct follow *f, const struct look *look,
                      struct follow_read_vec *into) {
  value_code_run(&look->at, &f->machine, f->here);
  for (uint32_t k = 0; k < look->arrays.count; k++) {
    struct value index = f->machine.registers[look->at.results.at[k]];
    if (index.is_known)
      follow_read_vec_push(
          into, (struct follow_read){look->arrays.at[k], index.bits});
  }
}

void follow_reads(struct follow *f, uint32_t state,
                  struct follow_read_vec *into) {
  const struct location *at =
      procedure_location(f->effects->procedure, follow_location(f, state));
  unpack(f, state);
  for (uint32_t i = 0; i < at->out_count; i++) {
    struct look *look = &f->looks[at->first_out + i];
    if (!look->is_ready)
      compile_look(f, (struct edge_id){at->first_out + i}, look);
    if (look->arrays.count)
      add_reads(f, look, into);
  }
}

// ---- Passing through --------------------------------------------------------

static bool is_silent(const struct follow *f, struct edge_id edge) {
  return question_is_step(f->question, edge) &&
         action_is_none(f->visible[edge.id]);
}

// Does the edge leave open what a variable is that will be read?
static bool has_choice(const struct follow *f, struct edge_id edge) {
  const struct effect *effect = &f->effects->at[edge.id];
  struct location_id to = procedure_edge(f->effects->procedure, edge)->to;
  for (uint32_t i = 0; i < effect->havoc_count; i++) {
    uint32_t index = finite_index(f->finite, effect->havocked[i]);
    if (index && is_read(f, index - 1, to) &&
        effect->origin != ORIGIN_APPROXIMATION &&
        finite_is_tame(f->finite, index - 1))
      return true;
  }
  return false;
}

// The only edge that the values of `next` let pass; none if there are others,
// or that cannot be told, which is no harm unless somebody comes here.
static struct edge_id only_edge(struct follow *f, struct location_id location) {
  const struct location *at =
      procedure_location(f->effects->procedure, location);
  struct edge_id only = {0}, none = {0};
  for (uint32_t i = 0; i < at->out_count; i++) {
    struct edge_id edge = {at->first_out + i};
    if (!is_counted(f, edge))
      continue;
    struct value holds = test(f, edge, f->next);
    if (holds.is_known && !holds.bits)
      continue;
    if (!holds.is_known || only.id || !is_silent(f, edge) ||
        has_choice(f, edge))
      return none;
    only = edge;
  }
  return only;
}

static void forget_havocs(struct follow *f, struct edge_id edge) {
  const struct effect *effect = &f->effects->at[edge.id];
  for (uint32_t i = 0; i < effect->havoc_count; i++) {
    uint32_t index = finite_index(f->finite, effect->havocked[i]);
    if (index)
      forget(f, index - 1);
  }
}

// Values that nobody reads any more may differ on the way.
static struct location_id pass(struct follow *f, struct location_id location) {
  for (uint32_t i = 0; f->visible && i < MOST_PASSED; i++) {
    struct edge_id edge = only_edge(f, location);
    if (!edge.id)
      break;
    bind(f, edge, f->next, f->next);
    forget_havocs(f, edge);
    location = procedure_edge(f->effects->procedure, edge)->to;
    f->steps++;
  }
  return location;
}

// ---- Steps ------------------------------------------------------------------

static bool must_end(struct follow *f) {
  const struct finite_limits *limits = f->limits;
  f->is_over |= limits->steps && f->steps > limits->steps;
  f->is_over |= follow_count(f) > limits->states;
  f->is_over |= poll_stops(limits->poll);
  return f->is_over;
}

// The values in `next` are those at the location.
static void arrive(struct follow *f, struct location_id location) {
  f->steps++;
  location = pass(f, location);
  if (must_end(f))
    return;
  pack(f, location);
  struct name name = intern_bytes(f->known, f->key.text, f->key.length);
  follow_step_vec_push(f->into, (struct follow_step){f->edge, name.id - 1});
}

// All ways in which the variables of a list can get any value, from the k-th
// on, as far as they are read at the location.
static void choose(struct follow *f, const struct variable *variables,
                   uint32_t count, bool is_approximate, struct location_id to) {
  struct value *before;
  uint32_t k = 0, index = 0;
  for (; k < count; k++) {
    index = finite_index(f->finite, variables[k]);
    if (index && !is_approximate && is_read(f, index - 1, to) &&
        finite_is_tame(f->finite, index - 1))
      break;
    if (index)
      forget(f, index - 1);
  }
  if (k == count) {
    arrive(f, to);
    return;
  }
  const struct value_vec *values =
      &f->finite->values[finite_class(f->finite, index - 1)];
  size_t size = variable_count(f) * sizeof *before;
  before = memory_new(size);
  memcpy(before, f->next, size);
  for (uint32_t i = 0; i < values->count && !f->is_over; i++) {
    memcpy(f->next, before, size); // passing through has changed it
    f->next[index - 1] = (struct value){values->at[i], true};
    choose(f, variables + k + 1, count - k - 1, is_approximate, to);
  }
  free(before);
}

bool follow_has_ended(const struct follow *f, uint32_t state) {
  return follow_location(f, state).id == f->effects->procedure->exit.id;
}

bool follow_steps(struct follow *f, uint32_t state,
                  struct follow_step_vec *into) {
  const struct procedure *procedure = f->effects->procedure;
  const struct location *at =
      procedure_location(procedure, follow_location(f, state));
  f->into = into;
  unpack(f, state);
  for (uint32_t i = 0; i < at->out_count && !f->is_over; i++) {
    struct edge_id edge = {at->first_out + i};
    const struct effect *effect = &f->effects->at[edge.id];
    if (!is_counted(f, edge) || !is_open(f, edge))
      continue;
    f->edge = edge;
    if (!question_is_step(f->question, edge)) {
      follow_step_vec_push(into, (struct follow_step){edge, FOLLOW_NOWHERE});
      continue;
    }
    bind(f, edge, f->here, f->next);
    choose(f, effect->havocked, effect->havoc_count,
           effect->origin == ORIGIN_APPROXIMATION,
           procedure_edge(procedure, edge)->to);
  }
  return !f->is_over;
}

// What is known of a variable at the entry.
static void begin(struct follow *f, uint32_t index,
                  const struct value *nothing) {
  struct term initial = effects_at_entry(f->effects, term_at(f, index));
  struct value_code code;
  value_code_init(&code, f->effects->program->terms, &initial, 1, &f->slots);
  value_code_run(&code, &f->machine, nothing);
  f->next[index] = f->machine.registers[code.results.at[0]];
  value_code_release(&code);
}

bool follow_start(struct follow *f, struct follow_step_vec *into) {
  struct variable_vec any = {0};
  f->into = into;
  f->edge = (struct edge_id){0};
  for (uint32_t i = 0; i < variable_count(f); i++)
    f->here[i] = value_unknown(f->packings[i].sort);
  for (uint32_t i = 0; i < variable_count(f); i++) {
    begin(f, i, f->here);
    if (!f->next[i].is_known)
      variable_vec_push(&any, f->finite->variables.at[i]);
  }
  choose(f, any.at, any.count, false, f->effects->procedure->entry);
  variable_vec_release(&any);
  return !f->is_over;
}

// ---- Life cycle -------------------------------------------------------------

static void find_slots(struct follow *f) {
  const struct term_table *terms = f->effects->program->terms;
  for (uint32_t i = 0; i < variable_count(f); i++) {
    uint32_t index = term_variable_index(terms, term_at(f, i));
    if (index >= f->slots.count)
      u32_vec_resize(&f->slots, index + 1);
    f->slots.at[index] = i + 1;
    f->packings[i] = packing_of(f, i);
  }
}

struct follow *follow_new(struct finite *finite, const struct action *visible,
                          const struct finite_limits *limits) {
  struct follow *f = memory_new_zero(1, sizeof *f);
  f->finite = finite;
  f->question = finite->question;
  f->effects = finite->effects;
  f->visible = visible;
  f->limits = limits;
  f->known = interner_new();
  value_machine_init(&f->machine);
  uint32_t count = variable_count(f) + 1;
  f->packings = memory_new_zero(count, sizeof *f->packings);
  f->here = memory_new_zero(count, sizeof *f->here);
  f->next = memory_new_zero(count, sizeof *f->next);
  f->moves = memory_new_zero(f->effects->procedure->edges.count + 1u,
                             sizeof *f->moves);
  f->looks = memory_new_zero(f->effects->procedure->edges.count + 1u,
                             sizeof *f->looks);
  find_slots(f);
  return f;
}

static void release_move(struct move *move) {
  if (!move->is_ready)
    return;
  value_code_release(&move->guard);
  value_code_release(&move->bindings);
  u32_vec_release(&move->targets);
}

static void release_look(struct look *look) {
  if (look->is_ready)
    value_code_release(&look->at);
  u32_vec_release(&look->arrays);
}

void follow_free(struct follow *f) {
  if (!f)
    return;
  for (uint32_t i = 0; i < f->effects->procedure->edges.count; i++) {
    release_move(&f->moves[i]);
    release_look(&f->looks[i]);
  }
  value_machine_release(&f->machine);
  interner_free(f->known);
  strbuf_release(&f->key);
  u32_vec_release(&f->slots);
  free(f->packings);
  free(f->here);
  free(f->next);
  free(f->moves);
  free(f->looks);
  free(f);
}
