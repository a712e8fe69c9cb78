#include "exact/abstract.h"

#include <stdlib.h>

#include "exact/abstract_internal.h"
#include "program/print.h"
#include "term/split.h"
#include "term/variables.h"

// ---- Life cycle -------------------------------------------------------------

void abstract_init(struct abstract *a, const struct abstract_subject *subject,
                   struct solver *solver) {
  static const struct question_rules nothing;
  struct effects *effects = subject->effects;
  *a = (struct abstract){.subject = *subject,
                         .effects = effects,
                         .solver = solver,
                         .memo = memory_new_zero(1, sizeof *a->memo)};
  a->question = question_new(effects, &nothing, NULL);
  a->table = predicate_table_new(effects->program->terms);
  a->precision = precision_new(a->question, a->table);
  a->memo->questions = interner_new();
  a->memo->states = interner_new();
  modal_init(&a->modal);
  steps_init(&a->code, effects, subject->weaving, subject->errors,
             subject->actions);
}

static void clear(struct abstract *a) {
  modal_release(&a->modal);
  modal_atoms_release(&a->values);
  abstract_state_vec_release(&a->states);
  u32_vec_release(&a->truths);
  u32_vec_release(&a->first_step);
  abstract_step_vec_release(&a->steps);
  bitset_release(&a->assuming);
  bitset_clear(&a->coarse);
}

void abstract_release(struct abstract *a) {
  clear(a);
  steps_release(&a->code);
  bitset_release(&a->precise);
  bitset_release(&a->coarse);
  precision_free(a->precision);
  seed_vec_release(&a->seeds);
  predicate_table_free(a->table);
  question_free(a->question);
  interner_free(a->memo->states);
  state_map_release(&a->memo->by_key);
  interner_free(a->memo->questions);
  memo_map_release(&a->memo->answers);
  u32_vec_release(&a->memo->truths);
  term_vec_release(&a->memo->primes);
  free(a->memo);
}

bool abstract_track(struct abstract *a, struct location_id location,
                    struct term condition) {
  struct term_vec atoms = {0};
  bool is_new = false;
  predicate_atoms(a->effects->program->terms, condition, &atoms);
  for (uint32_t i = 0; i < atoms.count; i++) {
    bool is_negated;
    struct predicate predicate =
        predicate_of(a->table, atoms.at[i], &is_negated);
    if (precision_tracks(a->precision, location, predicate))
      continue;
    precision_seed(a->precision, location, atoms.at[i]);
    seed_vec_push(&a->seeds, (struct seed){location, atoms.at[i]});
    is_new = true;
  }
  term_vec_release(&atoms);
  return is_new;
}

void abstract_track_only(struct abstract *a, const struct seed_vec *seeds,
                         const struct bitset *left_out) {
  precision_free(a->precision);
  a->precision = precision_new(a->question, a->table);
  precision_leave_out(a->precision, left_out);
  seed_vec_clear(&a->seeds);
  for (uint32_t i = 0; i < seeds->count; i++)
    abstract_track(a, seeds->at[i].location, seeds->at[i].atom);
}

// ---- States -----------------------------------------------------------------

// What is tracked since the model was made has no value in it; it comes behind
// what has.
static uint32_t truths_of(const struct abstract *a, uint32_t number) {
  uint32_t end = number + 1 < a->states.count ? a->states.at[number + 1].first
                                              : a->truths.count;
  return end - a->states.at[number].first;
}

enum truth abstract_truth(const struct abstract *a, uint32_t number,
                          struct term t) {
  struct term_table *terms = a->effects->program->terms;
  const struct abstract_state *state = &a->states.at[number];
  if (term_is_literal(terms, t))
    return term_is_true(terms, t) ? TRUTH_TRUE : TRUTH_FALSE;
  if (term_is_atom(terms, t)) {
    bool is_negated = false;
    struct predicate predicate = predicate_lookup(a->table, t, &is_negated);
    const struct predicate_vec *tracked =
        precision_at(a->precision, state->location);
    uint32_t count = truths_of(a, number);
    for (uint32_t i = 0; predicate.id && i < count; i++)
      if (tracked->at[i].id == predicate.id)
        return (a->truths.at[state->first + i] != 0) != is_negated
                   ? TRUTH_TRUE
                   : TRUTH_FALSE;
    return TRUTH_OPEN;
  }
  enum truth parts[3] = {TRUTH_OPEN, TRUTH_OPEN, TRUTH_OPEN};
  enum term_op op = term_op(terms, t);
  bool is_open = false;
  for (uint32_t i = 0; i < term_arity(terms, t); i++) {
    enum truth part = abstract_truth(a, number, term_operand(terms, t, i));
    if ((op == OP_AND && part == TRUTH_FALSE) ||
        (op == OP_OR && part == TRUTH_TRUE))
      return part;
    is_open |= part == TRUTH_OPEN;
    if (i < 3)
      parts[i] = part;
  }
  if (op == OP_ITE && parts[0] != TRUTH_OPEN)
    return parts[0] == TRUTH_TRUE ? parts[1] : parts[2];
  if (is_open)
    return TRUTH_OPEN;
  switch (op) {
  case OP_AND: return TRUTH_TRUE;
  case OP_OR: return TRUTH_FALSE;
  case OP_NOT: return parts[0] == TRUTH_TRUE ? TRUTH_FALSE : TRUTH_TRUE;
  case OP_EQ: return parts[0] == parts[1] ? TRUTH_TRUE : TRUTH_FALSE;
  default: return TRUTH_OPEN;
  }
}

static struct term literal_of(const struct abstract *a,
                              const struct abstract_state *state, uint32_t i) {
  const struct predicate_vec *tracked =
      precision_at(a->precision, state->location);
  return predicate_literal(a->table, tracked->at[i],
                           a->truths.at[state->first + i] != 0);
}

struct term abstract_region(const struct abstract *a, uint32_t number) {
  const struct abstract_state *state = &a->states.at[number];
  struct term_table *terms = a->effects->program->terms;
  struct term_vec literals = {0};
  uint32_t count = state->location.id
                       ? precision_at(a->precision, state->location)->count
                       : 0;
  for (uint32_t i = 0; i < count; i++)
    term_vec_push(&literals, literal_of(a, state, i));
  struct term region = term_and_all(terms, literals.at, literals.count);
  term_vec_release(&literals);
  return region;
}

static bool shares(const struct u32_vec *support,
                   const struct bitset *variables) {
  for (uint32_t i = 0; i < support->count; i++)
    if (bitset_has(variables, support->at[i]))
      return true;
  return false;
}

static void add_support(struct bitset *variables,
                        const struct u32_vec *support) {
  for (uint32_t i = 0; i < support->count; i++)
    bitset_add(variables, support->at[i]);
}

void abstract_relevant(const struct abstract *a, uint32_t number,
                       const struct term_vec *about, struct term_vec *into) {
  const struct abstract_state *state = &a->states.at[number];
  const struct predicate_vec *tracked =
      precision_at(a->precision, state->location);
  struct bitset variables = {0}, taken = {0};
  struct u32_vec support = {0};
  uint32_t count = truths_of(a, number);
  for (uint32_t i = 0; i < about->count; i++) {
    u32_vec_clear(&support);
    term_support(a->effects->program->terms, about->at[i], &support);
    add_support(&variables, &support);
  }
  bool is_changed = true;
  while (is_changed) {
    is_changed = false;
    for (uint32_t i = 0; i < count; i++) {
      const struct u32_vec *own = predicate_support(a->table, tracked->at[i]);
      if (bitset_has(&taken, i) || !shares(own, &variables))
        continue;
      bitset_add(&taken, i);
      add_support(&variables, own);
      is_changed = true;
    }
  }
  BITSET_EACH (i, &taken)
    term_vec_push(into, literal_of(a, state, i));
  u32_vec_release(&support);
  bitset_release(&variables);
  bitset_release(&taken);
}

// ---- The model --------------------------------------------------------------

// Every atom of a formula is tracked everywhere: it is asked of every state.
static void track_conditions(struct abstract *a) {
  const struct procedure *procedure = a->effects->procedure;
  for (uint32_t i = 0; i < a->subject.conditions->count; i++) {
    struct term condition = a->subject.conditions->at[i];
    for (uint32_t l = 1;
         !term_is_none(condition) && l < procedure->locations.count; l++)
      abstract_track(a, (struct location_id){l}, condition);
  }
}

// Which turn comes next is chosen at one edge and looked at behind it.
static void track_turns(struct abstract *a) {
  const struct procedure *procedure = a->effects->procedure;
  for (uint32_t e = 1; e < procedure->edges.count; e++) {
    const struct edge *edge = &procedure->edges.at[e];
    const struct effect *effect = &a->effects->at[e];
    if (edge->op.kind != OPERATION_HAVOC || effect->origin != ORIGIN_INPUT ||
        position_is_known(edge->position))
      continue;
    const struct location *location = procedure_location(procedure, edge->to);
    for (uint32_t i = 0; i < location->out_count; i++)
      abstract_track(a, edge->to,
                     a->effects->at[location->first_out + i].guard);
  }
}

// Do initial states differ by values that nobody chose?
static bool rests_on_unset(const struct abstract *a) {
  const struct predicate_vec *tracked =
      precision_at(a->precision, a->code.start);
  for (uint32_t i = 0; i < tracked->count; i++)
    if (shares(predicate_support(a->table, tracked->at[i]), &a->code.unset))
      return true;
  return false;
}

static void add_initial(struct abstract *a) {
  const struct predicate_vec *tracked =
      precision_at(a->precision, a->code.start);
  struct term_vec assumed = {0}, open = {0};
  term_vec_push(&assumed, effects_at_entry(a->effects, a->code.assumed));
  for (uint32_t i = 0; i < tracked->count; i++)
    term_vec_push(
        &open,
        effects_at_entry(a->effects, predicate_term(a->table, tracked->at[i])));
  struct memo_answer answer = abstract_enumerate(a, &assumed, &open);
  if (!answer.is_complete)
    a->trouble = "the solver gave up at the entry";
  a->is_doubtful =
      !answer.is_real || rests_on_unset(a) || a->code.is_restricted;
  bool *values = memory_new_zero(tracked->count + 1, sizeof *values);
  for (uint32_t i = 0; i < answer.count; i++) {
    for (uint32_t k = 0; k < tracked->count; k++)
      values[k] =
          a->memo->truths.at[answer.first + i * tracked->count + k] != 0;
    u32_vec_push(&a->modal.initial,
                 abstract_state(a, a->code.start, 0, values));
  }
  free(values);
  term_vec_release(&assumed);
  term_vec_release(&open);
}

static enum truth condition_truth(struct abstract *a, uint32_t state,
                                  struct term condition) {
  enum truth truth = abstract_truth(a, state, condition);
  if (truth != TRUTH_OPEN)
    return truth;
  struct term_table *terms = a->effects->program->terms;
  struct term_vec about = {0}, given = {0};
  term_vec_push(&about, condition);
  abstract_relevant(a, state, &about, &given);
  term_vec_push(&given, condition);
  if (abstract_refutes(a, &given))
    truth = TRUTH_FALSE;
  *term_vec_last(&given) = term_not(terms, condition);
  if (truth == TRUTH_OPEN && abstract_refutes(a, &given))
    truth = TRUTH_TRUE;
  term_vec_release(&about);
  term_vec_release(&given);
  return truth;
}

static enum truth truth_of(bool value) {
  return value ? TRUTH_TRUE : TRUTH_FALSE;
}

static enum truth atom_truth(struct abstract *a, uint32_t number,
                             uint32_t atom_number) {
  const struct atom *atom = &a->subject.atoms->list.at[atom_number];
  const struct abstract_state *state = &a->states.at[number];
  const struct procedure *procedure = a->effects->procedure;
  if (!state->location.id)
    return TRUTH_OPEN;
  switch (atom->kind) {
  case ATOM_ACTION:
    return truth_of(atom->action.id && state->action == atom->action.id);
  case ATOM_C:
    return condition_truth(a, number, a->subject.conditions->at[atom_number]);
  case ATOM_TRANSIT:
    return truth_of(bitset_has(&a->code.transit, state->location.id));
  default:
    return truth_of(
        atom_holds_at(a->subject.atoms, atom, procedure, state->location));
  }
}

static void evaluate_atoms(struct abstract *a) {
  for (uint32_t i = 0; i < a->subject.atoms->list.count; i++) {
    struct modal_atom value = {0};
    for (uint32_t s = 0; s < a->states.count; s++) {
      enum truth truth = atom_truth(a, s, i);
      if (truth == TRUTH_TRUE)
        bitset_add(&value.certain, s);
      if (truth != TRUTH_FALSE)
        bitset_add(&value.possible, s);
    }
    modal_atom_vec_push(&a->values, value);
  }
}

bool abstract_build(struct abstract *a, struct poll poll, uint32_t limit) {
  clear(a);
  modal_init(&a->modal);
  interner_free(a->memo->states);
  a->memo->states = interner_new();
  state_map_clear(&a->memo->by_key);
  a->trouble = NULL;
  track_conditions(a);
  if (a->subject.has_turns)
    track_turns(a);
  precision_infer(a->precision);
  u32_vec_push(&a->first_step, 0);
  add_initial(a);
  while (!a->trouble && a->modal.count < a->states.count) {
    abstract_expand(a, a->modal.count);
    if (a->states.count > limit)
      a->trouble = "the abstraction has too many states";
    if (poll_stops(poll))
      a->trouble = "stopped";
  }
  if (!a->trouble)
    evaluate_atoms(a);
  DCHECK(a->trouble || modal_is_valid(&a->modal), "the model is not valid");
  return !a->trouble;
}

const struct abstract_step *abstract_steps(const struct abstract *a,
                                           uint32_t state, uint32_t *count) {
  *count = a->first_step.at[state + 1] - a->first_step.at[state];
  return a->steps.at + a->first_step.at[state];
}

enum { MOST_SHOWN = 4 };

struct position abstract_position(const struct abstract *a, uint32_t number) {
  const struct procedure *procedure = a->effects->procedure;
  struct location_id at = a->states.at[number].location;
  if (!at.id)
    return (struct position){0};
  const struct location *location = procedure_location(procedure, at);
  return position_is_known(location->position) || !location->out_count
             ? location->position
             : procedure->edges.at[location->first_out].position;
}

// Does it speak of something that no line of source names?
static bool is_inner(const struct abstract *a, struct term literal) {
  struct term_vec parts = {0};
  bool found = false;
  term_variables(a->effects->program->terms, &literal, 1, &parts);
  for (uint32_t i = 0; i < parts.count && !found; i++) {
    struct variable variable =
        program_variable_of(a->effects->program, parts.at[i]);
    const struct variable_info *info =
        program_variable(a->effects->program, variable);
    found = info->kind == VARIABLE_TEMPORARY && name_is_none(info->text);
  }
  term_vec_release(&parts);
  return found;
}

void abstract_print_known(const struct abstract *a, uint32_t number,
                          struct strbuf *out) {
  const struct abstract_state *state = &a->states.at[number];
  if (!state->location.id)
    return;
  uint32_t count = truths_of(a, number), shown = 0;
  for (uint32_t i = 0; i < count && shown <= MOST_SHOWN; i++) {
    struct term literal = literal_of(a, state, i);
    if (is_inner(a, literal))
      continue;
    if (++shown > MOST_SHOWN) {
      strbuf_add(out, ", ..");
    } else {
      strbuf_add(out, shown > 1 ? ", " : "");
      program_print_term(a->effects->program, literal, out);
    }
  }
}
