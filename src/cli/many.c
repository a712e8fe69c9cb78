#include "cli/many.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "cli/outputs.h"
#include "report/json.h"

static bool is_only_json(const struct options *options) {
  struct options others = *options;
  others.json = NULL;
  return options->json && !outputs_are_wanted(&others) && !options->replay_dir;
}

bool many_init(struct many *many, const struct options *options,
               struct diag *diag) {
  *many = (struct many){.path = options->json, .options = *options};
  if (!outputs_are_wanted(options))
    return true;
  if (!is_only_json(options)) {
    diag_file(diag, SEVERITY_ERROR, NULL,
              "files other than --json are about one check: which? (--check "
              "NAME)");
    return false;
  }
  char folder[] = "/tmp/vouch-checks-XXXXXX";
  many->folder = mkdtemp(folder) ? strdup(folder) : NULL;
  if (!many->folder)
    diag_file(diag, SEVERITY_ERROR, folder, "%s", strerror(errno));
  return many->folder;
}

static void set_part(const struct many *many, uint32_t number,
                     struct strbuf *part) {
  strbuf_clear(part);
  strbuf_format(part, "%s/%u", many->folder, number);
}

void many_release(struct many *many) {
  for (uint32_t i = 0; many->folder && i < many->checks.count; i++) {
    set_part(many, i, &many->part);
    unlink(strbuf_text(&many->part));
  }
  if (many->folder)
    rmdir(many->folder);
  free(many->folder);
  strbuf_release(&many->part);
  name_vec_release(&many->checks);
}

const struct options *many_next(struct many *many, struct name check) {
  if (!many->folder)
    return &many->options;
  set_part(many, many->checks.count, &many->part);
  name_vec_push(&many->checks, check);
  many->options.json = strbuf_text(&many->part);
  return &many->options;
}

static void collect(const struct many *many, const struct result *sum,
                    struct strbuf *out) {
  struct strbuf *texts = calloc(many->checks.count + 1, sizeof *texts);
  struct strbuf path = {0};
  for (uint32_t i = 0; i < many->checks.count; i++) {
    set_part(many, i, &path);
    if (!file_read(strbuf_text(&path), &texts[i]))
      strbuf_clear(&texts[i]);
  }
  json_print_many(sum, many->checks.at, texts, many->checks.count, out);
  for (uint32_t i = 0; i < many->checks.count; i++)
    strbuf_release(&texts[i]);
  free(texts);
  strbuf_release(&path);
}

bool many_write(const struct many *many, const struct result *sum,
                struct diag *diag) {
  if (!many->folder)
    return true;
  struct strbuf text = {0};
  collect(many, sum, &text);
  bool ok = outputs_write_text(many->path, &text, diag);
  strbuf_release(&text);
  return ok;
}
