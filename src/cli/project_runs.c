#include "cli/project_runs.h"

#include <stdio.h>

#include "base/exit_code.h"
#include "base/file.h"
#include "project/difference.h"
#include "project/store.h"

static bool open_side(const char *path, uint32_t back, struct side *side) {
  struct strbuf why = {0};
  side->store = file_exists(path) ? store_open(path, &why) : NULL;
  side->run = side->store ? store_run(side->store, back) : 0;
  if (!side->run)
    fprintf(stderr, "vouch: error: %s: %s\n", path,
            why.length ? strbuf_text(&why) : "no finished run is there");
  strbuf_release(&why);
  return side->run != 0;
}

static void close_side(struct side *side) {
  if (side->store)
    store_close(side->store);
}

static void list_one(void *context, const struct store_check *check,
                     const struct store_result *result) {
  (void)context;
  const char *reason = strbuf_text(&result->reason);
  printf("%s %s [%s]: %s%s%s%s%s%s\n", check->unit, check->function,
         check->question, strbuf_text(&result->verdict), *reason ? " (" : "",
         strbuf_text(&result->place), result->place.length ? ": " : "", reason,
         *reason ? ")" : "");
}

int project_list(const char *store) {
  struct side last = {0};
  bool ok = open_side(store, 0, &last);
  if (ok)
    store_each(last.store, last.run, list_one, NULL);
  close_side(&last);
  return ok ? EXIT_TRUE : EXIT_BAD_INPUT;
}

int project_diff(const char *store, const struct text_vec *operands) {
  bool is_two = operands->count == 3;
  struct side before = {0}, after = {0};
  struct strbuf text = {0};
  bool ok = open_side(is_two ? operands->at[1] : store, !is_two, &before) &&
            open_side(is_two ? operands->at[2] : store, 0, &after);
  int code = ok ? EXIT_TRUE : EXIT_BAD_INPUT;
  if (ok && difference_print(&before, &after, &text))
    code = EXIT_FALSE;
  fputs(strbuf_text(&text), stdout);
  strbuf_release(&text);
  close_side(&before);
  close_side(&after);
  return code;
}
