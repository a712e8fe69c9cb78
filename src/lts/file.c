#include "lts/file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "lts/internal.h"

enum lts_format lts_format_of(const char *path) {
  const char *suffix = file_suffix(path);
  if (!strcmp(suffix, ".aut"))
    return LTS_FORMAT_AUT;
  if (!strcmp(suffix, ".dot") || !strcmp(suffix, ".gv"))
    return LTS_FORMAT_DOT;
  return LTS_FORMAT_NONE;
}

static struct lts *complain(const struct lts_reader *reader, const char *path) {
  diag_file(reader->diag, SEVERITY_ERROR, path, "%s", strerror(errno));
  return NULL;
}

static struct lts *read_dot_file(const struct lts_reader *reader,
                                 const char *path) {
  struct strbuf text = {0};
  struct lts *lts = NULL;
  if (file_read(path, &text))
    lts = lts_read_dot(reader, path, strbuf_text(&text), text.length);
  else
    complain(reader, path);
  strbuf_release(&text);
  return lts;
}

static struct lts *read_aut_file(const struct lts_reader *reader,
                                 const char *path) {
  FILE *in = fopen(path, "re");
  if (!in)
    return complain(reader, path);
  setvbuf(in, NULL, _IOFBF, 1 << 18);
  struct lts *lts = lts_read_aut(reader, path, in);
  fclose(in);
  return lts;
}

struct lts *lts_read(const struct lts_reader *reader, const char *path) {
  if (!strcmp(path, "-"))
    return lts_read_aut(reader, "<stdin>", stdin);
  switch (lts_format_of(path)) {
  case LTS_FORMAT_AUT: return read_aut_file(reader, path);
  case LTS_FORMAT_DOT: return read_dot_file(reader, path);
  case LTS_FORMAT_NONE: break;
  }
  diag_file(reader->diag, SEVERITY_ERROR, path,
            "not a known format: .aut or .dot is expected");
  return NULL;
}

// Rows in canonical order

void row_sorter_init(struct row_sorter *sorter, const struct lts *lts) {
  *sorter = (struct row_sorter){lts, action_ranks(lts->actions), {0}};
}

void row_sorter_release(struct row_sorter *sorter) {
  free(sorter->ranks);
  lts_step_vec_release(&sorter->row);
}

static int compare_by_rank(const void *a, const void *b, void *data) {
  const struct lts_step *left = a, *right = b;
  const uint32_t *ranks = data;
  uint32_t x = ranks[left->action.id], y = ranks[right->action.id];
  if (x != y)
    return x < y ? -1 : 1;
  return (left->target > right->target) - (left->target < right->target);
}

static bool is_ranked(const struct row_sorter *sorter,
                      struct lts_step_range range) {
  for (const struct lts_step *step = range.begin; step + 1 < range.end; step++)
    if (sorter->ranks[step->action.id] > sorter->ranks[step[1].action.id])
      return false;
  return true;
}

struct lts_step_range row_sorter_row(struct row_sorter *sorter,
                                     uint32_t state) {
  struct lts_step_range range = lts_steps(sorter->lts, state);
  if (is_ranked(sorter, range))
    return range;
  lts_step_vec_clear(&sorter->row);
  lts_step_vec_append(&sorter->row, range.begin,
                      (uint32_t)(range.end - range.begin));
  qsort_r(sorter->row.at, sorter->row.count, sizeof *sorter->row.at,
          compare_by_rank, sorter->ranks);
  return (struct lts_step_range){sorter->row.at,
                                 sorter->row.at + sorter->row.count};
}
