#include "cli/project_outputs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "report/html.h"
#include "report/overview.h"

bool project_outputs_are_possible(const struct options *options) {
  const char *const others[][2] = {{"--witness", options->witness},
                                   {"--certificate", options->certificate},
                                   {"--contracts", options->contracts},
                                   {"--former", options->former},
                                   {"--replay", options->replay_dir},
                                   {"--dump-queries", options->dump_queries},
                                   {"--lines", options->lines}};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (others[i][1]) {
      fprintf(stderr,
              "vouch: error: %s is about one check: ask `vouch check` for it\n",
              others[i][0]);
      return false;
    }
  return true;
}

// What the store has is copied: it is gone with its row.
struct collection {
  struct overview_check_vec checks;
  const char *page;     // or null: no pages
  struct strbuf folder; // of the pages of checks
};

static char *copy(const char *text) {
  struct strbuf buffer = {0};
  strbuf_add(&buffer, text);
  return strbuf_detach(&buffer);
}

static bool write_text(const char *path, const struct strbuf *text) {
  FILE *file = !strcmp(path, "-") ? stdout : fopen(path, "w");
  bool ok = file && fputs(strbuf_text(text), file) >= 0;
  if (file && file != stdout)
    ok &= !fclose(file);
  if (!ok)
    fprintf(stderr, "vouch: error: %s: %s\n", path, strerror(errno));
  return ok;
}

// The page of a violation; where it is from the overview, or null.
static char *write_page(const struct collection *collection,
                        const struct store_result *result) {
  struct strbuf path = {0}, text = {0}, link = {0};
  uint32_t number = collection->checks.count;
  strbuf_format(&path, "%s/%u.html", strbuf_text(&collection->folder), number);
  bool ok = html_print_report(strbuf_text(&result->report), &text) &&
            write_text(strbuf_text(&path), &text);
  strbuf_format(&link, "%s/%u.html",
                file_base_name(strbuf_text(&collection->folder)), number);
  strbuf_release(&path);
  strbuf_release(&text);
  if (!ok)
    strbuf_release(&link);
  return ok ? strbuf_detach(&link) : NULL;
}

static void collect(void *context, const struct store_check *check,
                    const struct store_result *result) {
  struct collection *collection = context;
  bool is_false = !strcmp(strbuf_text(&result->verdict), "false");
  struct overview_check copied = {
      .unit = copy(check->unit),
      .function = copy(check->function),
      .question = copy(check->question),
      .verdict = copy(strbuf_text(&result->verdict)),
      .reason = copy(strbuf_text(&result->reason)),
      .place = copy(strbuf_text(&result->place)),
      .report = copy(strbuf_text(&result->report)),
      .page =
          collection->page && is_false ? write_page(collection, result) : NULL,
      .cpu_ms = result->cpu_ms,
      .peak_kb = result->peak_kb};
  overview_check_vec_push(&collection->checks, copied);
}

static void release(struct collection *collection) {
  for (uint32_t i = 0; i < collection->checks.count; i++) {
    struct overview_check *check = &collection->checks.at[i];
    const char *const texts[] = {
        check->unit,   check->function, check->question, check->verdict,
        check->reason, check->place,    check->report,   check->page};
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
      free((char *)texts[k]);
  }
  overview_check_vec_release(&collection->checks);
  strbuf_release(&collection->folder);
}

// `report.html` has its pages in `report_files`.
static bool make_folder(struct collection *collection) {
  if (!collection->page)
    return true;
  const char *suffix = file_suffix(collection->page);
  strbuf_bytes(&collection->folder, collection->page,
               strlen(collection->page) - strlen(suffix));
  strbuf_add(&collection->folder, "_files");
  if (!mkdir(strbuf_text(&collection->folder), 0777) || errno == EEXIST)
    return true;
  fprintf(stderr, "vouch: error: %s: %s\n", strbuf_text(&collection->folder),
          strerror(errno));
  return false;
}

bool project_outputs_write(const struct options *options, struct store *store,
                           int64_t run) {
  static void (*const formats[])(const struct overview_check_vec *checks,
                                 struct strbuf *out) = {
      overview_json, overview_sarif, overview_junit, overview_html};
  const char *const paths[] = {options->json, options->sarif, options->junit,
                               options->html};
  struct collection collection = {.page = options->html};
  bool is_wanted = false, ok = make_folder(&collection);
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
    is_wanted |= paths[i] != NULL;
  if (is_wanted && ok)
    store_each(store, run, collect, &collection);
  for (size_t i = 0; ok && i < sizeof paths / sizeof *paths; i++) {
    struct strbuf text = {0};
    if (paths[i]) {
      formats[i](&collection.checks, &text);
      ok &= write_text(paths[i], &text);
    }
    strbuf_release(&text);
  }
  release(&collection);
  return ok;
}
