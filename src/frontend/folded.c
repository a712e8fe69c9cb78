#include "frontend/folded.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "frontend/checks.h"
#include "frontend/internal.h"

// ---- What the compiler says -------------------------------------------------

// FILE:LINE:COLUMN: error: ... [-Werror,-Wshift-count-overflow]
static bool read_line(const char *start, const char *end,
                      struct interner *names, struct folded *found) {
  const char *mark = strstr(start, ": error: ");
  if (!mark || mark >= end)
    return false;
  const char *column = mark, *line;
  while (column > start && column[-1] != ':')
    column--;
  line = column > start ? column - 1 : start;
  while (line > start && line[-1] != ':')
    line--;
  if (line <= start || column <= line)
    return false;
  found->line = (uint32_t)strtoul(line, NULL, 10);
  found->column = (uint32_t)strtoul(column, NULL, 10);
  struct strbuf file = {0};
  strbuf_bytes(&file, start, (size_t)(line - 1 - start));
  found->file = intern(names, strbuf_text(&file));
  strbuf_release(&file);
  return found->line > 0;
}

// What the compiler warns of, and what it is.
static const struct warning {
  const char *name;
  enum undefined_reason reason;
} warnings[] = {
    {"[-Werror,-Wshift-count-", UNDEFINED_SHIFT_RANGE},
    {"[-Werror,-Wshift-overflow]", UNDEFINED_SHIFT_OVERFLOW},
    {"[-Werror,-Wshift-sign-overflow]", UNDEFINED_SHIFT_OVERFLOW},
    {"[-Werror,-Wshift-negative-value]", UNDEFINED_SHIFT_OVERFLOW},
    {"[-Werror,-Winteger-overflow]", UNDEFINED_OVERFLOW},
};

static const struct warning *warning_in(const char *start, const char *end) {
  for (size_t i = 0; i < sizeof warnings / sizeof *warnings; i++) {
    const char *found = strstr(start, warnings[i].name);
    if (found && found < end)
      return &warnings[i];
  }
  return NULL;
}

void folded_read(const char *messages, struct interner *names,
                 struct folded_vec *into) {
  for (const char *at = messages; *at;) {
    const char *end = strchr(at, '\n');
    end = end ? end : at + strlen(at);
    const struct warning *warning = warning_in(at, end);
    struct folded one = {.reason = warning ? warning->reason : UNDEFINED_NONE};
    if (warning && read_line(at, end, names, &one))
      folded_vec_push(into, one);
    at = *end ? end + 1 : end;
  }
}

// ---- Where it is ------------------------------------------------------------

static bool is_in_file(const struct translator *translator,
                       const struct folded *folded, struct position position) {
  const struct interner *names = translator->program->names;
  return position_is_known(position) && !name_is_none(position.file) &&
         !strcmp(file_base_name(name_text(names, folded->file)),
                 file_base_name(name_text(names, position.file)));
}

static bool is_code(LLVMValueRef instruction) {
  return !LLVMIsADbgInfoIntrinsic(instruction) &&
         !LLVMIsAAllocaInst(instruction);
}

// A check of clang's for an operation that is there.
static bool is_check(LLVMValueRef instruction) {
  if (!LLVMIsACallInst(instruction))
    return checks_fails(instruction);
  size_t length;
  return checks_is_runtime(
      LLVMGetValueName2(LLVMGetCalledValue(instruction), &length));
}

// What a function has on a line.
struct line_view {
  uint32_t last;    // line of the function
  uint32_t blocks;  // with code of the line
  bool has_check;   // that fails, or what is as good
  bool has_choice;  // without a branch
  uint32_t current; // block that was counted last
};

// Does it use what LLVM made of a quotient without a value? That shows where it
// is used.
static bool uses_poison(LLVMValueRef instruction) {
  bool found = false;
  for (unsigned i = 0; !LLVMIsAPHINode(instruction) &&
                       i < (unsigned)LLVMGetNumOperands(instruction);
       i++)
    found |= LLVMIsPoison(LLVMGetOperand(instruction, i)) != 0;
  for (unsigned i = 0;
       LLVMIsAPHINode(instruction) && i < LLVMCountIncoming(instruction); i++)
    found |= LLVMIsPoison(LLVMGetIncomingValue(instruction, i)) != 0;
  return found;
}

static void look_at(struct translator *translator, const struct folded *folded,
                    LLVMValueRef i, uint32_t block, struct line_view *view) {
  struct position position = debug_position(translator->debug, i);
  if (!is_code(i) || !is_in_file(translator, folded, position))
    return;
  if (position.line > view->last)
    view->last = position.line;
  if (position.line != folded->line)
    return;
  view->has_check |= position.column == folded->column && is_check(i);
  view->has_check |= folded->is_read && uses_poison(i);
  view->has_choice |= LLVMIsASelectInst(i) != NULL;
  view->blocks += view->current != block;
  view->current = block;
}

static struct line_view view_line(struct translator *translator,
                                  const struct folded *folded,
                                  LLVMValueRef function,
                                  const struct pointer_map *wholes) {
  struct line_view view = {0};
  uint32_t number = 0;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
       b = LLVMGetNextBasicBlock(b)) {
    number++;
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
         i = LLVMGetNextInstruction(i))
      look_at(translator, folded, i,
              wholes ? *pointer_map_find(wholes, b) : number, &view);
  }
  return view;
}

static bool is_within(struct translator *translator,
                      const struct folded *folded, LLVMValueRef function,
                      const struct line_view *view) {
  struct position start = debug_function_position(translator->debug, function);
  return is_in_file(translator, folded, start) && start.line <= folded->line &&
         folded->line <= view->last;
}

// ---- Static initialisers ----------------------------------------------------

static bool is_in_function(struct translator *translator,
                           const struct folded *folded) {
  for (LLVMValueRef f = LLVMGetFirstFunction(translator->module); f;
       f = LLVMGetNextFunction(f)) {
    if (!LLVMGetFirstBasicBlock(f))
      continue;
    struct line_view view = view_line(translator, folded, f, NULL);
    if (is_within(translator, folded, f, &view))
      return true;
  }
  return false;
}

static bool is_initialiser(struct translator *translator,
                           const struct folded *folded) {
  for (LLVMValueRef g = LLVMGetFirstGlobal(translator->module); g;
       g = LLVMGetNextGlobal(g)) {
    struct debug_variable known;
    if (debug_global(translator->debug, g, &known) &&
        is_in_file(translator, folded, known.position) &&
        known.position.line == folded->line)
      return true;
  }
  return false;
}

void folded_place(struct translator *translator) {
  for (uint32_t i = 0; i < translator->folded->count; i++) {
    const struct folded *folded = &translator->folded->at[i];
    if (is_in_function(translator, folded) ||
        (folded->is_read && !is_initialiser(translator, folded)))
      continue;
    struct position position = {folded->file, folded->line, folded->column};
    globals_limitation(translator, NULL, position,
                       "a constant expression that has no value in C", false);
    translator->has_bad_initialiser |= is_initialiser(translator, folded);
  }
}

// ---- The text ---------------------------------------------------------------

static bool is_part_of_name(char c) {
  return c == '_' || (c >= '0' && c <= '9') ||
         ((c | 32) >= 'a' && (c | 32) <= 'z');
}

// Does the bracket at `at` follow a name: `f(`, `M (`?
static bool follows_name(const char *start, const char *at) {
  while (at > start && at[-1] == ' ')
    at--;
  return at > start && is_part_of_name(at[-1]);
}

// Is `end` outside of the brackets of calls, in a line without quotes?
static bool is_outside_calls(const char *start, const char *end) {
  int depth = 0, calls = 0;
  int opened[64]; // depth at which calls were opened
  for (const char *at = start; at < end; at++) {
    if (*at == '"' || *at == '\'' || *at == '\\')
      return false;
    if (*at == '(' && follows_name(start, at)) {
      if (calls == (int)(sizeof opened / sizeof *opened))
        return false;
      opened[calls++] = depth;
    }
    depth += *at == '(';
    depth -= *at == ')';
    if (calls && depth == opened[calls - 1])
      calls--;
  }
  return !calls;
}

// Labels and enumerators are no code.
static bool has_constant(const char *start, const char *end) {
  static const char *const words[] = {"case", "enum", "sizeof"};
  for (const char *at = start; at < end; at++)
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
      size_t length = strlen(words[i]);
      if (!strncmp(at, words[i], length) && !is_part_of_name(at[length]) &&
          (at == start || !is_part_of_name(at[-1])))
        return true;
    }
  return false;
}

// Does the operator stand where the compiler says, and nothing around it that
// might not evaluate it?
static bool is_plain_text(const struct translator *translator,
                          const struct folded *folded) {
  struct strbuf text = {0};
  bool is_plain = false;
  if (file_read(name_text(translator->program->names, folded->file), &text)) {
    const char *start = strbuf_text(&text);
    for (uint32_t line = 1; line < folded->line; line++) {
      start += strcspn(start, "\n");
      start += *start == '\n';
    }
    size_t length = strcspn(start, "\n");
    is_plain = folded->column && folded->column <= length &&
               strchr("<>+-*/%", start[folded->column - 1]) &&
               !has_constant(start, start + folded->column - 1) &&
               is_outside_calls(start, start + folded->column - 1);
  }
  strbuf_release(&text);
  return is_plain;
}

// ---- In a function ----------------------------------------------------------

void folded_begin(struct body *body, bool is_start) {
  struct translator *translator = body->translator;
  bool is_lost = is_start && translator->has_bad_initialiser;
  for (uint32_t i = 0; i < translator->folded->count; i++) {
    const struct folded *folded = &translator->folded->at[i];
    struct line_view view =
        view_line(translator, folded, body->function, &body->wholes);
    if (!is_within(translator, folded, body->function, &view) ||
        view.has_check || (folded->is_read && !view.blocks))
      continue;
    struct suspect suspect = {.what = *folded,
                              .is_certain = view.blocks == 1 &&
                                            !view.has_choice &&
                                            is_plain_text(translator, folded),
                              .is_nowhere = !view.blocks};
    suspect_vec_push(&body->suspects, suspect);
    is_lost |= suspect.is_nowhere;
  }
  if (is_lost)
    body_emit_unsupported(body, "constant expression that has no value in C");
}

static void meet(struct body *body, struct suspect *suspect) {
  struct position position = body->position;
  if (suspect->is_certain) {
    body->position.column = suspect->what.column;
    body_emit_undefined(body, term_true(body->terms), suspect->what.reason);
    body->position = position;
    body->is_void = true;
  } else {
    body_emit_unsupported(body, "constant expression that has no value in C");
  }
}

void folded_meet(struct body *body, LLVMValueRef instruction) {
  for (uint32_t i = 0; i < body->suspects.count; i++) {
    struct suspect *suspect = &body->suspects.at[i];
    uint32_t block = *pointer_map_find(&body->wholes, body->block);
    if (suspect->last_met == block || !is_code(instruction) ||
        body->position.line != suspect->what.line)
      continue;
    suspect->last_met = block;
    meet(body, suspect);
  }
}
