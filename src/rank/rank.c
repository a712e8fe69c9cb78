#include "rank/rank.h"

#include <stdlib.h>

#include "base/memory.h"
#include "cegar/record.h"
#include "program/print.h"
#include "rank/endless_text.h"
#include "rank/invariants.h"
#include "rank/lasso.h"
#include "rank/measure_text.h"
#include "rank/prove.h"
#include "rank/recur.h"
#include "rank/repeat.h"
#include "tactic/loops.h"
#include "tactic/proof.h"
#include "tactic/unroll.h"

struct ranking {
  struct rank *rank;
  struct result *result;
  struct loops loops;    // blocks and lemmas
  struct loose loose;    // the same blocks, if numbers could wrap
  struct lemmas wrapped; // that hold then, too
  struct rounds rounds;  // what is left of them
  struct bitset tops;    // see rounds.h
  struct nodes nodes;    // where lists lead
  bool has_nodes;
  struct prove prove;
};

static struct program *program_of(const struct ranking *ranking) {
  return ranking->rank->component->program;
}

// Rows: a loop each

static struct position head_of(const struct ranking *ranking, uint32_t cut) {
  const struct blocks *blocks = ranking->loops.blocks;
  return procedure_location(blocks->effects->procedure, blocks->cuts[cut])
      ->position;
}

static struct name place_of(const struct ranking *ranking, uint32_t cut) {
  struct strbuf text = {0};
  struct position position = head_of(ranking, cut);
  position.column = 0;
  position_print(program_of(ranking)->names, position, &text);
  struct name place = intern(program_of(ranking)->names, strbuf_text(&text));
  strbuf_release(&text);
  return place;
}

// "(n - i, m - j)", what gets smaller in rounds that pass the cut point.
static struct name measures_of(const struct ranking *ranking, uint32_t cut) {
  struct interner *names = program_of(ranking)->names;
  const struct level_vec *levels = &ranking->prove.levels;
  struct strbuf text = {0};
  uint32_t count = 0;
  for (uint32_t i = 0; i < levels->count; i++) {
    bool is_about = false;
    BITSET_EACH (r, &levels->at[i].rounds)
      is_about |= ranking->rounds.at.at[r].from == cut;
    if (is_about)
      strbuf_format(&text, "%s%s", count++ ? ", " : "",
                    name_text(names, levels->at[i].measure.text));
  }
  struct name name = intern_format(
      names, count > 1 ? "loop: (%s) decreases" : "loop: %s decreases",
      strbuf_text(&text));
  strbuf_release(&text);
  return count ? name : intern(names, "loop");
}

// Loops that are inlined several times are one.
static struct result_row *row_at(struct ranking *ranking, struct name place) {
  struct result_row_vec *rows = &ranking->result->rows;
  for (uint32_t i = 0; i < rows->count; i++)
    if (name_equal(rows->at[i].place, place))
      return &rows->at[i];
  return NULL;
}

static void set_row(struct ranking *ranking, uint32_t cut,
                    enum row_status status, struct name text,
                    struct name reason) {
  struct name place = place_of(ranking, cut);
  struct result_row *row = row_at(ranking, place);
  if (!row) {
    result_row_vec_push(&ranking->result->rows,
                        (struct result_row){.property = "termination",
                                            .position = head_of(ranking, cut),
                                            .place = place,
                                            .text = text,
                                            .status = ROW_OPEN});
    row = result_row_vec_last(&ranking->result->rows);
  }
  if (row->status != ROW_FAILS && status > row->status) {
    row->status = status;
    row->text = text;
    row->reason = reason;
  }
}

// Proofs

static void record_rows(struct ranking *ranking, const struct rounds *first) {
  struct interner *names = program_of(ranking)->names;
  for (uint32_t cut = 0; cut < first->blocks->count; cut++) {
    if (!first->group[cut])
      continue;
    if (!ranking->rounds.group[cut] || ranking->result->verdict == VERDICT_TRUE)
      set_row(ranking, cut, ROW_HOLDS, measures_of(ranking, cut),
              (struct name){0});
    else
      set_row(ranking, cut, ROW_UNKNOWN, intern(names, "loop"),
              intern(names, "no measure and no recurrent set"));
  }
}

static void record_measures(struct ranking *ranking) {
  struct proof *proof = &ranking->result->proof;
  struct program *program = program_of(ranking);
  struct strbuf text = {0};
  for (uint32_t i = 0; i < ranking->prove.levels.count; i++) {
    const struct level *level = &ranking->prove.levels.at[i];
    strbuf_clear(&text);
    strbuf_format(&text, "%s decreases",
                  name_text(program->names, level->measure.text));
    if (proof->claim_count++ < MOST_CLAIMS)
      claim_vec_push(
          &proof->claims,
          (struct claim){head_of(ranking, level->group - 1),
                         intern(program->names, strbuf_text(&text))});
  }
  strbuf_release(&text);
}

// Does cvc5 confirm what the proof rests on?
static bool is_confirmed(struct ranking *ranking, struct solver *solver,
                         struct term_vec *claims) {
  struct proof_options options = {.asks_cvc5 = true,
                                  .poll = ranking->rank->poll};
  struct strbuf why = {0};
  lemmas_induction(&ranking->loops.lemmas, claims);
  lemmas_induction(&ranking->wrapped, claims);
  bool ok = proof_check_claims(program_of(ranking)->terms, claims, solver,
                               &options, &why) == PROOF_HOLDS;
  log_line(ranking->rank->log, 2, "check", "cvc5 about %u conditions: %s",
           claims->count, ok ? "none is possible" : strbuf_text(&why));
  strbuf_release(&why);
  return ok;
}

// What is known of nodes, by queries of its own.
static bool nodes_are_checked(struct ranking *ranking, struct solver *solver,
                              struct term_vec *claims) {
  struct term_vec own = {0};
  bool ok = true;
  if (ranking->has_nodes)
    nodes_claims(&ranking->nodes, &own);
  for (uint32_t i = 0; i < own.count && ok; i++)
    ok = solver_check(solver, PURPOSE_PROOF, &own.at[i], 1) == ANSWER_UNSAT;
  term_vec_append(claims, own.at, own.count);
  term_vec_release(&own);
  return ok;
}

static bool is_checked(struct ranking *ranking, const struct rounds *first) {
  const struct rank *rank = ranking->rank;
  if (!rank->checks_proof && !rank->asks_cvc5)
    return true;
  struct solver *solver = solver_new(program_of(ranking)->terms);
  struct rounds rounds = rounds_copy(first);
  struct term_vec claims = {0};
  bool ok = prove_check(&ranking->prove, &rounds, solver, &claims) &&
            lemmas_hold(&ranking->loops.lemmas) &&
            lemmas_hold(&ranking->wrapped) &&
            nodes_are_checked(ranking, solver, &claims);
  if (ok && rank->asks_cvc5)
    ok = is_confirmed(ranking, solver, &claims);
  if (ok && rank->certificate && !ranking->has_nodes)
    measures_print(&ranking->prove, &ranking->loops.lemmas, &ranking->wrapped,
                   rank->certificate);
  term_vec_release(&claims);
  rounds_release(&rounds);
  solver_free(solver);
  return ok;
}

static void conclude(struct ranking *ranking, enum verdict verdict,
                     const char *why) {
  ranking->result->verdict = verdict;
  strbuf_clear(&ranking->result->reason);
  if (why)
    strbuf_add(&ranking->result->reason, why);
}

// Executions that never end

// What it is that goes on for ever: the loop that recursion became stands where
// a function does.
static const char *endless_of(const struct ranking *ranking, uint32_t cut) {
  const struct program *original = ranking->rank->original;
  struct position at = head_of(ranking, cut);
  for (uint32_t i = 1; original && i < original->procedures.count; i++) {
    struct position position = original->procedures.at[i]->position;
    if (position.line == at.line && name_equal(position.file, at.file))
      return "recursion";
  }
  return "loop";
}

static void fail(struct ranking *ranking, struct lasso *lasso) {
  struct result *result = ranking->result;
  struct interner *names = program_of(ranking)->names;
  const char *what = endless_of(ranking, lasso->head);
  set_row(
      ranking, lasso->head, ROW_FAILS, intern(names, what),
      intern_format(names, "goes on for ever: %s", strbuf_text(&lasso->why)));
  lasso->execution.row =
      (uint32_t)(row_at(ranking, place_of(ranking, lasso->head)) -
                 result->rows.at);
  lasso->execution.what = intern_format(names, "the %s goes on for ever: %s",
                                        what, strbuf_text(&lasso->why));
  record_run(program_of(ranking), &lasso->execution, &lasso->oracle,
             &result->executions);
  conclude(ranking, VERDICT_FALSE, NULL);
}

// That it goes on for ever is asked again, by queries of its own, and of cvc5
// if that is wanted.
static bool is_rechecked(struct ranking *ranking, const struct lasso *lasso) {
  const struct rank *rank = ranking->rank;
  struct term_table *terms = program_of(ranking)->terms;
  struct strbuf why = {0};
  struct proof_options options = {.asks_cvc5 = rank->asks_cvc5,
                                  .poll = rank->poll};
  if (!rank->checks_proof && !rank->asks_cvc5)
    return true;
  struct solver *solver = solver_new(terms);
  bool ok = proof_check_claims(terms, &lasso->claims, solver, &options, &why) ==
            PROOF_HOLDS;
  log_line(rank->log, 2, "check", "%u conditions of an endless execution: %s",
           lasso->claims.count, ok ? "none is possible" : strbuf_text(&why));
  solver_free(solver);
  strbuf_release(&why);
  return ok;
}

// The same as data, if that is wanted and shows it without the run.
static void write_endless(struct ranking *ranking, const struct lasso *lasso,
                          const struct lemmas *lemmas) {
  const struct rank *rank = ranking->rank;
  struct term_table *terms = program_of(ranking)->terms;
  struct endless_frame frame = lasso_frame(lasso);
  struct proof_options options = {.poll = rank->poll};
  struct term_vec claims = {0};
  struct strbuf why = {0};
  if (!rank->certificate)
    return;
  frame.lemmas = lemmas;
  struct solver *solver = solver_new(terms);
  bool ok =
      endless_claims(&lasso->endless, &frame, &claims, &why) &&
      proof_check_claims(terms, &claims, solver, &options, &why) == PROOF_HOLDS;
  log_line(rank->log, 2, "check", "data of an endless execution: %s",
           ok ? "written" : strbuf_text(&why));
  if (ok)
    endless_print(&lasso->endless, &frame, rank->certificate);
  solver_free(solver);
  term_vec_release(&claims);
  strbuf_release(&why);
}

// The lemmas are those that it may rest on; or null.
static bool finish_lasso(struct ranking *ranking, struct lasso *lasso,
                         const struct lemmas *lemmas, bool found) {
  found = found && is_rechecked(ranking, lasso);
  if (found) {
    write_endless(ranking, lasso, lemmas);
    fail(ranking, lasso);
  }
  lasso_release(lasso);
  return found;
}

static bool goes_on(struct ranking *ranking) {
  enum { STEM_UNITS = 2000000 };
  struct lasso lasso = {.rank = ranking->rank,
                        .blocks = ranking->loops.blocks,
                        .rounds = &ranking->rounds,
                        .units = STEM_UNITS};
  struct term_vec conditions = {0};
  conditions_collect(&ranking->loose, &conditions);
  bool found = ranking->rank->aim != AIM_PROOF &&
               (lasso_find(&lasso) ||
                recur_find(&lasso, &ranking->loops.lemmas, &conditions));
  term_vec_release(&conditions);
  return finish_lasso(ranking, &lasso, &ranking->loops.lemmas, found);
}

// A state that is met again soon is found without knowing anything.
static bool glances(struct ranking *ranking) {
  enum { STEM_UNITS = 400000 };
  struct rounds rounds;
  struct lemmas nothing;
  struct term_vec conditions = {0};
  conditions_collect(&ranking->loose, &conditions);
  lemmas_init(&nothing, ranking->loops.blocks, NULL, ranking->rank->solver);
  rounds_init(&rounds, &ranking->tops, ranking->loops.blocks, &nothing,
              &ranking->loose, &nothing, NULL);
  struct lasso lasso = {.rank = ranking->rank,
                        .blocks = ranking->loops.blocks,
                        .rounds = &rounds,
                        .units = STEM_UNITS};
  bool found = ranking->rank->aim != AIM_PROOF &&
               (lasso_find(&lasso) || repeat_find(&lasso, &conditions));
  term_vec_release(&conditions);
  found = finish_lasso(ranking, &lasso, NULL, found);
  rounds_release(&rounds);
  lemmas_release(&nothing);
  return found;
}

// Are all executions of few rounds, also if signed numbers wrap?
static bool is_covered(struct ranking *ranking, uint64_t units) {
  enum { ROUNDS = 2000, TERMS = 400000 };
  const struct rank *rank = ranking->rank;
  struct term *nowhere =
      memory_new_zero(ranking->loops.blocks->count, sizeof *nowhere);
  struct walk walk = {0};
  struct unroll unroll = {.blocks = ranking->loose.blocks,
                          .relevant = &rank->component->slice.variables,
                          .solver = rank->solver,
                          .goals = nowhere,
                          .limits = {.rounds = ROUNDS,
                                     .terms = TERMS,
                                     .units = units,
                                     .poll = rank->poll}};
  bool ok = unroll_run(&unroll, &walk) == UNROLL_COVERED;
  free(nowhere);
  walk_release(&walk);
  if (ok) {
    ranking->result->proof =
        (struct proof){.kind = PROOF_COVERAGE, .rounds = unroll.rounds};
    conclude(ranking, VERDICT_TRUE, NULL);
  }
  return ok;
}

// The whole

static void give_up(struct ranking *ranking) {
  struct strbuf why = {0};
  uint32_t cut = 0;
  while (!ranking->rounds.group[cut])
    cut++;
  strbuf_format(&why, "no ranking term and no recurrent set for the loop at %s",
                name_text(program_of(ranking)->names, place_of(ranking, cut)));
  conclude(ranking, VERDICT_UNKNOWN, strbuf_text(&why));
  strbuf_release(&why);
}

static void take_proof(struct ranking *ranking, const struct rounds *first) {
  if (is_checked(ranking, first)) {
    record_measures(ranking);
    conclude(ranking, VERDICT_TRUE, NULL);
  } else {
    conclude(ranking, VERDICT_UNKNOWN, "the proof could not be rechecked");
  }
}

static void decide(struct ranking *ranking) {
  enum { FEW_UNITS = 2000000, MANY_UNITS = 20000000 };
  struct rounds first = rounds_copy(&ranking->rounds);
  prove_run(&ranking->prove);
  if (!rounds_has_groups(&ranking->rounds))
    take_proof(ranking, &first);
  else if (!goes_on(ranking) &&
           (ranking->rank->is_brief || (!is_covered(ranking, FEW_UNITS) &&
                                        !is_covered(ranking, MANY_UNITS))))
    give_up(ranking);
  record_rows(ranking, &first);
  rounds_release(&first);
}

// Only an execution is looked for: nothing is said about what was not found.
static void look(struct ranking *ranking) {
  if (goes_on(ranking))
    return;
  prove_run(&ranking->prove); // fewer rounds are left
  if (!rounds_has_groups(&ranking->rounds) || !goes_on(ranking))
    conclude(ranking, VERDICT_UNKNOWN, "no execution was found");
}

void rank_find_tops(const struct component *component, struct bitset *into) {
  const struct behaviour *behaviour = component->behaviour;
  const struct region_vec *regions = &behaviour->plain.removal.regions.at;
  for (uint32_t i = 0; i < regions->count; i++)
    if (!variable_is_none(regions->at[i].top))
      bitset_add(into, regions->at[i].top.id);
}

static void ranking_init(struct ranking *ranking) {
  const struct rank *rank = ranking->rank;
  const struct bitset *relevant = &rank->component->slice.variables;
  loops_init(&ranking->loops, rank->component->question, relevant, rank->solver,
             rank->log);
  ranking->loops.poll = rank->poll;
  loops_start(&ranking->loops);
  loose_init(&ranking->loose, rank->component->question, relevant);
  rank_find_tops(rank->component, &ranking->tops);
}

static void learn(struct ranking *ranking) {
  loops_learn(&ranking->loops);
  invariants_extend(&ranking->loops.lemmas, &ranking->loose);
  invariants_loosen(&ranking->loops.lemmas, &ranking->loose, &ranking->wrapped);
}

static void begin_rounds(struct ranking *ranking, bool is_quick) {
  const struct rank *rank = ranking->rank;
  rounds_init(&ranking->rounds, &ranking->tops, ranking->loops.blocks,
              &ranking->loops.lemmas, &ranking->loose, &ranking->wrapped,
              ranking->has_nodes ? &ranking->nodes : NULL);
  ranking->prove = (struct prove){.rounds = &ranking->rounds,
                                  .solver = rank->solver,
                                  .log = rank->log,
                                  .is_quick = is_quick,
                                  .poll = rank->poll};
}

static void end_rounds(struct ranking *ranking) {
  prove_release(&ranking->prove);
  rounds_release(&ranking->rounds);
  lemmas_release(&ranking->wrapped);
}

// Is there a proof that needs no lemmas?
static bool is_simple(struct ranking *ranking) {
  const struct rank *rank = ranking->rank;
  if (rank->aim == AIM_EXECUTION)
    return false;
  lemmas_init(&ranking->wrapped, ranking->loose.blocks, NULL, rank->solver);
  begin_rounds(ranking, true);
  struct rounds first = rounds_copy(&ranking->rounds);
  prove_run(&ranking->prove);
  bool ok = !rounds_has_groups(&ranking->rounds) && is_checked(ranking, &first);
  if (ok) {
    record_measures(ranking);
    conclude(ranking, VERDICT_TRUE, NULL);
    record_rows(ranking, &first);
  }
  rounds_release(&first);
  end_rounds(ranking);
  return ok;
}

static void search(struct ranking *ranking) {
  learn(ranking);
  begin_rounds(ranking, false);
  if (ranking->rank->aim == AIM_EXECUTION)
    look(ranking);
  else
    decide(ranking);
  end_rounds(ranking);
}

static void log_nodes(const struct ranking *ranking) {
  struct program *program = program_of(ranking);
  const struct nodes *nodes = &ranking->nodes;
  struct strbuf text = {0};
  for (uint32_t cut = 0; cut < nodes->blocks->count; cut++)
    for (uint32_t i = 0; i < nodes->at[cut].count; i++) {
      strbuf_clear(&text);
      program_print_term(program, nodes->at[cut].at[i], &text);
      log_line(ranking->rank->log, 2, "check", "nodes at cut point %u: %s", cut,
               strbuf_text(&text));
    }
  strbuf_release(&text);
}

// The same, with what is known of nodes, which stays known.
static bool is_simple_with_nodes(struct ranking *ranking) {
  enum { UNITS = 20000000, MORE_UNITS = 20000000 };
  const struct rank *rank = ranking->rank;
  bool found = false;
  if (rank->aim == AIM_EXECUTION ||
      !nodes_init(&ranking->nodes, rank->component, &ranking->loose))
    return false;
  ranking->has_nodes = true;
  for (int more = 0; more < 2 && !found && !poll_stops(rank->poll); more++) {
    nodes_learn(&ranking->nodes, more, rank->poll, more ? MORE_UNITS : UNITS);
    log_nodes(ranking);
    found = is_simple(ranking);
  }
  return found;
}

void rank_run(struct rank *rank, struct result *result) {
  struct ranking ranking = {.rank = rank, .result = result};
  ranking_init(&ranking);
  if (!ranking.loops.blocks->is_complete || !ranking.loose.blocks->is_complete)
    conclude(&ranking, VERDICT_UNKNOWN, "a loop is too large");
  else if (!glances(&ranking) && !is_simple(&ranking) &&
           !is_simple_with_nodes(&ranking))
    search(&ranking);
  if (ranking.has_nodes)
    nodes_release(&ranking.nodes);
  bitset_release(&ranking.tops);
  loose_release(&ranking.loose);
  loops_release(&ranking.loops);
}
