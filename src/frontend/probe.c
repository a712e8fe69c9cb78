#include "frontend/probe.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "frontend/internal.h"

enum { ROUNDS = 8 };
enum { LINES_PER_TEXT = 3, LINE_TYPE = 0, LINE_VALUE = 1, LINE_ALIAS = 2 };

// Of a line: asked for, left out because it should be wrong, known to be wrong.
enum line { LINE_ASKED, LINE_SPARED, LINE_BAD };

void probe_init(struct probe *probe, struct frontend *frontend,
                const struct frontend_query *query) {
  *probe = (struct probe){.frontend = frontend, .query = query};
  if (query)
    probe->answers =
        memory_new_zero(query->text_count + 1, sizeof *probe->answers);
}

void probe_release(struct probe *probe) {
  free(probe->answers);
}

void probe_reset(struct probe *probe) {
  for (uint32_t i = 0; probe->query && i < probe->query->text_count; i++)
    probe->answers[i] = PROBE_OPEN;
}

static uint32_t text_count(const struct probe *probe) {
  return probe->query ? probe->query->text_count : 0;
}

static const char *text_at(const struct probe *probe, uint32_t index) {
  return name_text(probe->frontend->names, probe->query->texts[index]);
}

// ---- The questions ----------------------------------------------------------

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
  for (uint32_t i = 0; i < text_count(probe); i++)
    for (unsigned line = 0; line < LINES_PER_TEXT; line++) {
      if (lines[i * LINES_PER_TEXT + line] != LINE_ASKED)
        strbuf_char(text, '\n');
      else
        write_line(text, line, text_at(probe, i), i);
    }
}

// vouch-probe:LINE:COLUMN: error: ...
// True when there are some: it is worth another try.
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

// Does the text look like a type? `struct s`, `size_t`.
static bool looks_like_type(const char *text) {
  size_t length = strlen(text);
  return strchr(text, ' ') || (length > 2 && !strcmp(text + length - 2, "_t"));
}

static void guess_lines(const struct probe *probe, enum line *lines) {
  for (uint32_t i = 0; i < text_count(probe); i++) {
    enum line *own = &lines[i * LINES_PER_TEXT];
    if (probe->answers[i] != PROBE_OPEN)
      own[LINE_TYPE] = own[LINE_VALUE] = own[LINE_ALIAS] = LINE_SPARED;
    else
      own[looks_like_type(text_at(probe, i)) ? LINE_VALUE : LINE_ALIAS] =
          LINE_SPARED;
  }
}

// What has no type means nothing; where the guess was wrong the other line is
// asked for.
static void correct_lines(const struct probe *probe, enum line *lines) {
  for (uint32_t i = 0; i < text_count(probe); i++) {
    enum line *own = &lines[i * LINES_PER_TEXT];
    if (own[LINE_TYPE] == LINE_BAD)
      own[LINE_VALUE] = own[LINE_ALIAS] = LINE_BAD;
    else if (own[LINE_VALUE] == LINE_BAD && own[LINE_ALIAS] == LINE_SPARED)
      own[LINE_ALIAS] = LINE_ASKED;
    else if (own[LINE_ALIAS] == LINE_BAD && own[LINE_VALUE] == LINE_SPARED)
      own[LINE_VALUE] = LINE_ASKED;
  }
}

static void note_answers(struct probe *probe, const enum line *lines) {
  for (uint32_t i = 0; i < text_count(probe); i++) {
    const enum line *own = &lines[i * LINES_PER_TEXT];
    if (own[LINE_TYPE] == LINE_ASKED)
      probe->answers[i] =
          own[LINE_ALIAS] == LINE_ASKED ? PROBE_TYPE : PROBE_EXPRESSION;
  }
}

// True when the compiler took it.
static bool compile_round(struct probe *probe, const char *file,
                          const struct compile_command *command,
                          const struct unit_flags *unit, enum line *lines,
                          struct strbuf *bitcode, bool *is_last) {
  struct strbuf text = {0}, errors = {0};
  write_text(probe, lines, &text);
  bool ok = compile_with(probe->frontend, file, command, unit, &text, bitcode,
                         &errors);
  if (ok)
    note_answers(probe, lines);
  else
    *is_last = !mark_errors(strbuf_text(&errors), lines,
                            text_count(probe) * LINES_PER_TEXT);
  correct_lines(probe, lines);
  strbuf_release(&text);
  strbuf_release(&errors);
  return ok;
}

static bool has_open_text(const struct probe *probe) {
  for (uint32_t i = 0; i < text_count(probe); i++)
    if (probe->answers[i] == PROBE_OPEN)
      return true;
  return false;
}

// Is the file another one where it is included?
static bool knows_it_is_included(const char *file) {
  struct strbuf text = {0};
  bool knows = file_read(file, &text) &&
               (strstr(strbuf_text(&text), "__INCLUDE_LEVEL__") ||
                strstr(strbuf_text(&text), "__BASE_FILE__"));
  strbuf_release(&text);
  return knows;
}

// A macro with an open bracket hides the lines behind it, so what is left must
// be tried again until the compiler is content.
bool probe_compile(struct probe *probe, const char *file,
                   const struct compile_command *command,
                   const struct unit_flags *unit, struct strbuf *bitcode) {
  if (!has_open_text(probe) || knows_it_is_included(file))
    return false;
  enum line *lines =
      memory_new_zero(text_count(probe) * LINES_PER_TEXT, sizeof *lines);
  guess_lines(probe, lines);
  bool ok = false, is_last = false;
  for (int round = 0; round < ROUNDS && !ok && !is_last; round++) {
    strbuf_clear(bitcode);
    ok = compile_round(probe, file, command, unit, lines, bitcode, &is_last);
  }
  free(lines);
  return ok;
}

// ---- The answers ------------------------------------------------------------

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

static LLVMValueRef find_global(LLVMModuleRef module, const char *kind,
                                uint32_t index) {
  char name[40];
  snprintf(name, sizeof name, "__vouch_%s_%u", kind, index);
  return LLVMGetNamedGlobal(module, name);
}

static struct term value_of(LLVMModuleRef module, struct program *program,
                            uint32_t index, struct ctype type) {
  LLVMValueRef global = find_global(module, "value", index);
  LLVMValueRef initial = global ? LLVMGetInitializer(global) : NULL;
  const struct ctype_info *info = ctype_bare(program->types, type);
  u128 value;
  if (!initial || info->kind == CTYPE_FLOAT || info->bit_size < 1 ||
      info->bit_size > BITS_MAX_WIDTH || !constant_number(initial, &value))
    return (struct term){0};
  return term_const(program->terms, (unsigned)info->bit_size, value);
}

static bool type_of(struct debug_info *debug, const struct program *program,
                    LLVMValueRef global, struct ctype *type) {
  struct debug_variable known;
  if (!global || !debug_global(debug, global, &known))
    return false;
  *type = ctype_bare(program->types, known.type)->target;
  return true;
}

static void delete_global(LLVMValueRef global) {
  if (global)
    LLVMDeleteGlobal(global);
}

void probe_read(struct probe *probe, LLVMModuleRef module,
                struct debug_info *debug, struct program *program) {
  for (uint32_t i = 0; i < text_count(probe); i++) {
    struct declaration declaration = {.text = probe->query->texts[i],
                                      .is_type =
                                          probe->answers[i] == PROBE_TYPE};
    LLVMValueRef global = find_global(module, "type", i);
    if (type_of(debug, program, global, &declaration.type)) {
      declaration.value = value_of(module, program, i, declaration.type);
      declaration_vec_push(probe->query->answers, declaration);
    }
    delete_global(global);
    delete_global(find_global(module, "value", i));
  }
}
