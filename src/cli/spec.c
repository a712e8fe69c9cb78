// `vouch spec f.spec [f.c ...]`: checks a specification alone, against the C
// files if there are any, and prints what it means.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/exit_code.h"
#include "base/file.h"
#include "cli/commands.h"
#include "cli/session.h"
#include "cli/specs_folder.h"
#include "spec/spec.h"

static bool is_spec_file(const char *path) {
  return !strcmp(file_suffix(path), ".spec");
}

static int resolve(struct session *session, struct syntax *syntax,
                   const struct declaration_vec *declarations) {
  bool ok;
  struct spec *spec = spec_new(syntax, session->program, declarations,
                               (unsigned)session->options->bits, &ok);
  struct strbuf out = {0};
  if (ok)
    ok = spec_export(spec);
  if (ok)
    spec_print(spec, &out);
  fwrite(strbuf_text(&out), 1, out.length, stdout);
  strbuf_release(&out);
  spec_free(spec);
  return ok ? EXIT_TRUE : EXIT_BAD_INPUT;
}

// Without files the whole compilation database is the program.
static void probe(struct session *session, const struct syntax *syntax,
                  const char *const *files, uint32_t count,
                  struct declaration_vec *declarations) {
  char **all = NULL;
  uint32_t all_count = 0;
  if (!count &&
      frontend_database_files(&session->frontend, session->options->build_dir,
                              &all, &all_count)) {
    files = (const char *const *)all;
    count = all_count;
  }
  struct name *texts = NULL;
  uint32_t text_count = 0;
  spec_c_texts(syntax, session->names, &texts, &text_count);
  frontend_probe(&session->frontend, session->program, files, count, texts,
                 text_count, declarations);
  free(texts);
  for (uint32_t i = 0; i < all_count; i++)
    free(all[i]);
  free(all);
}

static int load_program(struct session *session, const struct syntax *syntax,
                        const char *const *files, uint32_t count,
                        struct declaration_vec *declarations) {
  if (!count && !session->options->build_dir)
    return EXIT_TRUE;
  struct name *functions = NULL;
  spec_functions(syntax, &functions, &session->frontend.options.opaque_count);
  session->frontend.options.opaque = functions;
  int code = session_load(session, files, count);
  if (code == EXIT_TRUE)
    probe(session, syntax, files, count, declarations);
  session->frontend.options.opaque = NULL;
  session->frontend.options.opaque_count = 0;
  free(functions);
  return code;
}

static int run(struct session *session, const char *path,
               const char *const *files, uint32_t count) {
  struct syntax syntax;
  struct declaration_vec declarations = {0};
  char *library = specs_folder(session->options->specs);
  struct syntax_options options = {.library = library};
  int code = EXIT_BAD_INPUT;
  if (syntax_read(&syntax, path, &options, session->names, session->diag)) {
    code = load_program(session, &syntax, files, count, &declarations);
    if (code == EXIT_TRUE)
      code = resolve(session, &syntax, &declarations);
  }
  syntax_release(&syntax);
  declaration_vec_release(&declarations);
  free(library);
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
  session_init(&session, options);
  int code = run(&session, words[0], words + 1, count - 1);
  fflush(stdout);
  session_release(&session);
  return code;
}
