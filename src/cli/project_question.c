#include "cli/project_question.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/process.h"
#include "base/sha256.h"
#include "base/version.h"
#include "cli/specs_folder.h"
#include "spec/syntax.h"

// Options that say where, how long or how much is told.
static bool is_about_question(const struct option_row *row) {
  static const char *const others[] = {"-p",           "--cpu-timeout",
                                       "--timeout",    "--spec",
                                       "-q",           "-v",
                                       "-vv",          "--stats",
                                       "--json",       "--sarif",
                                       "--junit",      "--lines",
                                       "--html",       "--witness",
                                       "--replay",     "--certificate",
                                       "--stats-json", "--dump-queries"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (!strcmp(row->name, others[i]))
      return false;
  return row->kind != OPTION_GROUP && row->kind != OPTION_ALIAS &&
         row->kind != OPTION_PASS && row->kind != OPTION_PREFIX &&
         row->commands != CMD_MANY;
}

static void print_options(const struct options *options, struct strbuf *out) {
  uint32_t count;
  const struct option_row *rows = options_rows(&count);
  for (uint32_t i = 0; i < count; i++)
    if (is_about_question(&rows[i]) && options_given(options, rows[i].name)) {
      strbuf_add(out, out->length ? " " : "");
      options_print(options, &rows[i], out);
    }
}

// What the answer depends on

static void add_file(const char *path, struct strbuf *text) {
  struct strbuf content = {0};
  if (file_read(path, &content)) {
    strbuf_format(text, "%s ", path);
    sha256_print(strbuf_text(&content), content.length, text);
    strbuf_char(text, '\n');
  }
  strbuf_release(&content);
}

// The specification with all that it imports, wherever that is. False after a
// message.
static bool add_specifications(const struct options *options,
                               struct strbuf *text) {
  struct interner *names = interner_new();
  struct diag *diag = diag_new(names, stderr);
  char *shipped = specs_folder(options->specs);
  struct syntax syntax;
  bool ok =
      syntax_read(&syntax, options->spec,
                  &(struct syntax_options){.library = shipped}, names, diag);
  for (uint32_t i = 0; i < syntax.files.count; i++)
    add_file(name_text(names, syntax.files.at[i].path), text);
  for (uint32_t i = 0; i < syntax.items.count; i++)
    if (syntax.items.at[i].kind == ITEM_FILE)
      add_file(name_text(names, syntax.items.at[i].path), text);
  syntax_release(&syntax);
  free(shipped);
  diag_free(diag);
  interner_free(names);
  return ok;
}

// What it is asked about, but for the program: a property is one file.
static bool add_specification(const struct options *options,
                              struct strbuf *text) {
  if (!options->spec)
    return true;
  if (!strcmp(file_suffix(options->spec), ".spec"))
    return add_specifications(options, text);
  add_file(options->spec, text);
  return true;
}

// What reads the program, and this very program: whatever changes in them may
// change answers.
static bool add_tools(const struct options *options, struct strbuf *text) {
  const char *const arguments[] = {options->compiler, "--version", NULL};
  struct strbuf program = {0};
  bool ok = file_read("/proc/self/exe", &program);
  strbuf_format(text, "vouch %s ", VOUCH_VERSION);
  sha256_print(strbuf_text(&program), program.length, text);
  strbuf_char(text, '\n');
  process_run(&(struct process_run){.arguments = arguments}, (struct poll){0},
              text, text);
  strbuf_release(&program);
  return ok;
}

static void add(const struct options *options, const struct strbuf *basis,
                const char *rule, struct project_question_vec *into) {
  struct project_question question = {.rule = rule};
  struct strbuf text = {0};
  if (rule)
    strbuf_format(&question.text, "rule %s", rule);
  print_options(options, &question.text);
  if (!question.text.length)
    strbuf_add(&question.text, "assertions");
  strbuf_format(&text, "%s\n%s", strbuf_text(&question.text),
                strbuf_text(basis));
  sha256_print(strbuf_text(&text), text.length, &question.key);
  strbuf_release(&text);
  project_question_vec_push(into, question);
}

bool project_questions(const struct options *options,
                       struct project_question_vec *into) {
  struct strbuf basis = {0};
  bool ok = add_tools(options, &basis);
  if (ok && options->spec && !file_exists(options->spec)) {
    fprintf(stderr, "vouch: error: %s: %s\n", options->spec, strerror(ENOENT));
    ok = false;
  }
  if (ok && options->rules.count && !options->spec) {
    fputs("vouch: error: --rule is about a specification (--spec)\n", stderr);
    ok = false;
  }
  ok = ok && add_specification(options, &basis);
  for (uint32_t i = 0; ok && i < options->rules.count; i++)
    add(options, &basis, options->rules.at[i], into);
  if (ok && !options->rules.count)
    add(options, &basis, NULL, into);
  strbuf_release(&basis);
  return ok;
}

void project_questions_release(struct project_question_vec *questions) {
  for (uint32_t i = 0; i < questions->count; i++) {
    strbuf_release(&questions->at[i].text);
    strbuf_release(&questions->at[i].key);
  }
  project_question_vec_release(questions);
}
