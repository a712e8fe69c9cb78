#include "report/lanes.h"

#include "report/trace.h"

static const char *text_of(const struct system_check *system,
                           struct action action) {
  return action_text(system->spec->actions, action);
}

static const char *name_of(const struct system_check *system, uint32_t i) {
  return name_text(system->program->names, system->parts[i].name);
}

static void print_participants(const struct system_check *system,
                               struct action action, FILE *out) {
  const char *between = "";
  for (uint32_t i = 0; i < system->count; i++)
    if (bitset_has(&system->parts[i].visible, action.id)) {
      fprintf(out, "%s%s", between, name_of(system, i));
      between = ", ";
    }
}

static void print_allowed(const struct system_check *system, FILE *out) {
  fprintf(out, "      allowed there: ");
  for (uint32_t i = 0; i < system->allowed.count; i++)
    fprintf(out, "%s%s", i ? ", " : "", text_of(system, system->allowed.at[i]));
  fprintf(out, "%s\n", system->allowed.count ? "" : "nothing");
}

static const struct lts_wait *wait_of(const struct system_check *system,
                                      struct action action) {
  const struct wait_vec *waits = &system->weaving.waits;
  for (uint32_t i = 0; i < waits->count; i++)
    if (action_equal(waits->at[i].action, action))
      return &waits->at[i];
  return NULL;
}

// Who else has to take part in the action, and does not.
static void print_missing(const struct system_check *system, uint32_t waiting,
                          struct action action, FILE *out) {
  const char *between = " (needs ";
  for (uint32_t i = 0; i < system->count; i++) {
    const struct lts_wait *wait = wait_of(system, system->waits[i]);
    if (i == waiting || bitset_has(&wait->offer, action.id) ||
        !bitset_has(&system->parts[i].visible, action.id))
      continue;
    fprintf(out, "%s%s", between, name_of(system, i));
    between = ", ";
  }
  fprintf(out, "%s", *between == ',' ? ")" : "");
}

// Who waits for what.
static void print_waiting(const struct system_check *system, FILE *out) {
  for (uint32_t i = 0; i < system->count; i++) {
    const struct lts_wait *wait = wait_of(system, system->waits[i]);
    fprintf(out, "      %s ", name_of(system, i));
    if (wait->terminates)
      fprintf(out, "has ended");
    else
      fprintf(out, "waits for ");
    const char *between = "";
    for (uint32_t a = bitset_next(&wait->offer, 0); a != UINT32_MAX;
         a = bitset_next(&wait->offer, a + 1)) {
      fprintf(out, "%s%s", between, text_of(system, (struct action){a}));
      print_missing(system, i, (struct action){a}, out);
      between = " or ";
    }
    fprintf(out, "%s\n", wait->terminates || *between ? "" : "nothing");
  }
}

static void print_trace(const struct system_check *system, FILE *out) {
  fprintf(out, system->waits ? "deadlock%s:\n" : "trace:\n",
          system->trace.count ? " after" : " at once");
  for (uint32_t i = 0; i < system->trace.count; i++) {
    struct action action = system->trace.at[i];
    bool is_forbidden =
        !system->waits && !system->play.length && i + 1 == system->trace.count;
    fprintf(out, "%4u  %-24s ", i + 1, text_of(system, action));
    print_participants(system, action, out);
    fprintf(out, "%s\n", is_forbidden ? "  <- forbidden" : "");
  }
  if (system->waits)
    print_waiting(system, out);
  else if (!system->play.length)
    print_allowed(system, out);
}

// What says how a component waits is no action, also where it does not have to.
static void list_waits(const struct system_check *system,
                       struct bitset *waits) {
  for (uint32_t i = 0; i < system->weaving.waits.count; i++)
    bitset_add(waits, system->weaving.waits.at[i].action.id);
}

void lanes_print(const struct system_check *system, FILE *out) {
  struct bitset waits = {0};
  list_waits(system, &waits);
  if (system->play.length)
    fputs(strbuf_text(&system->play), out);
  print_trace(system, out);
  for (uint32_t i = 0; i < system->count; i++) {
    const struct part *part = &system->parts[i];
    fprintf(out, "component %s%s\n", name_of(system, i),
            part->run ? ":" : " takes no part");
    if (part->run)
      trace_print_lane(&part->run->cegar, &waits, out);
  }
  bitset_release(&waits);
}
