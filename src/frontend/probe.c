// Asking the compiler what a piece of C means.
//
// For each text T, behind the file that may know it, declarations on a line
// each:
//
//   __typeof__(T) *__vouch_type_0;              its type
//   const __typeof__(V) __vouch_value_0 = V;    its value, if constant
//   typedef T __vouch_alias_0;                  is it a type?
//
// where V is (T) if that is constant, and otherwise something that is no
// number. The first line is good for all that means something, the second for
// expressions, the third for types; so the last two are not both asked unless
// the guess which of them applies was wrong. A run of the compiler tells which
// lines are errors, and when there are none, types and values are read from
// the debug information and initialisers, by the code that reads those of the
// program. Most of what a run costs is its start: the guess is usually right,
// and one run enough. The alternatives are worse: macro definitions from the
// preprocessor need an evaluator of macros of our own, and debug information
// for macros (-fdebug-macro) is text as well and makes every module larger;
// neither knows the types of functions that are only declared, which clang
// does not describe at -O0.
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "frontend/bitcode.h"
#include "frontend/compile.h"
#include "frontend/database.h"
#include "frontend/internal.h"

enum { ROUNDS = 8 };
enum { LINES_PER_TEXT = 3, LINE_TYPE = 0, LINE_VALUE = 1, LINE_ALIAS = 2 };

// Of a line: asked for, left out because it should be wrong, known to be wrong.
enum line { LINE_ASKED, LINE_SPARED, LINE_BAD };

struct probe {
  struct frontend *frontend;
  struct program *program;
  struct database database;
  const struct name *texts;
  uint32_t text_count;
  bool *is_known; // per text
  struct declaration_vec *into;
};

static bool is_c_text(const char *file) {
  const char *suffix = file_suffix(file);
  return !strcmp(suffix, ".c") || !strcmp(suffix, ".i") ||
         !strcmp(suffix, ".h");
}

static void write_value(struct strbuf *text, const char *what, uint32_t index) {
  struct strbuf value = {0};
  strbuf_format(&value,
                "__builtin_choose_expr(__builtin_constant_p((%s)), (%s), "
                "(struct __vouch_none){0})",
                what, what);
  strbuf_format(text, "const __typeof__(%s) __vouch_value_%u = %s;\n",
                strbuf_text(&value), index, strbuf_text(&value));
  strbuf_release(&value);
}

static void write_line(struct strbuf *text, unsigned line, const char *what,
                       uint32_t index) {
  if (line == LINE_TYPE)
    strbuf_format(text, "__typeof__(%s) *__vouch_type_%u;\n", what, index);
  else if (line == LINE_VALUE)
    write_value(text, what, index);
  else
    strbuf_format(text, "typedef %s __vouch_alias_%u;\n", what, index);
}

// A line that is not asked for is left empty, so that the numbers of the others
// stay.
static void write_text(const struct probe *probe, const enum line *lines,
                       struct strbuf *text) {
  strbuf_add(text, "struct __vouch_none { int none; };\n"
                   "#line 1 \"vouch-probe\"\n");
  for (uint32_t i = 0; i < probe->text_count; i++)
    for (unsigned line = 0; line < LINES_PER_TEXT; line++) {
      if (probe->is_known[i] || lines[i * LINES_PER_TEXT + line] != LINE_ASKED)
        strbuf_char(text, '\n');
      else
        write_line(text, line,
                   name_text(probe->frontend->names, probe->texts[i]), i);
    }
}

// vouch-probe:LINE:COLUMN: error: ...
static bool mark_errors(const char *messages, enum line *lines,
                        uint32_t count) {
  static const char start[] = "vouch-probe:";
  bool found = false;
  for (const char *at = messages; (at = strstr(at, start)); at++) {
    bool is_first = at == messages || at[-1] == '\n';
    unsigned long line = strtoul(at + strlen(start), NULL, 10);
    const char *end = strchr(at, '\n');
    const char *error = strstr(at, "error:");
    if (!is_first || !error || (end && error > end))
      continue;
    found = true;
    if (line > count) // at the end: the last line that is left
      for (line = count; line > 1 && lines[line - 1] != LINE_ASKED;)
        line--;
    if (line >= 1)
      lines[line - 1] = LINE_BAD;
  }
  return found;
}

// ---- What to ask for --------------------------------------------------------

// Does the text look like a type? The program knows the typedefs that it uses.
static bool looks_like_type(const struct probe *probe, struct name text) {
  if (strchr(name_text(probe->frontend->names, text), ' '))
    return true; // `struct s`
  const struct ctype_table *types = probe->program->types;
  for (uint32_t i = 1; i < ctype_count(types); i++) {
    const struct ctype_info *info = ctype_info(types, (struct ctype){i});
    if (info->kind == CTYPE_TYPEDEF && info->name.id == text.id)
      return true;
  }
  return false;
}

static void guess_lines(const struct probe *probe, enum line *lines) {
  for (uint32_t i = 0; i < probe->text_count; i++)
    lines[i * LINES_PER_TEXT +
          (looks_like_type(probe, probe->texts[i]) ? LINE_VALUE : LINE_ALIAS)] =
        LINE_SPARED;
}

// What has no type means nothing; where the guess was wrong the other line is
// asked for.
static void correct_lines(const struct probe *probe, enum line *lines) {
  for (uint32_t i = 0; i < probe->text_count; i++) {
    enum line *own = &lines[i * LINES_PER_TEXT];
    if (own[LINE_TYPE] == LINE_BAD)
      own[LINE_VALUE] = own[LINE_ALIAS] = LINE_BAD;
    else if (own[LINE_VALUE] == LINE_BAD && own[LINE_ALIAS] == LINE_SPARED)
      own[LINE_ALIAS] = LINE_ASKED;
    else if (own[LINE_ALIAS] == LINE_BAD && own[LINE_VALUE] == LINE_SPARED)
      own[LINE_VALUE] = LINE_ASKED;
  }
}

// ---- Reading the answers ----------------------------------------------------

// The bits of a constant that is a number or a null pointer or an integer made
// a pointer.
static bool constant_number(LLVMValueRef initial, u128 *value) {
  if (LLVMIsAConstantExpr(initial) &&
      LLVMGetConstOpcode(initial) == LLVMIntToPtr)
    initial = LLVMGetOperand(initial, 0);
  *value = 0;
  if (LLVMIsAConstantInt(initial))
    *value = constant_bits(initial);
  return LLVMIsAConstantInt(initial) || LLVMIsAConstantPointerNull(initial);
}

static struct term value_of(const struct probe *probe, LLVMModuleRef module,
                            uint32_t index, struct ctype type) {
  char name[40];
  snprintf(name, sizeof name, "__vouch_value_%u", index);
  LLVMValueRef global = LLVMGetNamedGlobal(module, name);
  LLVMValueRef initial = global ? LLVMGetInitializer(global) : NULL;
  const struct ctype_info *info = ctype_bare(probe->program->types, type);
  u128 value;
  if (!initial || info->kind == CTYPE_FLOAT || info->bit_size < 1 ||
      info->bit_size > BITS_MAX_WIDTH || !constant_number(initial, &value))
    return (struct term){0};
  return term_const(probe->program->terms, (unsigned)info->bit_size, value);
}

static bool type_of_global(struct debug_info *debug,
                           const struct program *program, LLVMModuleRef module,
                           uint32_t index, struct ctype *type) {
  char name[40];
  snprintf(name, sizeof name, "__vouch_type_%u", index);
  LLVMValueRef global = LLVMGetNamedGlobal(module, name);
  struct debug_variable known;
  if (!global || !debug_global(debug, global, &known))
    return false;
  *type = ctype_bare(program->types, known.type)->target;
  return true;
}

static void read_answers(struct probe *probe, LLVMModuleRef module,
                         const enum line *lines) {
  struct debug_info *debug = debug_info_new(module, probe->program);
  for (uint32_t i = 0; i < probe->text_count; i++) {
    struct declaration declaration = {
        .text = probe->texts[i],
        .is_type = lines[i * LINES_PER_TEXT + LINE_ALIAS] == LINE_ASKED};
    if (probe->is_known[i] ||
        !type_of_global(debug, probe->program, module, i, &declaration.type))
      continue;
    declaration.value = value_of(probe, module, i, declaration.type);
    declaration_vec_push(probe->into, declaration);
    probe->is_known[i] = true;
  }
  debug_info_free(debug);
}

static void read_module(struct probe *probe, const char *file,
                        const struct strbuf *bitcode, const enum line *lines) {
  LLVMContextRef context = bitcode_context(probe->frontend);
  LLVMModuleRef module =
      bitcode_read(probe->frontend, context, file, strbuf_text(bitcode),
                   bitcode->length, true);
  if (module) {
    LLVMSetIsNewDbgInfoFormat(module, 0);
    read_answers(probe, module, lines);
    LLVMDisposeModule(module);
  }
  LLVMContextDispose(context);
}

// True when it is worth another try: there were errors, and they are marked.
static bool ask_compiler(struct probe *probe, const char *file,
                         const struct compile_command *command,
                         enum line *lines) {
  struct strbuf text = {0}, bitcode = {0}, errors = {0};
  write_text(probe, lines, &text);
  bool found = false;
  if (compile_probe(probe->frontend, file, command, &text, &bitcode, &errors))
    read_module(probe, file, &bitcode, lines);
  else
    found = mark_errors(strbuf_text(&errors), lines,
                        probe->text_count * LINES_PER_TEXT);
  correct_lines(probe, lines);
  strbuf_release(&text);
  strbuf_release(&bitcode);
  strbuf_release(&errors);
  return found;
}

static void probe_file(struct probe *probe, const char *file) {
  const struct compile_command *command =
      probe->frontend->options.database ? database_find(&probe->database, file)
                                        : NULL;
  if (command)
    file = command->file;
  enum line *lines =
      memory_new_zero(probe->text_count * LINES_PER_TEXT, sizeof *lines);
  guess_lines(probe, lines);
  // A macro with an open bracket hides the lines behind it, so what is left
  // must be tried again until the compiler is content.
  for (int round = 0;
       round < ROUNDS && ask_compiler(probe, file, command, lines); round++)
    ;
  free(lines);
}

static bool is_done(const struct probe *probe) {
  for (uint32_t i = 0; i < probe->text_count; i++)
    if (!probe->is_known[i])
      return false;
  return true;
}

void frontend_probe(struct frontend *frontend, struct program *program,
                    const char *const *files, uint32_t count,
                    const struct name *texts, uint32_t text_count,
                    struct declaration_vec *into) {
  struct probe probe = {.frontend = frontend,
                        .program = program,
                        .texts = texts,
                        .text_count = text_count,
                        .into = into};
  const char *database = frontend->options.database;
  if (!text_count ||
      (database && !database_read(&probe.database, database, frontend->diag)))
    return;
  probe.is_known = memory_new_zero(text_count, sizeof *probe.is_known);
  uint64_t start = stats_now_ms();
  for (uint32_t i = 0; i < count && !is_done(&probe); i++)
    if (is_c_text(files[i]))
      probe_file(&probe, files[i]);
  frontend->stats->clang_ms += stats_now_ms() - start;
  free(probe.is_known);
  database_release(&probe.database);
}
