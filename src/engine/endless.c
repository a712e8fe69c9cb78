// Memory that is lost in an execution that never ends.
//
// Rows about memory that is lost are violated where the program ends: what is
// lost stays lost until then. Of an execution that does not end they say
// nothing. So after a proof, where there is a loop behind an allocation, one of
// these has to hold as well:
//
//   - nothing is lost at the head of any loop: an endless execution comes to
//     one again and again, also after it has lost something;
//   - no execution comes to heads of loops more than MOST_ROUNDS times;
//   - every execution ends (rank/rank.h).
//
// Otherwise the rows are unknown. Nor is anything proved where the library
// hands out memory in a way that is no site (library/leak.h).
#include "engine/internal.h"

#include "base/memory.h"
#include "library/leak.h"
#include "program/flow.h"

// A copy for questions in between, of which nobody hears.
static struct engine_context quiet(const struct inquiry *inquiry) {
  struct engine_context context = *inquiry->context;
  context.learnt = NULL;
  context.mentions = NULL;
  return context;
}

static bool is_loop_behind(const struct inquiry *inquiry) {
  const struct procedure *procedure =
      inquiry->behaviour.plain.inlining.procedure;
  struct flow_order order;
  struct bitset behind = {0};
  bool found = false;
  flow_order_init(&order, procedure, NULL, NULL);
  for (uint32_t i = 1; i < procedure->edges.count; i++)
    if (leak_is_site(inquiry->program, &procedure->edges.at[i].op))
      flow_reach(procedure, procedure->edges.at[i].to, NULL, NULL, &behind);
  BITSET_EACH (head, &order.heads)
    found |= bitset_has(&behind, head);
  bitset_release(&behind);
  flow_order_release(&order);
  return found;
}

bool inquiry_may_lose_for_ever(const struct inquiry *inquiry) {
  return inquiry->options.rules.leaks == LEAKS_TRACKED &&
         inquiry->behaviour.plain.inlining.procedure && is_loop_behind(inquiry);
}

// The second half of what the rows rest on.
static void take_proof(struct result *result, struct result *other,
                       enum leak_time time) {
  struct proof *also = memory_new_zero(1, sizeof *also);
  *also = other->proof;
  also->of = time == LEAKS_AT_LOOPS ? "loops" : "rounds";
  other->proof = (struct proof){0};
  result->proof.also = also;
}

// The same rows, looked at in another way, with none besides.
static bool holds_by(const struct inquiry *inquiry, enum leak_time time) {
  struct engine_context context = quiet(inquiry);
  struct result result = {.verdict = VERDICT_UNKNOWN,
                          .names = inquiry->result->names};
  struct inquiry other = {.context = &context,
                          .demand = inquiry->demand,
                          .options = inquiry->options,
                          .result = &result};
  other.options.rules = (struct target_rules){.leaks = LEAKS_TRACKED};
  other.options.leak_time = time;
  inquiry_run(&other);
  bool holds = result.verdict == VERDICT_TRUE;
  if (holds)
    take_proof(inquiry->result, &result, time);
  inquiry_release(&other);
  result_release(&result);
  return holds;
}

static bool always_ends(const struct inquiry *inquiry) {
  struct engine_context context = quiet(inquiry);
  struct result result = {.verdict = VERDICT_UNKNOWN,
                          .names = inquiry->result->names};
  struct demand demand = *inquiry->demand;
  demand.component.rules = (struct target_rules){.checks_calls = true};
  demand.is_termination = true;
  run_termination(&context, &demand, &result);
  bool ends = result.verdict == VERDICT_TRUE;
  result_release(&result);
  return ends;
}

static void leave_open(struct inquiry *inquiry) {
  struct check_target_vec *rows = &inquiry->component.targets;
  struct result *result = inquiry->result;
  struct name reason = intern(
      result->names, "memory may be lost in an execution that does not end");
  for (uint32_t i = 0; i < rows->count; i++)
    if (is_leak_target(rows->at[i].kind)) {
      rows->at[i].status = ROW_UNKNOWN;
      rows->at[i].reason = reason;
    }
  refuse(result, name_text(result->names, reason));
  targets_rows(rows, inquiry->program, &result->rows);
  if (inquiry->context->learnt)
    inquiry->context->learnt(inquiry->context->observer, result,
                             result->executions.count);
}

void inquiry_doubt_endless(struct inquiry *inquiry) {
  if (inquiry->result->verdict != VERDICT_TRUE ||
      !inquiry_may_lose_for_ever(inquiry))
    return;
  log_line(inquiry->context->log, 1, "check",
           "is memory lost in an execution that does not end?");
  if (!holds_by(inquiry, LEAKS_AT_LOOPS) &&
      !holds_by(inquiry, LEAKS_IN_ROUNDS) && !always_ends(inquiry))
    leave_open(inquiry);
}

const char *inquiry_unseen_routine(const struct inquiry *inquiry) {
  const struct procedure *procedure =
      inquiry->behaviour.plain.inlining.procedure;
  const char *found = NULL;
  bool is_asked = inquiry->options.rules.leaks && procedure;
  for (uint32_t i = 1; is_asked && i < procedure->edges.count && !found; i++)
    found = leak_unseen_routine(inquiry->program, &procedure->edges.at[i].op);
  return found;
}

void inquiry_doubt_unseen(struct inquiry *inquiry) {
  struct result *result = inquiry->result;
  if (result->verdict == VERDICT_FALSE || result->reason.length)
    return;
  const char *found = inquiry_unseen_routine(inquiry);
  if (!found)
    return;
  struct strbuf why = {0};
  strbuf_format(&why, "not modelled: memory that %s hands out", found);
  refuse(result, strbuf_text(&why));
  strbuf_release(&why);
}
