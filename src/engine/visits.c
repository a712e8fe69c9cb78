// Which rows are reached: a process that has the program as it was loaded is
// asked, by a message with the rows and the executions that are known.
#include "engine/internal.h"

#include <string.h>

#include "base/memory.h"
#include "check/attributes.h"

// What the twin is asked: the rows, and executions that are known.
struct spec_visits {  // what it answers of a specification
  enum visit actions; // is any performed?
  enum visit start;   // is there a state to start in?
};

struct visit_asked {
  uint32_t rows;
  uint32_t texts;   // bytes: the texts of the rows
  uint32_t oracles; // bytes
  uint32_t cpu_ms;
};

// Is anything taken for granted of the start that stands in the program?
static bool is_start_restricted(const struct inquiry *inquiry) {
  return !inquiry->options.starts_program && inquiry->options.entry.id &&
         (inquiry->program->starting.is_usual ||
          attributes_restrict(inquiry->program, &inquiry->options));
}

// Is there a state in which the function can start, by what it requires? That
// is asked once for all rows. What is written in before the function as it was
// loaded is met where that begins.
static enum visit visit_start(const struct inquiry *inquiry,
                              const struct visit_question *question) {
  const struct conformance *conformance = inquiry->conformance;
  struct check_target any = {0};
  struct check_target_vec one = {.at = &any, .count = 1};
  struct visit_question start = *question;
  start.rows = &one;
  if (conformance && conformance->weaving.required.id)
    return visit_location(&start, conformance->check->procedure,
                          conformance->weaving.required);
  if (!is_start_restricted(inquiry))
    return VISIT_REACHED;
  struct procedure_id entry = inquiry->options.entry;
  return visit_location(&start, entry,
                        program_procedure(inquiry->program, entry)->entry);
}

static bool is_any_reached(const enum visit *answers, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (answers[i] == VISIT_REACHED)
      return true;
  return false;
}

void visits_tell_start(const struct program *program, struct procedure_id entry,
                       struct strbuf *vacuity) {
  strbuf_clear(vacuity);
  strbuf_format(
      vacuity, "no state meets what %s requires",
      name_text(program->names, program_procedure(program, entry)->name));
}

static void tell_start(const struct inquiry *inquiry, struct strbuf *vacuity) {
  visits_tell_start(inquiry->program, inquiry->options.entry, vacuity);
}

// What the twin does for an answer.
static void answer_rows(struct inquiry *inquiry,
                        const struct visit_question *question, int out) {
  uint32_t count = question->rows->count;
  struct strbuf vacuity = {0};
  enum visit *answers = memory_new_zero(count + 1, sizeof *answers);
  if (count)
    visit_decide(question, answers, &vacuity);
  if (!is_any_reached(answers, count) &&
      visit_start(inquiry, question) == VISIT_UNREACHED)
    tell_start(inquiry, &vacuity);
  if (file_send(out, answers, count * sizeof *answers))
    file_send(out, strbuf_text(&vacuity), vacuity.length);
}

static void answer_actions(struct inquiry *inquiry,
                           const struct visit_question *question, int out) {
  const struct conformance *conformance = inquiry->conformance;
  struct bitset actions = {0};
  struct spec_visits answer = {0};
  struct check_target any = {0}; // which stands for all actions
  struct check_target_vec one = {.at = &any, .count = 1};
  struct visit_question performs = *question;
  performs.rows = &one;
  if (spec_needs_action(conformance->spec, conformance->check, &actions))
    answer.actions = visit_actions(&performs, &conformance->weaving, &actions);
  answer.start = visit_start(inquiry, question);
  file_send(out, &answer, sizeof answer);
}

// Names that came up since we parted are not ours.
static void adopt_texts(struct inquiry *inquiry, struct check_target_vec *rows,
                        const char *texts) {
  for (uint32_t i = 0; i < rows->count; texts += strlen(texts) + 1, i++)
    rows->at[i].text = intern(inquiry->context->names, texts);
}

// The proof is nobody's, and is made with a solver of its own.
static struct cegar_options
visiting_options(const struct engine_context *context,
                 const struct conformance *conformance) {
  struct cegar_options search = search_options(context, conformance);
  search.shrink_trials = 0;
  search.asks_cvc5 = false;
  search.solver = NULL;
  return search;
}

enum visit visits_required(const struct engine_context *context,
                           const struct conformance *conformance,
                           const struct component_options *options,
                           uint32_t cpu_ms) {
  struct check_target any = {0}; // which stands for the location
  struct check_target_vec one = {.at = &any, .count = 1};
  struct strbuf oracles = {0};
  struct cegar_options search = visiting_options(context, conformance);
  struct visit_question question = {.program = conformance->weaving.program,
                                    .options = options,
                                    .search = &search,
                                    .rows = &one,
                                    .oracles = &oracles,
                                    .cpu_ms = cpu_ms};
  if (!conformance->weaving.required.id)
    return VISIT_REACHED;
  return visit_location(&question, conformance->check->procedure,
                        conformance->weaving.required);
}

static void answer_visits(void *context, int in, int out) {
  struct inquiry *inquiry = context;
  struct visit_asked asked;
  struct check_target_vec rows = {0};
  struct strbuf oracles = {0};
  if (!file_receive(in, &asked, sizeof asked))
    return;
  check_target_vec_resize(&rows, asked.rows);
  char *texts = memory_new_zero(asked.texts + 1, 1);
  char *text = memory_new_zero(asked.oracles + 1, 1);
  if (!file_receive(in, rows.at, rows.count * sizeof *rows.at) ||
      !file_receive(in, texts, asked.texts) ||
      !file_receive(in, text, asked.oracles))
    return;
  adopt_texts(inquiry, &rows, texts);
  strbuf_bytes(&oracles, text, asked.oracles);
  struct cegar_options search =
      visiting_options(inquiry->context, inquiry->conformance);
  search.order_units = inquiry->order_units;
  search.order_depth = inquiry->order_depth;
  struct visit_question question = {.program = inquiry->program,
                                    .options = &inquiry->options,
                                    .search = &search,
                                    .rows = &rows,
                                    .oracles = &oracles,
                                    .cpu_ms = asked.cpu_ms};
  (visits_rows(inquiry) ? answer_rows : answer_actions)(inquiry, &question,
                                                        out);
}

bool visits_rows(const struct inquiry *inquiry) {
  return !inquiry->conformance ||
         (inquiry->conformance->check &&
          inquiry->conformance->check->item->check.goal == GOAL_ASSERTIONS);
}

// What the specification says by itself lies at no place, nor does a deadlock;
// and where two accesses never meet there is no race.
static bool is_kept(const struct check_target *row) {
  return row->status == ROW_HOLDS && row->kind != TARGET_CONFORMANCE &&
         row->kind != TARGET_DEADLOCK && row->kind != TARGET_RACE;
}

static void take_spec_visits(struct inquiry *inquiry,
                             const struct strbuf *answer) {
  struct spec_visits visits = {0};
  if (answer->length == sizeof visits)
    memcpy(&visits, answer->text, sizeof visits);
  inquiry->visit = visits.actions;
  if (visits.start == VISIT_UNREACHED)
    tell_start(inquiry, &inquiry->result->vacuity);
}

// The answers, for the rows that nothing violates, in their order.
static void take_visits(struct inquiry *inquiry, const struct strbuf *answer) {
  if (!visits_rows(inquiry)) {
    take_spec_visits(inquiry, answer);
    return;
  }
  struct check_target_vec *targets = &inquiry->component.targets;
  struct interner *names = inquiry->context->names;
  size_t at = 0;
  for (uint32_t i = 0; i < targets->count; i++) {
    struct check_target *row = &targets->at[i];
    enum visit visit = VISIT_UNKNOWN;
    if (!is_kept(row))
      continue;
    if (at + sizeof visit <= answer->length)
      memcpy(&visit, answer->text + at, sizeof visit);
    at += sizeof visit;
    if (visit == VISIT_UNREACHED)
      row->status = ROW_UNREACHED;
    else if (visit == VISIT_UNKNOWN)
      row->reason = intern(names, "not known whether it is reached");
  }
  if (at < answer->length && inquiry->result->verdict == VERDICT_TRUE)
    strbuf_bytes(&inquiry->result->vacuity, answer->text + at,
                 answer->length - at);
}

void visits_prepare(struct inquiry *inquiry) {
  if (!inquiry->options.adopts && !inquiry->options.breaches &&
      !inquiry->options.running &&
      (!inquiry->conformance || inquiry->conformance->check))
    offspring_start(&inquiry->twin, answer_visits, inquiry);
}

// How much one proof may take, by what the search took.
static uint32_t time_for_one(const struct inquiry *inquiry, uint64_t used_ms) {
  enum { LEAST_MS = 500, MOST_MS = 10000, TASK_MS = 300 };
  if (inquiry->demand->is_task)
    return TASK_MS;
  return used_ms < LEAST_MS  ? LEAST_MS
         : used_ms > MOST_MS ? MOST_MS
                             : (uint32_t)used_ms;
}

static void add_text(struct strbuf *into, const char *text) {
  strbuf_add(into, text);
  strbuf_char(into, '\0');
}

static void append(struct strbuf *into, struct strbuf *more) {
  if (more->length)
    strbuf_bytes(into, more->text, more->length);
  strbuf_release(more);
}

// Returns how many rows are asked about.
static uint32_t write_question(const struct inquiry *inquiry, uint32_t cpu_ms,
                               struct strbuf *into) {
  const struct check_target_vec *targets = &inquiry->component.targets;
  const struct execution_vec *known = &inquiry->result->executions;
  struct strbuf rows = {0}, texts = {0}, oracles = {0};
  for (uint32_t i = 0; i < targets->count; i++)
    if (is_kept(&targets->at[i])) {
      strbuf_bytes(&rows, (const char *)&targets->at[i], sizeof *targets->at);
      add_text(&texts, name_text(inquiry->context->names, targets->at[i].text));
    }
  for (uint32_t i = 0; i < known->count; i++)
    add_text(&oracles, strbuf_text(&known->at[i].lanes.at[0].oracle));
  struct visit_asked asked = {.rows =
                                  (uint32_t)(rows.length / sizeof *targets->at),
                              .texts = (uint32_t)texts.length,
                              .oracles = (uint32_t)oracles.length,
                              .cpu_ms = cpu_ms};
  strbuf_bytes(into, (const char *)&asked, sizeof asked);
  append(into, &rows);
  append(into, &texts);
  append(into, &oracles);
  return asked.rows;
}

// A proof of what nothing violates does not tell what is reached.
void visits_ask(struct inquiry *inquiry, uint64_t used_ms) {
  const struct engine_context *context = inquiry->context;
  struct strbuf question = {0}, answer = {0};
  uint32_t rows =
      write_question(inquiry, time_for_one(inquiry, used_ms), &question);
  struct limits limits = context->limits;
  limits.memory_kb = 0; // of ours, which is no matter of the twin
  context->progress->phase = "looking at what is reached";
  if ((rows || inquiry->conformance) && inquiry->twin.process) {
    offspring_ask(&inquiry->twin, question.text, question.length,
                  limits_poll(&limits), &answer);
    take_visits(inquiry, &answer);
  }
  strbuf_release(&question);
  strbuf_release(&answer);
}
