#include "project/tally.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/vec.h"

enum answer { ANSWER_TRUE, ANSWER_FALSE, ANSWER_UNKNOWN, ANSWER_NOTHING };
enum { ANSWERS = ANSWER_NOTHING + 1 };

struct counted {
  char *name; // of a file, or a reason
  uint32_t counts[ANSWERS];
};

VEC_DEFINE(counted_vec, struct counted);

struct violation {
  struct strbuf place, text;
};

VEC_DEFINE(violation_vec, struct violation);

struct tally {
  struct counted_vec files, reasons;
  uint32_t counts[ANSWERS];
  uint32_t done, stored, accepted;
  int64_t cpu_ms; // of what was not stored
  struct violation_vec violations;
};

struct tally *tally_new(void) {
  return memory_new_zero(1, sizeof(struct tally));
}

static void release(struct counted_vec *list) {
  for (uint32_t i = 0; i < list->count; i++)
    free(list->at[i].name);
  counted_vec_release(list);
}

void tally_free(struct tally *tally) {
  release(&tally->files);
  release(&tally->reasons);
  for (uint32_t i = 0; i < tally->violations.count; i++) {
    strbuf_release(&tally->violations.at[i].place);
    strbuf_release(&tally->violations.at[i].text);
  }
  violation_vec_release(&tally->violations);
  free(tally);
}

static struct counted *find(struct counted_vec *list, const char *name) {
  for (uint32_t i = list->count; i-- > 0;)
    if (!strcmp(list->at[i].name, name))
      return &list->at[i];
  struct strbuf copy = {0};
  strbuf_add(&copy, name);
  uint32_t index =
      counted_vec_push(list, (struct counted){.name = strbuf_detach(&copy)});
  return &list->at[index];
}

static enum answer answer_of(const struct store_result *result) {
  static const char *const words[] = {"true", "false", "unknown", "nothing"};
  for (int i = 0; i < ANSWERS; i++)
    if (!strcmp(strbuf_text(&result->verdict), words[i]))
      return (enum answer)i;
  return ANSWER_UNKNOWN;
}

// The reason as a class: without the place that it names at its end, and
// without what is in quotes.
static void print_class(const char *reason, struct strbuf *out) {
  const char *end = reason + strlen(reason);
  for (const char *at = strstr(reason, " at "); at; at = strstr(at + 1, " at "))
    if (strchr(at, ':'))
      end = at;
  bool is_quoted = false;
  for (const char *at = reason; at < end; at++) {
    if (*at == '`')
      is_quoted = !is_quoted, strbuf_add(out, is_quoted ? "`.." : "`");
    else if (!is_quoted)
      strbuf_char(out, *at);
  }
}

static void add_reason(struct tally *tally, const struct store_result *result) {
  struct strbuf class = {0};
  print_class(strbuf_text(&result->reason), &class);
  find(&tally->reasons, strbuf_text(&class))->counts[ANSWER_UNKNOWN]++;
  strbuf_release(&class);
}

static void add_violation(struct tally *tally, const struct store_check *check,
                          const struct store_result *result) {
  struct violation violation = {0};
  strbuf_add(&violation.place, result->place.length
                                   ? strbuf_text(&result->place)
                                   : check->unit);
  strbuf_format(&violation.text, "%s: %s [%s]", check->function,
                strbuf_text(&result->reason), check->question);
  violation_vec_push(&tally->violations, violation);
}

void tally_add(struct tally *tally, const struct store_check *check,
               const struct store_result *result, bool is_stored,
               bool is_accepted) {
  enum answer answer = answer_of(result);
  find(&tally->files, check->unit)->counts[answer]++;
  tally->counts[answer]++;
  tally->done++;
  tally->stored += is_stored;
  if (!is_stored)
    tally->cpu_ms += result->cpu_ms;
  if (answer == ANSWER_UNKNOWN)
    add_reason(tally, result);
  if (answer == ANSWER_FALSE && is_accepted)
    tally->accepted++;
  else if (answer == ANSWER_FALSE)
    add_violation(tally, check, result);
}

uint32_t tally_done(const struct tally *tally) {
  return tally->done;
}

uint32_t tally_violations(const struct tally *tally) {
  return tally->counts[ANSWER_FALSE] - tally->accepted;
}

uint32_t tally_unknown(const struct tally *tally) {
  return tally->counts[ANSWER_UNKNOWN];
}

// Printing

static int by_name(const void *a, const void *b) {
  return strcmp(((const struct counted *)a)->name,
                ((const struct counted *)b)->name);
}

static int by_count(const void *a, const void *b) {
  uint32_t x = ((const struct counted *)a)->counts[ANSWER_UNKNOWN];
  uint32_t y = ((const struct counted *)b)->counts[ANSWER_UNKNOWN];
  return x != y ? (x < y ? 1 : -1) : by_name(a, b);
}

static void print_row(const char *name, const uint32_t counts[ANSWERS],
                      int width, struct strbuf *out) {
  strbuf_format(out, "%-*s %7u %7u %8u %8u\n", width, name, counts[ANSWER_TRUE],
                counts[ANSWER_FALSE], counts[ANSWER_UNKNOWN],
                counts[ANSWER_NOTHING]);
}

static void print_files(const struct tally *tally, struct strbuf *out) {
  int width = 5;
  for (uint32_t i = 0; i < tally->files.count; i++) {
    int length = (int)strlen(tally->files.at[i].name);
    width = length > width ? length : width;
  }
  strbuf_format(out, "%-*s    true   false  unknown  nothing\n", width, "file");
  for (uint32_t i = 0; i < tally->files.count; i++)
    print_row(tally->files.at[i].name, tally->files.at[i].counts, width, out);
  if (tally->files.count > 1)
    print_row("all", tally->counts, width, out);
}

static void print_reasons(const struct tally *tally, struct strbuf *out) {
  if (tally->reasons.count)
    strbuf_add(out, "unknown, by reason:\n");
  for (uint32_t i = 0; i < tally->reasons.count; i++)
    strbuf_format(out, "%6u  %s\n", tally->reasons.at[i].counts[ANSWER_UNKNOWN],
                  tally->reasons.at[i].name);
}

static void print_sum(const struct tally *tally, struct strbuf *out) {
  strbuf_format(out,
                "%u checks: %u true, %u false, %u unknown, %u with nothing to "
                "check",
                tally->done, tally->counts[ANSWER_TRUE],
                tally->counts[ANSWER_FALSE], tally->counts[ANSWER_UNKNOWN],
                tally->counts[ANSWER_NOTHING]);
  if (tally->accepted)
    strbuf_format(out, "; %u violations are accepted", tally->accepted);
  strbuf_format(out,
                "; %u were known, the others took %.1f s of processor "
                "time\n",
                tally->stored, (double)tally->cpu_ms / 1000);
}

// By file, then by line.
static int by_place(const void *a, const void *b) {
  const struct violation *x = a, *y = b;
  const char *p = strbuf_text(&x->place), *q = strbuf_text(&y->place);
  const char *end = strrchr(p, ':'), *other = strrchr(q, ':');
  size_t length = end ? (size_t)(end - p) : strlen(p);
  bool is_same = other && length == (size_t)(other - q) && end &&
                 !strncmp(p, q, length);
  long line = is_same ? strtol(end + 1, NULL, 10) : 0;
  long second = is_same ? strtol(other + 1, NULL, 10) : 0;
  if (line != second)
    return line < second ? -1 : 1;
  int order = strcmp(p, q);
  return order ? order : strcmp(strbuf_text(&x->text), strbuf_text(&y->text));
}

static void print_violations(const struct tally *tally, struct strbuf *out) {
  const struct violation_vec *all = &tally->violations;
  if (all->count)
    qsort(all->at, all->count, sizeof *all->at, by_place);
  for (uint32_t i = 0; i < all->count; i++)
    strbuf_format(out, "%s: error: %s\n", strbuf_text(&all->at[i].place),
                  strbuf_text(&all->at[i].text));
}

void tally_print(const struct tally *tally, struct strbuf *out) {
  if (tally->files.count)
    qsort(tally->files.at, tally->files.count, sizeof *tally->files.at,
          by_name);
  if (tally->reasons.count)
    qsort(tally->reasons.at, tally->reasons.count, sizeof *tally->reasons.at,
          by_count);
  print_violations(tally, out);
  print_files(tally, out);
  print_reasons(tally, out);
  print_sum(tally, out);
}

void tally_print_line(const struct tally *tally, uint32_t total,
                      uint32_t running, struct strbuf *out) {
  strbuf_format(out, "%u of %u: %u true, %u false, %u unknown; %u running",
                tally->done, total, tally->counts[ANSWER_TRUE],
                tally->counts[ANSWER_FALSE], tally->counts[ANSWER_UNKNOWN],
                running);
}
