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
         !options->starts_program && options->entry.id &&
         target_rules_ask_memory(&options->rules) &&
         !options->rules.checks_leaks && !options->kept &&
         !inquiry->demand->is_inlined && is_recursive(inquiry);
}

// Calls through pointers may be recursive, too: such recursion is cut.
static bool is_proved(const struct inquiry *apart) {
  struct name_vec names = {0};
  recalls_list(apart->program, &names);
  bool is_known = names.count && !apart->behaviour.plain.inlining.cuts;
  name_vec_release(&names);
  return is_known && apart->result->verdict == VERDICT_TRUE;
}

bool inquiry_try_recalls(struct inquiry *inquiry) {
  struct engine_context context;
  struct result result;
  struct inquiry apart;
  if (!may_recall(inquiry))
    return false;
  inquiry_draw_early(inquiry);
  if (inquiry->violated.count)
    return false;
  inquiry_begin_apart(&apart, &context, inquiry, &result);
  apart.options.recalls = true;
  apart.is_repeated = true;
  apart.most_units = RECALLED_UNITS;
  inquiry_run(&apart);
  bool is_decided = is_proved(&apart);
  log_line(context.log, 2, "check", "inner calls as by callers: %s",
           is_decided ? "proved" : strbuf_text(&result.reason));
  if (is_decided) {
    result.proof.lacks = intern(
        context.names, "a proof in which inner calls are ones by callers");
    inquiry_take_apart(inquiry, &apart);
  }
  inquiry_end_apart(&apart);
  return is_decided;
}
