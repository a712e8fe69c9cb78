#include "system/system_record.h"

#include <stdlib.h>

#include "base/memory.h"
#include "cegar/record.h"
#include "check/drawing.h"
#include "check/ledger_entries.h"
#include "lts/transform.h"

struct recording {
  const struct system_check *system;
  struct interner *names;
  struct result *into;
};

// ---- An execution -----------------------------------------------------------

static struct name action_name(const struct recording *recording,
                               struct action action) {
  return intern(recording->names,
                action_text(recording->system->spec->actions, action));
}

// Who takes part.
static void find_lanes(const struct system_check *system, struct action action,
                       struct bitset *lanes) {
  for (uint32_t i = 0; i < system->count; i++)
    if (bitset_has(&system->parts[i].visible, action.id))
      bitset_add(lanes, i);
}

static const struct lts_wait *wait_of(const struct system_check *system,
                                      uint32_t part) {
  const struct wait_vec *waits = &system->weaving.waits;
  for (uint32_t i = 0; i < waits->count; i++)
    if (action_equal(waits->at[i].action, system->waits[part]))
      return &waits->at[i];
  BUG("component %u waits in no way", part);
}

static void take_waiting(const struct recording *recording, uint32_t part,
                         struct lane *lane) {
  const struct system_check *system = recording->system;
  const struct lts_wait *wait = wait_of(system, part);
  lane->has_ended = wait->terminates;
  BITSET_EACH (a, &wait->offer) {
    struct waiting waiting = {action_name(recording, (struct action){a}), {0}};
    find_lanes(system, (struct action){a}, &waiting.missing);
    for (uint32_t i = 0; i < system->count; i++)
      if (i == part || bitset_has(&wait_of(system, i)->offer, a))
        bitset_remove(&waiting.missing, i);
    waiting_vec_push(&lane->waits, waiting);
  }
}

// What says how a component waits is no action, also where it does not have to.
static void take_lanes(const struct recording *recording,
                       struct execution *execution) {
  const struct system_check *system = recording->system;
  struct bitset waits = {0};
  for (uint32_t i = 0; i < system->weaving.waits.count; i++)
    bitset_add(&waits, system->weaving.waits.at[i].action.id);
  for (uint32_t i = 0; i < system->count; i++) {
    const struct part *part = &system->parts[i];
    struct lane *lane = execution_add_lane(execution, part->name);
    if (system->waits)
      take_waiting(recording, i, lane);
    if (part->run)
      record_lane(&part->run->cegar, &waits, lane);
  }
  bitset_release(&waits);
}

static void take_execution(const struct recording *recording) {
  const struct system_check *system = recording->system;
  struct execution execution = {
      .ending = system->waits         ? ENDING_DEADLOCK
                : system->play.length ? ENDING_REFUSED
                                      : ENDING_FORBIDDEN,
      .play = intern(recording->names, strbuf_text(&system->play))};
  for (uint32_t i = 0; i < system->trace.count; i++) {
    struct action action = system->trace.at[i];
    find_lanes(system, action,
               &execution_add_action(&execution, action_name(recording, action))
                    ->lanes);
  }
  for (uint32_t i = 0; i < system->allowed.count; i++)
    name_vec_push(&execution.allowed,
                  action_name(recording, system->allowed.at[i]));
  take_lanes(recording, &execution);
  execution_vec_push(&recording->into->executions, execution);
}

// ---- Remarks ----------------------------------------------------------------

static void take_remark(const struct recording *recording, const char *heading,
                        const struct strbuf *text, const struct strbuf *body) {
  remark_vec_push(&recording->into->remarks,
                  (struct remark){heading,
                                  intern(recording->names, strbuf_text(text)),
                                  intern(recording->names, strbuf_text(body))});
}

// A component that can go on for ever without taking part does not wait, and
// so it is not in a deadlock.
static void take_livelocks(const struct recording *recording) {
  const struct system_check *system = recording->system;
  struct strbuf text = {0}, none = {0};
  for (uint32_t i = 0; !system->specification && i < system->count; i++) {
    if (!system->parts[i].may_loop_silently)
      continue;
    strbuf_clear(&text);
    strbuf_format(&text,
                  "component %s may go on for ever without any action that "
                  "others know",
                  name_text(recording->names, system->parts[i].name));
    take_remark(recording, "livelock", &text, &none);
  }
  strbuf_release(&text);
}

static void take_never(const struct recording *recording,
                       const struct part *part, bool is_out, const char *what) {
  struct strbuf list = {0}, text = {0}, none = {0};
  BITSET_EACH (a, &part->never)
    if (bitset_has(&part->left_out, a) == is_out)
      strbuf_format(
          &list, "%s%s", list.length ? ", " : "",
          action_text(recording->system->spec->actions, (struct action){a}));
  strbuf_format(&text, "component %s never performs %s: %s",
                name_text(recording->names, part->name), strbuf_text(&list),
                what);
  if (list.length)
    take_remark(recording, "alphabet", &text, &none);
  strbuf_release(&list);
  strbuf_release(&text);
}

// What components were thought to perform, and never do.
static void take_alphabets(const struct recording *recording) {
  const struct system_check *system = recording->system;
  for (uint32_t i = 0; i < system->count; i++) {
    take_never(recording, &system->parts[i], true,
               "the others do not wait for it");
    take_never(recording, &system->parts[i], false, "it blocks the others");
  }
}

static void warn_of_sharing(const struct system_check *system) {
  const struct bitset **alphabets =
      memory_new((system->count + 1) * sizeof *alphabets);
  for (uint32_t i = 0; i < system->count; i++)
    alphabets[i] = &system->parts[i].alphabet;
  spec_report_sharing(system->spec, system->check, alphabets);
  free(alphabets);
}

static void list_group(const struct recording *recording, bool first,
                       struct strbuf *out) {
  const struct system_check *system = recording->system;
  const char *separator = "";
  for (uint32_t i = 0; i < system->count; i++)
    if (bitset_has(&system->assumption.first, i) == first) {
      strbuf_format(out, "%s%s", separator,
                    name_text(recording->names, system->parts[i].name));
      separator = ", ";
    }
}

static const char *plural(uint64_t count) {
  return count == 1 ? "" : "s";
}

static void print_assumption(const struct recording *recording,
                             struct strbuf *out) {
  const struct system_assumption *assumption = &recording->system->assumption;
  strbuf_add(out, "of ");
  list_group(recording, true, out);
  strbuf_add(out, " about ");
  list_group(recording, false, out);
  strbuf_format(
      out, ": %u state%s, %u of %u actions; %u guess%s, %llu question%s",
      assumption->lts->state_count, plural(assumption->lts->state_count),
      bitset_count(&assumption->letters), assumption->most_letters,
      assumption->guesses, assumption->guesses == 1 ? "" : "es",
      (unsigned long long)assumption->questions, plural(assumption->questions));
}

// As a process that can be put into a specification; nothing if nothing is
// assumed. ERROR and what is not modelled are forbidden anyway, and have no
// names.
static void print_process(const struct system_check *system,
                          struct strbuf *out) {
  if (bitset_is_empty(&system->assumption.letters))
    return;
  struct bitset nameless = {0};
  for (uint32_t i = 0; i < system->count; i++) {
    bitset_add(&nameless, system->parts[i].labels.error.id);
    bitset_add(&nameless, system->parts[i].unsupported.id);
  }
  struct lts *shown = lts_cut(system->assumption.lts, &nameless);
  spec_print_process(shown, "ASSUMPTION", out);
  lts_free(shown);
  bitset_release(&nameless);
}

static void take_assumption(const struct recording *recording) {
  const struct system_check *system = recording->system;
  const struct system_assumption *assumption = &system->assumption;
  struct strbuf text = {0}, process = {0};
  if (assumption->given_up) {
    strbuf_format(&text, "none: %s", assumption->given_up);
    take_remark(recording, "assumption", &text, &process);
    strbuf_clear(&text);
  }
  if (assumption->lts && system->verdict == VERDICT_TRUE) {
    print_assumption(recording, &text);
    print_process(system, &process);
    take_remark(recording, "assumption", &text, &process);
  }
  strbuf_release(&text);
  strbuf_release(&process);
}

// ---- What stands behind the answer, of all components -----------------------

// Of which components the LTS was checked against the code once more, and of
// which it was not.
static void list_rechecked(const struct recording *recording, bool is_so) {
  const struct system_check *system = recording->system;
  struct name_vec list = {0};
  for (uint32_t i = 0; i < system->count; i++)
    if (system->parts[i].is_rechecked == is_so)
      name_vec_push(&list, system->parts[i].name);
  ledger_add_names(
      &recording->into->ledger, recording->names,
      is_so ? LEDGER_CHECKED : LEDGER_NOT_CHECKED, "the abstractions of ",
      &list, is_so ? ": rechecked step by step by Z3" : ", a second time");
  name_vec_release(&list);
}

static void take_proof(const struct recording *recording) {
  const struct system_assumption *assumption = &recording->system->assumption;
  list_rechecked(recording, true);
  list_rechecked(recording, false);
  if (assumption->lts)
    ledger_add(&recording->into->ledger, recording->names,
               assumption->is_rechecked ? LEDGER_CHECKED : LEDGER_NOT_CHECKED,
               assumption->is_rechecked
                   ? "the assumption: both premises, by another search"
                   : "the assumption, a second time");
}

static void fill_ledger(const struct recording *recording) {
  const struct system_check *system = recording->system;
  struct conformance woven = {
      .spec = system->spec, .check = system->check, .weaving = system->weaving};
  for (uint32_t i = 0; i < system->count; i++) {
    struct ledger_facts facts = {.component = &system->parts[i].component,
                                 .options = &system->parts[i].options,
                                 .conformance = &woven,
                                 .is_part = true};
    ledger_fill(&recording->into->ledger, &facts);
  }
  if (system->verdict == VERDICT_TRUE)
    take_proof(recording);
}

void system_record(const struct system_check *system, struct result *into) {
  struct recording recording = {system, into->names, into};
  if (system->specification)
    spec_graph_take(system->specification, into->names, &into->specification);
  if (system->verdict == VERDICT_FALSE)
    take_execution(&recording);
  take_alphabets(&recording);
  warn_of_sharing(system);
  take_assumption(&recording);
  take_livelocks(&recording);
  fill_ledger(&recording);
}
