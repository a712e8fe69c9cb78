// `vouch spec f.spec [f.c ...]`: checks a specification alone, against the C
// files if there are any, and prints what it means.
#include <stdio.h>
#include <string.h>

#include "base/exit_code.h"
#include "base/file.h"
#include "cli/commands.h"
#include "cli/limits.h"
#include "cli/spec_session.h"

static bool is_spec_file(const char *path) {
  return !strcmp(file_suffix(path), ".spec");
}

static int print(struct spec *spec) {
  struct strbuf out = {0};
  bool ok = spec_export(spec);
  if (ok)
    spec_print(spec, &out);
  fwrite(strbuf_text(&out), 1, out.length, stdout);
  strbuf_release(&out);
  return ok ? EXIT_TRUE : EXIT_BAD_INPUT;
}

static int run(struct session *session, const char *path,
               const char *const *files, uint32_t count) {
  struct spec_session spec_session;
  int code = spec_session_init(
      &spec_session, session, (struct spec_source){.path = path}, files, count);
  if (code == EXIT_TRUE)
    code = print(spec_session.spec);
  spec_session_release(&spec_session);
  return code;
}

int command_spec(const struct options *options) {
  const char *const *words = options->operands.at;
  uint32_t count = options->operands.count;
  if (!count || !is_spec_file(words[0])) {
    fputs("vouch: error: which specification? `vouch spec f.spec [f.c ...]`\n",
          stderr);
    return EXIT_USAGE;
  }
  struct session session;
  limits_set(options);
  session_init(&session, options);
  int code = run(&session, words[0], words + 1, count - 1);
  fflush(stdout);
  session_release(&session);
  return code;
}
