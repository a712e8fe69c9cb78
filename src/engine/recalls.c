// Recursion of a function that starts alone, where it is required of callers
// that they see to what it needs: a proof in which inner calls are ones by such
// callers (check/recall.h). Before that it is run from states that are drawn,
// since whatever violates something is found so or by following calls.
#include "engine/internal.h"

#include "check/recall.h"
#include "program/callgraph.h"

enum { RECALLED_UNITS = 25000000 }; // of the solver

static bool is_recursive(const struct inquiry *inquiry) {
  struct callgraph graph;
  callgraph_init(&graph, inquiry->context->program, inquiry->options.entry);
  bool is_found = graph.cycle.count != 0;
  callgraph_release(&graph);
  return is_found;
}

static bool may_recall(const struct inquiry *inquiry) {
  const struct component_options *options = &inquiry->options;
  return inquiry->context->program->starting.is_required &&
         inquiry->context->program->starting.has_inner &&
         !options->starts_program && options->entry.id &&
         target_rules_ask_memory(&options->rules) &&
         !options->rules.checks_leaks && !options->kept &&
         !inquiry->demand->is_inlined && is_recursive(inquiry);
}

// The functions whose calls inside of themselves were replaced, in any of the
// proofs: each needs one of its own, from all states that its callers may give,
// for an inner call may start in a state in which the entry never calls it.
struct induction {
  struct inquiry *asked;
  struct procedure_id_vec open; // the entry first
  struct bitset met;
};

static void induction_add(struct induction *induction,
                          const struct program *program) {
  struct procedure_id_vec found = {0};
  recalls_of(program, &found);
  for (uint32_t i = 0; i < found.count; i++)
    if (bitset_add(&induction->met, found.at[i].id))
      procedure_id_vec_push(&induction->open, found.at[i]);
  procedure_id_vec_release(&found);
}

static void induction_release(struct induction *induction) {
  procedure_id_vec_release(&induction->open);
  bitset_release(&induction->met);
}

// Calls through pointers may be recursive, too: such recursion is cut.
static bool is_proved(const struct inquiry *apart) {
  struct procedure_id_vec found = {0};
  recalls_of(apart->program, &found);
  bool is_known = found.count && !apart->behaviour.plain.inlining.cuts;
  procedure_id_vec_release(&found);
  return is_known && apart->result->verdict == VERDICT_TRUE;
}

// A proof for one of them.
struct trial {
  struct engine_context context;
  struct result result;
  struct inquiry inquiry;
};

static bool trial_run(struct trial *trial, struct induction *induction,
                      uint32_t number) {
  struct inquiry *apart = &trial->inquiry;
  inquiry_begin_apart(apart, &trial->context, induction->asked, &trial->result);
  apart->options.entry = induction->open.at[number];
  apart->options.recalls = true;
  apart->is_repeated = true;
  apart->most_units = RECALLED_UNITS;
  inquiry_run(apart);
  bool is_done = is_proved(apart);
  if (is_done)
    induction_add(induction, apart->program);
  log_line(trial->context.log, 2, "check", "inner calls as by callers: %s",
           is_done ? "proved" : strbuf_text(&trial->result.reason));
  return is_done;
}

static bool has_line(const struct ledger *ledger, struct ledger_line line) {
  bool found = false;
  for (uint32_t i = 0; i < ledger->count && !found; i++)
    found = ledger->at[i].section == line.section &&
            name_equal(ledger->at[i].text, line.text);
  return found;
}

// What is assumed of one of the functions is assumed of the answer, which says
// of which.
static void add_assumed(struct result *result, const struct trial *trial) {
  const struct program *program = trial->inquiry.program;
  const struct ledger *ledger = &trial->result.ledger;
  struct name entry =
      program_procedure(program, trial->inquiry.options.entry)->name;
  for (uint32_t i = 0; i < ledger->count; i++) {
    struct strbuf text = {0};
    if (ledger->at[i].section != LEDGER_ASSUMED ||
        has_line(&result->ledger, ledger->at[i]))
      continue;
    strbuf_format(&text, "of %s, inside of itself: %s",
                  name_text(program->names, entry),
                  name_text(result->names, ledger->at[i].text));
    ledger_add(&result->ledger, result->names, LEDGER_ASSUMED,
               strbuf_text(&text));
    strbuf_release(&text);
  }
}

static bool prove_others(struct induction *induction, struct result *result) {
  bool is_proved = true;
  for (uint32_t i = 1; i < induction->open.count && is_proved; i++) {
    struct trial trial;
    is_proved = trial_run(&trial, induction, i);
    if (is_proved)
      add_assumed(result, &trial);
    inquiry_end_apart(&trial.inquiry);
  }
  return is_proved;
}

bool inquiry_try_recalls(struct inquiry *inquiry) {
  struct trial first;
  struct induction induction = {.asked = inquiry};
  if (!may_recall(inquiry))
    return false;
  inquiry_draw_early(inquiry);
  if (inquiry->violated.count)
    return false;
  bitset_add(&induction.met, inquiry->options.entry.id);
  procedure_id_vec_push(&induction.open, inquiry->options.entry);
  bool is_decided = trial_run(&first, &induction, 0) &&
                    prove_others(&induction, &first.result);
  if (is_decided) {
    first.result.proof.lacks =
        intern(first.context.names,
               "a proof in which inner calls are ones by callers");
    inquiry_take_apart(inquiry, &first.inquiry);
  }
  inquiry_end_apart(&first.inquiry);
  induction_release(&induction);
  return is_decided;
}
