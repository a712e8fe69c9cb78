#include "project/difference.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"

// A check and its verdict, as text that it is found by.
struct known {
  char *check;
  char *verdict;
  char *told; // place and reason
};

VEC_DEFINE(known_vec, struct known);

static char *copy(const char *text) {
  struct strbuf buffer = {0};
  strbuf_add(&buffer, text);
  return strbuf_detach(&buffer);
}

static void take(void *context, const struct store_check *check,
                 const struct store_result *result) {
  struct strbuf name = {0}, told = {0};
  strbuf_format(&name, "%s %s [%s]", check->unit, check->function,
                check->question);
  if (result->place.length)
    strbuf_format(&told, "%s: ", strbuf_text(&result->place));
  strbuf_add(&told, strbuf_text(&result->reason));
  known_vec_push(context, (struct known){strbuf_detach(&name),
                                         copy(strbuf_text(&result->verdict)),
                                         strbuf_detach(&told)});
}

static int by_check(const void *a, const void *b) {
  return strcmp(((const struct known *)a)->check,
                ((const struct known *)b)->check);
}

static void read_side(const struct side *side, struct known_vec *into) {
  store_each(side->store, side->run, take, into);
  if (into->count)
    qsort(into->at, into->count, sizeof *into->at, by_check);
}

static void release(struct known_vec *list) {
  for (uint32_t i = 0; i < list->count; i++) {
    free(list->at[i].check);
    free(list->at[i].verdict);
    free(list->at[i].told);
  }
  known_vec_release(list);
}

static bool is(const struct known *known, const char *verdict) {
  return known && !strcmp(known->verdict, verdict);
}

// What is to be said of a check that one of the sides, or both, have.
static const char *word_for(const struct known *before,
                            const struct known *after, bool *is_worse) {
  *is_worse = false;
  if (is(after, "false") && !is(before, "false")) {
    *is_worse = true;
    return "new violation";
  }
  if (is(before, "true") && after && !is(after, "true")) {
    *is_worse = true;
    return "lost proof";
  }
  if (is(before, "false") && !is(after, "false"))
    return after ? "no violation any more" : "violation gone with its check";
  if (is(after, "true") && before && !is(before, "true"))
    return "new proof";
  if (!before)
    return "new check";
  return after ? NULL : "check gone";
}

static bool tell(const struct known *before, const struct known *after,
                 struct strbuf *out) {
  bool is_worse;
  const char *word = word_for(before, after, &is_worse);
  const struct known *one = after ? after : before;
  if (word)
    strbuf_format(out, "%s: %s%s%s\n", word, one->check, *one->told ? ": " : "",
                  one->told);
  return is_worse;
}

bool difference_print(const struct side *before, const struct side *after,
                      struct strbuf *out) {
  struct known_vec a = {0}, b = {0};
  read_side(before, &a);
  read_side(after, &b);
  bool is_worse = false;
  for (uint32_t i = 0, k = 0; i < a.count || k < b.count;) {
    int order = i == a.count   ? 1
                : k == b.count ? -1
                               : by_check(&a.at[i], &b.at[k]);
    is_worse |=
        tell(order <= 0 ? &a.at[i] : NULL, order >= 0 ? &b.at[k] : NULL, out);
    i += order <= 0;
    k += order >= 0;
  }
  release(&a);
  release(&b);
  return is_worse;
}
