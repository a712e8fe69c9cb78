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

static void print_trace(const struct system_check *system, FILE *out) {
  fprintf(out, "trace:\n");
  for (uint32_t i = 0; i < system->trace.count; i++) {
    struct action action = system->trace.at[i];
    fprintf(out, "%4u  %-24s ", i + 1, text_of(system, action));
    print_participants(system, action, out);
    fprintf(out, "%s\n", i + 1 == system->trace.count ? "  <- forbidden" : "");
  }
  fprintf(out, "      allowed there: ");
  for (uint32_t i = 0; i < system->allowed.count; i++)
    fprintf(out, "%s%s", i ? ", " : "", text_of(system, system->allowed.at[i]));
  fprintf(out, "%s\n", system->allowed.count ? "" : "nothing");
}

void lanes_print(const struct system_check *system, FILE *out) {
  print_trace(system, out);
  for (uint32_t i = 0; i < system->count; i++) {
    const struct part *part = &system->parts[i];
    fprintf(out, "component %s", name_of(system, i));
    if (part->run) {
      fprintf(out, ": ");
      trace_print(&part->run->cegar, out);
    } else {
      fprintf(out, ": takes no part\n");
    }
  }
}
