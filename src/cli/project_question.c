#include "cli/project_question.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/exit_code.h"
#include "base/file.h"
#include "base/sha256.h"
#include "base/version.h"
#include "cli/commands.h"
#include "cli/specs_folder.h"

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

static int is_specification(const struct dirent *entry) {
  return !strcmp(file_suffix(entry->d_name), ".spec");
}

// All specifications of a folder: any of them may be imported.
static void add_folder(const char *folder, struct strbuf *text) {
  struct dirent **entries = NULL;
  int count = scandir(folder, &entries, is_specification, alphasort);
  for (int i = 0; i < count; i++) {
    struct strbuf path = {0};
    strbuf_format(&path, "%s/%s", folder, entries[i]->d_name);
    add_file(strbuf_text(&path), text);
    strbuf_release(&path);
    free(entries[i]);
  }
  free(entries);
}

static void add_specifications(const struct options *options,
                               struct strbuf *text) {
  struct strbuf folder = {0};
  const char *base = file_base_name(options->spec);
  strbuf_bytes(&folder, options->spec, (size_t)(base - options->spec));
  strbuf_add(&folder, ".");
  add_folder(strbuf_text(&folder), text);
  char *shipped = specs_folder(options->specs);
  if (shipped)
    add_folder(shipped, text);
  free(shipped);
  strbuf_release(&folder);
}

static void make_key(const struct options *options, const struct strbuf *self,
                     struct project_question *question) {
  struct strbuf text = {0};
  strbuf_format(&text, "vouch %s %s\n%s\n", VOUCH_VERSION, strbuf_text(self),
                strbuf_text(&question->text));
  if (options->spec)
    add_specifications(options, &text);
  sha256_print(strbuf_text(&text), text.length, &question->key);
  strbuf_release(&text);
}

static void add(const struct options *options, const struct strbuf *self,
                const char *rule, struct project_question_vec *into) {
  struct project_question question = {.rule = rule};
  if (rule)
    strbuf_format(&question.text, "rule %s", rule);
  print_options(options, &question.text);
  if (!question.text.length)
    strbuf_add(&question.text, "assertions");
  make_key(options, self, &question);
  project_question_vec_push(into, question);
}

// This very program: whatever changes in it may change answers.
static bool read_self(struct strbuf *digest) {
  struct strbuf program = {0};
  bool ok = file_read("/proc/self/exe", &program);
  sha256_print(strbuf_text(&program), program.length, digest);
  strbuf_release(&program);
  return ok;
}

bool project_questions(const struct options *options,
                       struct project_question_vec *into) {
  struct strbuf self = {0};
  bool ok = read_self(&self);
  if (ok && options->spec && !file_exists(options->spec)) {
    fprintf(stderr, "vouch: error: %s: %s\n", options->spec, strerror(ENOENT));
    ok = false;
  }
  if (ok && options->rules.count && !options->spec) {
    fputs("vouch: error: --rule is about a specification (--spec)\n", stderr);
    ok = false;
  }
  for (uint32_t i = 0; ok && i < options->rules.count; i++)
    add(options, &self, options->rules.at[i], into);
  if (ok && !options->rules.count)
    add(options, &self, NULL, into);
  strbuf_release(&self);
  return ok;
}

void project_questions_release(struct project_question_vec *questions) {
  for (uint32_t i = 0; i < questions->count; i++) {
    strbuf_release(&questions->at[i].text);
    strbuf_release(&questions->at[i].key);
  }
  project_question_vec_release(questions);
}

// Asking

static void be_silent(void) {
  int nowhere = open("/dev/null", O_WRONLY);
  if (nowhere >= 0) {
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
  }
}

// A specification with one check: the function against the rule.
static bool write_rule(const char *path, const char *specification,
                       const char *function, const char *rule) {
  char *whole = realpath(specification, NULL);
  FILE *file = whole ? fopen(path, "w") : NULL;
  if (file)
    fprintf(file, "import \"%s\";\ncheck rule: %s refines %s;\n", whole,
            function, rule);
  free(whole);
  return file && !fclose(file);
}

int project_question_ask(const struct project_question *question,
                         const struct options *options, const char *file,
                         const char *function, const char *json) {
  struct options one = *options; // shallow
  struct strbuf specification = {0};
  one.operands = (struct text_vec){.at = &file, .count = 1};
  one.json = json;
  one.sarif = one.junit = one.html = NULL;
  one.verbosity = 0;
  bool ok = true;
  if (question->rule) {
    strbuf_format(&specification, "%s.spec", json);
    ok = write_rule(strbuf_text(&specification), options->spec, function,
                    question->rule);
    one.spec = strbuf_text(&specification);
  } else {
    one.function = function;
  }
  be_silent();
  int code = ok ? command_check(&one) : EXIT_BAD_INPUT;
  if (question->rule)
    unlink(strbuf_text(&specification));
  strbuf_release(&specification);
  return code;
}
