#include "exact/decide.h"

#include <string.h>

#include "base/check.h"

// How many states are looked at in a round: the first ones alone keep the
// predicates few, and later there should not be a round for each.
static uint32_t width_of(uint32_t round) {
  return 1 + round / 4;
}

static void give_up(struct decision *decision,
                    const struct explanation *explanation) {
  if (explanation->meets_open)
    strbuf_add(&decision->reason, DECIDE_NOT_MODELLED);
  else
    strbuf_add(&decision->reason,
               "it depends on values that the program does not determine");
}

static void tell_why(const struct temporal *temporal,
                     const struct temporal_value *value,
                     const struct decide_options *options,
                     const struct explanation *explanation, struct tree *into) {
  tree_claim_vec_clear(&into->claims);
  into->count = 0;
  into->question = (struct name){0};
  justify_not_known(temporal, value, options->shown, options->names,
                    &explanation->way, into);
  if (explanation->text.length)
    into->question = intern(options->names, strbuf_text(&explanation->text));
}

// True when another round may decide it.
static bool go_on(struct abstract *abstract, const struct temporal *temporal,
                  const struct temporal_value *value,
                  const struct decide_options *options,
                  struct decision *decision) {
  struct explanation explanation;
  explain(abstract, temporal, value, options->mode, width_of(decision->rounds),
          &explanation);
  if (explanation.has_progressed)
    log_line(options->log, 2, "formula", "not known: %s",
             strbuf_text(&explanation.text));
  else
    give_up(decision, &explanation);
  tell_why(temporal, value, options, &explanation, &decision->why);
  bool may = explanation.has_progressed && decision->rounds < options->rounds;
  if (explanation.has_progressed && !may)
    strbuf_format(&decision->reason, "after %u rounds it is not known %s",
                  decision->rounds, strbuf_text(&explanation.text));
  explanation_release(&explanation);
  return may;
}

// An initial valuation that may stand for no state proves nothing false.
static void doubt_start(const struct abstract *abstract,
                        struct decision *decision) {
  if (decision->verdict != VERDICT_FALSE || !abstract->is_doubtful)
    return;
  decision->verdict = VERDICT_UNKNOWN;
  strbuf_add(&decision->reason,
             "it is not known whether an execution starts so");
}

struct deciding {
  struct abstract *abstract;
  const struct temporal *temporal;
  const struct decide_options *options;
  struct decision *decision;
  struct temporal_value *value;
  struct reuse *reuse; // null: every round begins anew
};

static void prepare(struct deciding *d) {
  temporal_prepare(d->temporal, &d->abstract->modal, &d->abstract->values,
                   d->options->poll, d->options->states, d->value);
}

static void log_round(const struct deciding *d) {
  const struct evaluation *evaluation = &d->value->evaluation;
  log_line(d->options->log, 2, "formula",
           "round %u: %u states, %u predicates: %s (%u values known before, %u "
           "found)",
           d->decision->rounds, d->abstract->modal.count,
           precision_expressions(d->abstract->precision),
           verdict_name(d->decision->verdict), evaluation->known,
           evaluation->found - evaluation->known);
}

// What is definite because an earlier round found it is so, but has no
// evidence: that is made of values that were computed at once. If they do not
// say the same, nothing is reused any more.
static void evaluate_anew(struct deciding *d) {
  enum verdict known = d->value->verdict;
  temporal_value_release(d->temporal, d->value);
  prepare(d);
  temporal_conclude(d->temporal, d->value);
  if (d->value->verdict == known)
    return;
  reuse_free(d->reuse);
  d->reuse = NULL;
  d->decision->verdict = d->value->verdict;
}

static void evaluate(struct deciding *d) {
  struct temporal_value *value = d->value;
  struct decision *decision = d->decision;
  prepare(d);
  if (d->reuse && value->is_whole && !d->abstract->trouble)
    reuse_begin(d->reuse, d->abstract, d->temporal, value);
  temporal_conclude(d->temporal, value);
  decision->verdict = d->abstract->trouble ? VERDICT_UNKNOWN : value->verdict;
  decision->known += value->evaluation.known;
  decision->found += value->evaluation.found - value->evaluation.known;
  log_round(d);
  if (decision->verdict != VERDICT_UNKNOWN && value->evaluation.known)
    evaluate_anew(d);
  if (!d->abstract->trouble && value->evaluation.is_stopped)
    strbuf_add(&decision->reason, "stopped");
  else if (!value->is_whole)
    strbuf_add(&decision->reason, "the product is too large");
}

static void build(struct deciding *d) {
  struct abstract *abstract = d->abstract;
  if (abstract_build(abstract, d->options->poll, d->options->states))
    return;
  strbuf_add(&d->decision->reason, abstract->trouble);
  modal_release(&abstract->modal);
  modal_init(&abstract->modal);
}

static bool is_over(struct deciding *d) {
  if (d->decision->verdict != VERDICT_UNKNOWN || d->decision->reason.length)
    return true;
  if (d->reuse)
    reuse_keep(d->reuse, d->abstract, d->temporal, d->value);
  return !go_on(d->abstract, d->temporal, d->value, d->options, d->decision);
}

// ---- With fewer predicates --------------------------------------------------

// What is tracked, and what of it is left out: seeds by their atoms, and
// predicates, which were inferred from the others, wherever they are.
struct shrinking {
  struct deciding *d;
  struct seed_vec all;
  struct bitset atoms, predicates; // left out
  uint32_t trials;                 // that are left
};

// Is the answer the same? The model is then that one.
static bool decides(struct shrinking *s) {
  struct deciding *d = s->d;
  struct seed_vec rest = {0};
  enum verdict wanted = d->decision->verdict;
  for (uint32_t i = 0; i < s->all.count; i++)
    if (!bitset_has(&s->atoms, s->all.at[i].atom.id))
      seed_vec_push(&rest, s->all.at[i]);
  abstract_track_only(d->abstract, &rest, &s->predicates);
  seed_vec_release(&rest);
  temporal_value_release(d->temporal, d->value);
  *d->value = (struct temporal_value){0};
  if (!abstract_build(d->abstract, d->options->poll, d->options->states)) {
    modal_release(&d->abstract->modal);
    modal_init(&d->abstract->modal);
  }
  prepare(d);
  temporal_conclude(d->temporal, d->value);
  return !d->abstract->trouble && d->value->verdict == wanted &&
         !(wanted == VERDICT_FALSE && d->abstract->is_doubtful);
}

static bool decides_without(struct shrinking *s, struct bitset *gone,
                            const uint32_t *units, uint32_t count) {
  s->trials--;
  for (uint32_t i = 0; i < count; i++)
    bitset_add(gone, units[i]);
  if (decides(s))
    return true;
  for (uint32_t i = 0; i < count; i++)
    bitset_remove(gone, units[i]);
  return false;
}

// Parts of the units are left out, smaller and smaller ones, as long as the
// answer stays; those that are needed remain in `units`.
static void leave_out(struct shrinking *s, struct u32_vec *units,
                      struct bitset *gone) {
  struct poll poll = s->d->options->poll;
  for (uint32_t size = (units->count + 1) / 2; size; size /= 2)
    for (uint32_t first = 0; first < units->count;) {
      uint32_t rest = units->count - first, count = rest < size ? rest : size;
      uint32_t *part = units->at + first;
      if (!s->trials || poll_stops(poll))
        return;
      if (decides_without(s, gone, part, count)) {
        memmove(part, part + count, (rest - count) * sizeof *part);
        units->count -= count;
      } else {
        first += size;
      }
    }
}

static void list_atoms(const struct seed_vec *seeds, struct u32_vec *into) {
  struct bitset seen = {0};
  for (uint32_t i = 0; i < seeds->count; i++)
    if (bitset_add(&seen, seeds->at[i].atom.id))
      u32_vec_push(into, seeds->at[i].atom.id);
  bitset_release(&seen);
}

static void list_predicates(const struct abstract *abstract,
                            struct u32_vec *into) {
  struct bitset seen = {0};
  precision_list(abstract->precision, &seen);
  BITSET_EACH (predicate, &seen)
    u32_vec_push(into, predicate);
  bitset_release(&seen);
}

// First what was chosen, then what was inferred from it. False when it was
// stopped.
static bool shrink(struct deciding *d) {
  struct shrinking s = {.d = d, .trials = d->options->shrink_trials};
  struct u32_vec atoms = {0}, predicates = {0};
  struct poll poll = d->options->poll;
  seed_vec_append(&s.all, d->abstract->seeds.at, d->abstract->seeds.count);
  list_atoms(&s.all, &atoms);
  leave_out(&s, &atoms, &s.atoms);
  bool is_same = !poll_stops(poll) && decides(&s);
  if (is_same) {
    list_predicates(d->abstract, &predicates);
    leave_out(&s, &predicates, &s.predicates);
    is_same = !poll_stops(poll) && decides(&s);
  }
  CHECK(is_same || poll_stops(poll), "an answer has changed");
  log_line(d->options->log, 2, "formula",
           is_same ? "%u predicates suffice, inferred from %u that were chosen"
                   : "stopped while looking for fewer predicates",
           precision_expressions(d->abstract->precision), atoms.count);
  seed_vec_release(&s.all);
  bitset_release(&s.atoms);
  bitset_release(&s.predicates);
  u32_vec_release(&atoms);
  u32_vec_release(&predicates);
  return is_same;
}

static void count(const struct abstract *abstract, struct decision *decision) {
  decision->predicates = precision_expressions(abstract->precision);
  decision->tracked = precision_total(abstract->precision);
  decision->states = abstract->modal.count;
}

bool decide_with_fewer(struct abstract *abstract,
                       const struct temporal *temporal,
                       const struct decide_options *options,
                       struct decision *decision,
                       struct temporal_value *value) {
  struct deciding d = {abstract, temporal, options, decision, value, NULL};
  bool ok = shrink(&d);
  if (ok)
    count(abstract, decision);
  return ok;
}

void decide(struct abstract *abstract, const struct temporal *temporal,
            const struct decide_options *options, struct decision *decision,
            struct temporal_value *value) {
  struct deciding d = {abstract, temporal, options, decision, value, NULL};
  *decision = (struct decision){.verdict = VERDICT_UNKNOWN};
  if (options->reuses)
    d.reuse = reuse_new();
  for (;;) {
    *value = (struct temporal_value){0};
    decision->rounds++;
    build(&d);
    evaluate(&d);
    if (is_over(&d))
      break;
    temporal_value_release(temporal, value);
  }
  if (d.reuse)
    reuse_free(d.reuse);
  count(abstract, decision);
  doubt_start(abstract, decision);
}

void decision_release(struct decision *decision) {
  strbuf_release(&decision->reason);
  tree_claim_vec_release(&decision->why.claims);
}
