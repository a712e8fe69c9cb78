// Exact abstraction on total valuations against the paper's semantics of four
// values over partial ones (seed 004, sections 3.3 and 5), both from the same
// choice(q, r), and against the program that is abstracted: nothing definite is
// wrong, and what the paper decides is decided.
//
// Where q and r both hold, which they do only at valuations without a state, no
// step is possible. With such the paper's steps are taken from its definitions,
// and ours lead to what has a state, as in C programs, whose targets the solver
// finds.
//
// DEFINITE_FIRST and DEFINITE_COUNT choose the programs.
#include "definite_formula.h"

#include "../bp/fixture.h"
#include "bp/temporal.h"
#include "exact/evaluate.h"

static const struct poll never;

// Who answers.
enum { PAPER, PAPER_BRANCHES, OURS, OURS_CHOICES, WAYS };

static const char *const ways[] = {"the paper's", "the paper's with branches",
                                   "ours", "ours with choices"};

struct figures {
  uint32_t programs;
  uint32_t by_shape[SHAPES][WAYS + 1]; // the last: asked
};

// ---- Ours -------------------------------------------------------------------

// The valuations that an edge may lead to.
static uint32_t targets_of(const struct program *p, const struct statement *s,
                           uint32_t v) {
  uint32_t targets = 0;
  for (uint32_t to = 0; to < p->valuations; to++) {
    bool may = (s->kind == DO || to == v) && (!p->contradicts || p->region[to]);
    for (uint32_t k = 0; s->kind == DO && k < p->predicates; k++)
      may &= !((to >> k & 1 ? s->updates[k].r : s->updates[k].q) >> v & 1);
    targets |= (uint32_t)may << to;
  }
  return targets;
}

// Can every state of the valuation choose these truth values?
static bool can_choose(const struct program *p, const struct statement *s,
                       uint32_t v, uint32_t wanted) {
  uint64_t good = 0;
  for (uint32_t to = 0; to < p->valuations; to++)
    if (!((to ^ wanted) & s->chosen))
      good |= p->region[to];
  for (uint32_t value = 0; value < p->values; value++)
    if ((p->region[v] >> value & 1) && !(s->after[value] & good))
      return false;
  return p->region[v] != 0;
}

static uint32_t list_states(const struct program *p, uint32_t statement,
                            uint32_t targets, uint32_t *list) {
  uint32_t count = 0;
  for (uint32_t to = 0; to < p->valuations; to++)
    if (targets >> to & 1)
      list[count++] = statement * p->valuations + to;
  return count;
}

// Those of the targets in which the same was chosen, for each way to choose.
static void add_choices(const struct program *p, const struct statement *s,
                        uint32_t v, uint32_t targets, struct modal *modal) {
  uint32_t list[VALUATIONS];
  for (uint32_t wanted = 0; wanted < p->valuations; wanted++) {
    uint32_t alike = 0;
    for (uint32_t to = 0; to < p->valuations; to++)
      if (!((to ^ wanted) & s->chosen))
        alike |= targets & 1u << to;
    if (!(wanted & ~s->chosen) && alike && can_choose(p, s, v, wanted))
      modal_must(modal, list, list_states(p, s->edges[0].to, alike, list));
  }
}

// The rule of exact/abstract.h: an edge whose guard follows certainly leads to
// one of its targets; if none does and one is taken, to one of all.
static void add_state(const struct program *p, uint32_t statement, uint32_t v,
                      bool has_choices, struct modal *modal) {
  const struct statement *s = &p->at[statement];
  uint32_t all[EDGES * VALUATIONS], count = 0;
  uint64_t guards = 0;
  bool is_open = true;
  for (uint32_t e = 0; e < s->edge_count; e++) {
    const struct edge *edge = &s->edges[e];
    uint32_t *list = all + count;
    guards |= edge->guard;
    if (edge->choice.r >> v & 1)
      continue;
    uint32_t targets = targets_of(p, s, v);
    uint32_t length = list_states(p, edge->to, targets, list);
    for (uint32_t i = 0; i < length; i++)
      modal_may(modal, list[i]);
    count += length;
    if (!(edge->choice.q >> v & 1))
      continue;
    is_open = false;
    if (length)
      modal_must(modal, list, length);
    if (has_choices && s->chosen)
      add_choices(p, s, v, targets, modal);
  }
  if (is_open && count && s->edge_count > 1 && guards == all_values(p))
    modal_must(modal, all, count);
  modal_complete(modal);
}

static void add_atom(const struct program *p, struct modal_atom_vec *atoms,
                     uint32_t predicate, uint32_t statement) {
  struct modal_atom atom = {0};
  for (uint32_t i = 0; i < p->count; i++)
    for (uint32_t v = 0; v < p->valuations; v++)
      if (predicate < p->predicates ? v >> predicate & 1 : i == statement) {
        bitset_add(&atom.certain, i * p->valuations + v);
        bitset_add(&atom.possible, i * p->valuations + v);
      }
  modal_atom_vec_push(atoms, atom);
}

static void make_model(const struct program *p, bool has_choices,
                       struct modal *modal) {
  modal_init(modal);
  u32_vec_push(&modal->initial, 0);
  for (uint32_t i = 0; i < p->count; i++)
    for (uint32_t v = 0; v < p->valuations; v++)
      add_state(p, i, v, has_choices, modal);
  assert_true(modal_is_valid(modal));
}

// ---- One program ------------------------------------------------------------

struct subject {
  uint32_t seed;
  struct program program;
  struct strbuf text;
  struct fixture fixture;
  struct kripke kripke;
  struct modal models[2];
  struct modal_atom_vec atoms;
};

// Does a set hold of a partial valuation, however it is completed?
static bool holds_of(const struct subject *subject, uint32_t partial,
                     uint32_t set) {
  const struct program *p = &subject->program;
  for (uint32_t v = 0; v < p->valuations; v++) {
    bool is_completion = true;
    for (uint32_t k = 0; k < p->predicates; k++) {
      enum partial value = kripke_value(&subject->kripke, partial, k);
      is_completion &=
          value == PARTIAL_UNKNOWN || (value == PARTIAL_T) == (v >> k & 1);
    }
    if (is_completion && !(set >> v & 1))
      return false;
  }
  return true;
}

// As certain as q, as possible as not r.
static enum belnap as_belnap(bool q, bool r) {
  return (enum belnap)((int)q << 1 | (int)!r);
}

// A step in both approximations is t, in one alone top or bottom: section 3.3.
static enum belnap defined_step(const struct subject *subject,
                                const struct statement *s,
                                const struct edge *edge, uint32_t from,
                                uint32_t to) {
  enum belnap all = as_belnap(holds_of(subject, from, edge->choice.q),
                              holds_of(subject, from, edge->choice.r));
  for (uint32_t k = 0; k < subject->program.predicates; k++) {
    enum partial now = kripke_value(&subject->kripke, from, k);
    enum partial next = kripke_value(&subject->kripke, to, k);
    bool is_kept = s->kind != DO;
    bool q =
        is_kept ? now == PARTIAL_T : holds_of(subject, from, s->updates[k].q);
    bool r =
        is_kept ? now == PARTIAL_F : holds_of(subject, from, s->updates[k].r);
    all = belnap_and(all, next == PARTIAL_UNKNOWN ? BELNAP_TOP
                          : next == PARTIAL_T     ? as_belnap(q, r)
                                                  : as_belnap(r, q));
  }
  return all;
}

static void define_steps(struct subject *subject) {
  struct kripke *k = &subject->kripke;
  for (uint32_t state = 0; state < k->count; state++) {
    const struct statement *s =
        &subject->program.at[kripke_statement(k, state)];
    k->steps[state].count = 0;
    for (uint32_t i = 0; i < s->edge_count * k->valuations; i++) {
      const struct edge *edge = &s->edges[i / k->valuations];
      uint32_t to = i % k->valuations;
      enum belnap value =
          defined_step(subject, s, edge, state % k->valuations, to);
      if (value != BELNAP_F)
        kripke_step_vec_push(
            &k->steps[state],
            (struct kripke_step){edge->to * k->valuations + to, value});
    }
  }
}

static void subject_init(struct subject *subject, uint32_t seed,
                         bool contradicts) {
  struct random random = {seed};
  struct program *p = &subject->program;
  struct strbuf why = {0};
  *subject = (struct subject){.seed = seed};
  p->contradicts = contradicts;
  draw_program(&random, p);
  print_program(p, &subject->text);
  fixture_init(&subject->fixture, strbuf_text(&subject->text));
  if (!subject->fixture.bp ||
      !kripke_init(&subject->kripke, subject->fixture.bp, BP_EXACT, &why))
    fail_msg("seed %u: %s %s\n%s", seed, strbuf_text(&why),
             capture_text(&subject->fixture.messages),
             strbuf_text(&subject->text));
  assert_int_equal(subject->kripke.count,
                   p->count * subject->kripke.valuations);
  if (contradicts)
    define_steps(subject);
  for (uint32_t i = 0; i < 2; i++)
    make_model(p, i, &subject->models[i]);
  for (uint32_t k = 0; k < p->predicates; k++)
    add_atom(p, &subject->atoms, k, 0);
  for (uint32_t i = 0; i < p->count; i++)
    add_atom(p, &subject->atoms, p->predicates, i);
  strbuf_release(&why);
}

static void subject_release(struct subject *subject) {
  modal_atoms_release(&subject->atoms);
  for (uint32_t i = 0; i < 2; i++)
    modal_release(&subject->models[i]);
  kripke_release(&subject->kripke);
  fixture_release(&subject->fixture);
  strbuf_release(&subject->text);
}

// What a partial valuation stands for: values.
static uint64_t partial_region(const struct subject *subject,
                               uint32_t partial) {
  const struct program *p = &subject->program;
  uint64_t region = all_values(p);
  for (uint32_t k = 0; k < p->predicates; k++) {
    enum partial value = kripke_value(&subject->kripke, partial, k);
    if (value != PARTIAL_UNKNOWN)
      region &= value == PARTIAL_T ? p->truth[k] : ~p->truth[k];
  }
  return region;
}

static uint32_t as_partial(const struct program *p, uint32_t v) {
  uint32_t made = 0;
  for (uint32_t k = p->predicates; k-- > 0;)
    made = 3 * made + (v >> k & 1);
  return made;
}

// ---- One formula ------------------------------------------------------------

struct asked {
  const struct subject *subject;
  const struct strbuf *text;
  struct states truth;
  enum belnap *paper[2];
  struct evaluation ours[2];
  uint32_t formula; // in that of ours
};

static void ask(struct asked *asked, const struct forms *forms, uint32_t f,
                struct mu_table *table) {
  const struct subject *subject = asked->subject;
  struct bp_formula formula;
  struct strbuf why = {0};
  struct states bound[FORMS];
  uint32_t built[FORMS];
  asked->truth = form_states(&subject->program, forms, f, bound);
  if (!bp_formula_read(&formula, subject->fixture.bp, strbuf_text(asked->text),
                       &why))
    fail_msg("%s: %s", strbuf_text(asked->text), strbuf_text(&why));
  asked->formula = build_form(&subject->program, forms, f, table, built);
  for (uint32_t i = 0; i < 2; i++) {
    asked->paper[i] = bp_formula_evaluate(&formula, &subject->kripke, i);
    evaluation_init(&asked->ours[i], &subject->models[i], table,
                    &subject->atoms, never);
    evaluation_run(&asked->ours[i], asked->formula);
  }
  bp_formula_release(&formula);
  strbuf_release(&why);
}

static void asked_release(struct asked *asked) {
  for (uint32_t i = 0; i < 2; i++) {
    free(asked->paper[i]);
    evaluation_release(&asked->ours[i]);
  }
}

static enum belnap our_value(const struct asked *asked, uint32_t way,
                             uint32_t state) {
  const struct evaluation *e = &asked->ours[way - OURS];
  bool is_certain = evaluation_holds(e, MU_CERTAIN, asked->formula, state);
  bool is_possible = evaluation_holds(e, MU_POSSIBLE, asked->formula, state);
  return (enum belnap)(is_certain << 1 | (int)is_possible);
}

static void complain(const struct asked *asked, const char *what, uint32_t way,
                     uint32_t statement, uint32_t v) {
  fail_msg("seed %u: %s %s: %s at L%u, valuation %u\n%s", asked->subject->seed,
           ways[way], what, strbuf_text(asked->text), statement, v,
           strbuf_text(&asked->subject->text));
}

// Is it definite, and right for all these values? A value of both is wrong.
static bool is_decided(const struct asked *asked, enum belnap value,
                       uint32_t way, uint32_t statement, uint32_t v,
                       uint64_t region) {
  uint64_t truth = asked->truth.at[statement];
  bool is_wrong = value == BELNAP_T   ? (region & ~truth) != 0
                  : value == BELNAP_F ? (region & truth) != 0
                                      : value == BELNAP_TOP;
  if (region && is_wrong)
    complain(asked, "is wrong", way, statement, v);
  return value == BELNAP_T || value == BELNAP_F;
}

static void compare(const struct asked *asked, uint32_t statement, uint32_t v,
                    uint32_t *figures) {
  const struct program *p = &asked->subject->program;
  uint32_t partial =
      statement * asked->subject->kripke.valuations + as_partial(p, v);
  bool decided[WAYS];
  for (uint32_t way = 0; way < WAYS; way++) {
    enum belnap value =
        way < OURS ? asked->paper[way][partial]
                   : our_value(asked, way, statement * p->valuations + v);
    decided[way] = is_decided(asked, value, way, statement, v, p->region[v]);
    figures[way] += decided[way];
  }
  figures[WAYS]++;
  // Section 5 loses something where a valuation has no steps.
  if (!p->contradicts && decided[PAPER] > decided[PAPER_BRANCHES])
    complain(asked, "says less", PAPER_BRANCHES, statement, v);
  if (decided[PAPER] > decided[OURS] || decided[PAPER_BRANCHES] > decided[OURS])
    complain(asked, "says less", OURS, statement, v);
  if (decided[OURS] > decided[OURS_CHOICES])
    complain(asked, "says less", OURS_CHOICES, statement, v);
}

static void compare_all(const struct asked *asked, uint32_t *figures) {
  const struct subject *subject = asked->subject;
  for (uint32_t i = 0; i < subject->program.count; i++) {
    for (uint32_t v = 0; v < subject->program.valuations; v++)
      if (subject->program.region[v])
        compare(asked, i, v, figures);
    for (uint32_t w = 0; w < subject->kripke.valuations; w++)
      for (uint32_t way = PAPER; way < OURS; way++)
        is_decided(asked, asked->paper[way][i * subject->kripke.valuations + w],
                   way, i, w, partial_region(subject, w));
  }
}

static void check_program(uint32_t seed, bool contradicts,
                          struct figures *figures) {
  struct subject subject;
  struct random random = {seed + 0x100000000u};
  subject_init(&subject, seed, contradicts);
  for (uint32_t i = 0; i < SHAPES + 3; i++) {
    uint32_t shape = i < SHAPES ? i : SHAPES - 1;
    struct forms forms;
    struct strbuf text = {0};
    struct mu_table table = {0};
    struct asked asked = {.subject = &subject, .text = &text};
    uint32_t f = draw_shape(&random, &subject.program, &forms, shape);
    print_form(&forms, f, &text);
    ask(&asked, &forms, f, &table);
    compare_all(&asked, figures->by_shape[shape]);
    asked_release(&asked);
    mu_table_release(&table);
    strbuf_release(&text);
  }
  figures->programs++;
  subject_release(&subject);
}

static uint32_t setting(const char *name, uint32_t value) {
  const char *text = getenv(name);
  return text ? (uint32_t)strtoul(text, NULL, 10) : value;
}

static void check_programs(bool contradict, uint32_t usual) {
  static const char *const names[SHAPES] = {"EF",    "AF",    "EG", "AG EF",
                                            "EF EG", "AG AF", "EU", "others"};
  struct figures figures = {0};
  uint32_t first = setting("DEFINITE_FIRST", 1);
  uint32_t count = setting("DEFINITE_COUNT", usual);
  for (uint32_t seed = first; seed < first + count; seed++)
    check_program(seed, contradict, &figures);
  for (uint32_t i = 0; i < SHAPES; i++) {
    const uint32_t *of = figures.by_shape[i];
    print_message("# %-6s of %u: the paper's %u, with branches %u; ours %u, "
                  "with choices %u\n",
                  names[i], of[WAYS], of[PAPER], of[PAPER_BRANCHES], of[OURS],
                  of[OURS_CHOICES]);
    // It says something, and section 5 and choices make a difference.
    assert_true(of[PAPER] * 4 > of[WAYS]);
    assert_true(of[OURS_CHOICES] > of[PAPER] || count < 100);
  }
  print_message("# %u programs, 0 wrong\n", figures.programs);
}

static void test_definite(void **state) {
  (void)state;
  check_programs(false, 200);
}

static void test_contradictions(void **state) {
  (void)state;
  check_programs(true, 100);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_definite),
                                     cmocka_unit_test(test_contradictions)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
