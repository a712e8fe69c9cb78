#include "cli/project_unit.h"

#include <stdio.h>
#include <string.h>

#include "base/exit_code.h"
#include "base/file.h"
#include "base/sha256.h"
#include "cli/session.h"
#include "project/store.h"

void project_unit_release(struct project_unit *unit) {
  fingerprint_release(&unit->fingerprint);
  strbuf_release(&unit->key);
  strbuf_release(&unit->functions);
}

// A function of the file itself: those of its headers belong to others.
static bool is_of_unit(const struct session *session,
                       const struct procedure *procedure, const char *file) {
  return procedure->is_defined && procedure->kind == PROCEDURE_FUNCTION &&
         file_is_same(name_text(session->names, procedure->position.file),
                      file);
}

static int list_functions(struct session *session, const char *file,
                          struct strbuf *out) {
  int code = session_load(session, &file, 1, NULL);
  if (code != EXIT_TRUE)
    return code;
  const struct program *program = session->program;
  for (uint32_t i = 1; i < program->procedures.count; i++)
    if (is_of_unit(session, program->procedures.at[i], file))
      strbuf_format(out, "%s\n",
                    name_text(session->names, program->procedures.at[i]->name));
  return EXIT_TRUE;
}

// Everything that decides what the compiler makes of the unit.
static void make_key(const struct options *options,
                     const struct project_unit *unit,
                     const struct fingerprint *fingerprint,
                     struct strbuf *key) {
  struct strbuf text = {0};
  strbuf_format(&text, "%s\n%s\n%d\n%s\n", unit->file,
                strbuf_text(&fingerprint->digest), options->bits,
                options->compiler);
  for (uint32_t i = 0; i < unit->command->flags.count; i++)
    strbuf_format(&text, "%s\n", unit->command->flags.at[i]);
  for (uint32_t i = 0; i < options->compiler_args.count; i++)
    strbuf_format(&text, "%s\n", options->compiler_args.at[i]);
  sha256_print(strbuf_text(&text), text.length, key);
  strbuf_release(&text);
}

static bool find_functions(const char *path, const char *key,
                           struct strbuf *functions) {
  struct strbuf why = {0};
  struct store *store = store_open(path, &why);
  bool found = store && store_find_functions(store, key, functions);
  if (store)
    store_close(store);
  strbuf_release(&why);
  return found;
}

// Key, digest, functions, an empty line, places.
static int write_found(const char *path, const struct strbuf *key,
                       const struct fingerprint *fingerprint,
                       const struct strbuf *functions) {
  FILE *file = fopen(path, "w");
  if (!file)
    return EXIT_BAD_INPUT;
  fprintf(file, "%s\n%s\n%s\n%s", strbuf_text(key),
          strbuf_text(&fingerprint->digest), strbuf_text(functions),
          strbuf_text(&fingerprint->places));
  return fclose(file) ? EXIT_BAD_INPUT : EXIT_TRUE;
}

int project_unit_look(const struct options *options,
                      const struct project_unit *unit, const char *store,
                      const char *into) {
  struct session session;
  struct strbuf text = {0}, functions = {0}, key = {0};
  struct fingerprint fingerprint = {0};
  session_init(&session, options);
  int code = EXIT_BAD_INPUT;
  if (frontend_preprocess(&session.frontend, unit->command->file, unit->command,
                          &text)) {
    fingerprint_init(&fingerprint, strbuf_text(&text), text.length);
    make_key(options, unit, &fingerprint, &key);
    code = find_functions(store, strbuf_text(&key), &functions)
               ? EXIT_TRUE
               : list_functions(&session, unit->command->file, &functions);
  }
  if (code == EXIT_TRUE)
    code = write_found(into, &key, &fingerprint, &functions);
  strbuf_release(&text);
  strbuf_release(&functions);
  strbuf_release(&key);
  fingerprint_release(&fingerprint);
  session_release(&session);
  return code;
}

bool project_unit_is_same(const struct options *options,
                          const struct project_unit *unit) {
  struct session session;
  struct strbuf text = {0};
  struct fingerprint now = {0};
  session_init(&session, options);
  bool is_same = frontend_preprocess(&session.frontend, unit->command->file,
                                     unit->command, &text);
  if (is_same) {
    fingerprint_init(&now, strbuf_text(&text), text.length);
    is_same = !strcmp(strbuf_text(&now.digest),
                      strbuf_text(&unit->fingerprint.digest));
  }
  fingerprint_release(&now);
  strbuf_release(&text);
  session_release(&session);
  return is_same;
}

// The text up to the next line; behind that.
static const char *take_line(const char *at, struct strbuf *into) {
  size_t length = strcspn(at, "\n");
  strbuf_bytes(into, at, length);
  return at + length + (at[length] == '\n');
}

bool project_unit_receive(struct project_unit *unit, const char *from) {
  struct strbuf text = {0};
  bool ok = file_read(from, &text);
  const char *at = strbuf_text(&text);
  if (ok) {
    at = take_line(at, &unit->key);
    at = take_line(at, &unit->fingerprint.digest);
    while (*at && *at != '\n') {
      at = take_line(at, &unit->functions);
      strbuf_char(&unit->functions, '\n');
    }
    strbuf_add(&unit->fingerprint.places, at + (*at == '\n'));
  }
  strbuf_release(&text);
  return ok && unit->key.length;
}
