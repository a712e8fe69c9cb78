#include "certify/system_text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"

enum { MOST_STATES = 1000000 };

struct reading {
  struct system_claim *claim;
  struct action_table *actions;
  struct lts_builder builder; // of the last component
  bool has_states, is_open;   // its LTS: was announced; can still grow
};

static struct part_claim *last_part(const struct reading *reading) {
  struct part_claim_vec *parts = &reading->claim->parts;
  return parts->count ? &parts->at[parts->count - 1] : NULL;
}

// The rest of the line if it begins with the word.
static char *after_word(char *line, const char *word) {
  size_t length = strlen(word);
  return !strncmp(line, word, length) && line[length] == ' ' ? line + length + 1
                                                             : NULL;
}

static bool read_state(char **text, uint32_t below, uint32_t *number) {
  char *end;
  errno = 0;
  unsigned long value = strtoul(*text, &end, 10);
  bool ok = **text >= '0' && **text <= '9' && !errno && value < below;
  *number = (uint32_t)value;
  *text = end;
  return ok;
}

// Neither none nor silent.
static bool read_action(const struct reading *reading, const char *text,
                        struct action *action) {
  *action = action_find(reading->actions, text);
  return !action_is_none(*action) && !action_is_tau(*action);
}

// The LTS of a component

static bool end_part(struct reading *reading) {
  struct part_claim *part = last_part(reading);
  if (!part)
    return true;
  if (!reading->has_states)
    return false;
  if (!part->lts)
    part->lts = lts_builder_finish(&reading->builder);
  reading->is_open = false;
  return certificate_is_whole(&part->formulas);
}

static bool begin_part(struct reading *reading, const char *name) {
  if (!end_part(reading))
    return false;
  part_claim_vec_push(
      &reading->claim->parts,
      (struct part_claim){.name = name, .formulas = {.of = ""}});
  lts_builder_init(&reading->builder, reading->actions);
  reading->has_states = false;
  reading->is_open = true;
  return true;
}

static bool read_states(struct reading *reading, char *text) {
  uint32_t count = 0, initial = 0;
  bool ok = !reading->has_states && read_state(&text, MOST_STATES, &count) &&
            *text++ == ' ' && read_state(&text, count, &initial) && !*text;
  if (!ok)
    return false;
  lts_builder_states(&reading->builder, count);
  lts_builder_initial(&reading->builder, initial);
  return reading->has_states = true;
}

static bool read_known(struct reading *reading, const char *text) {
  struct action action;
  if (!read_action(reading, text, &action))
    return false;
  lts_builder_alphabet(&reading->builder, action);
  return true;
}

static bool read_never(struct reading *reading, const char *text) {
  struct action action;
  if (!read_action(reading, text, &action))
    return false;
  bitset_add(&last_part(reading)->never, action.id);
  return true;
}

static bool read_step(struct reading *reading, char *text) {
  uint32_t from, to, count = reading->builder.state_count;
  struct action action;
  if (!read_state(&text, count, &from) || *text++ != ' ' ||
      !read_state(&text, count, &to) || *text++ != ' ' ||
      !read_action(reading, text, &action))
    return false;
  lts_builder_step(&reading->builder, from, action, to);
  return true;
}

static bool read_lts_line(struct reading *reading, char *line) {
  char *rest;
  if (!reading->is_open)
    return false;
  if ((rest = after_word(line, "states")))
    return read_states(reading, rest);
  if ((rest = after_word(line, "alphabet")))
    return read_known(reading, rest);
  if ((rest = after_word(line, "never")))
    return read_never(reading, rest);
  return (rest = after_word(line, "step")) && read_step(reading, rest);
}

// Lines

static bool read_line(struct reading *reading, char *line) {
  const char *name = after_word(line, "component");
  if (name)
    return begin_part(reading, name);
  if (!*line || *line == '#')
    return true;
  struct part_claim *part = last_part(reading);
  return part && (read_lts_line(reading, line) ||
                  certificate_read_line(&part->formulas, line));
}

static bool read_lines(struct reading *reading, struct strbuf *why) {
  char *line = reading->claim->text;
  for (bool is_first = true; line; is_first = false) {
    char *end = strchr(line, '\n');
    if (end)
      *end = '\0';
    if (is_first ? strcmp(line, CERTIFICATE_FIRST_LINE) != 0
                 : !read_line(reading, line)) {
      strbuf_format(why, "the certificate has a line `%.60s`", line);
      return false;
    }
    line = end ? end + 1 : NULL;
  }
  bool is_whole = end_part(reading) && reading->claim->parts.count;
  if (!is_whole)
    strbuf_add(why, "the certificate is not about components, or lacks "
                    "something of one");
  return is_whole;
}

bool system_claim_read(struct system_claim *claim, const char *path,
                       struct action_table *actions, struct strbuf *why) {
  struct reading reading = {.claim = claim, .actions = actions};
  *claim = (struct system_claim){0};
  claim->text = certificate_text(path, why);
  bool ok = claim->text && read_lines(&reading, why);
  if (reading.is_open)
    lts_builder_release(&reading.builder);
  return ok;
}

void system_claim_release(struct system_claim *claim) {
  for (uint32_t i = 0; i < claim->parts.count; i++) {
    lts_free(claim->parts.at[i].lts);
    bitset_release(&claim->parts.at[i].never);
    certificate_release(&claim->parts.at[i].formulas);
  }
  part_claim_vec_release(&claim->parts);
  free(claim->text);
}
