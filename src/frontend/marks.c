#include "frontend/marks.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "frontend/checks.h"
#include "frontend/message.h"

#define FUNCTION "__vouch_same"
#define UNARY FUNCTION "(1) * "

const char marks_declaration[] = "int " FUNCTION "(int);\n";

// ---- The text ---------------------------------------------------------------

static bool read_file(const struct interner *names, const char *directory,
                      struct name file, struct strbuf *into) {
  const char *name = name_text(names, file);
  struct strbuf path = {0};
  if (directory && name[0] != '/')
    strbuf_format(&path, "%s/", directory);
  strbuf_add(&path, name);
  bool ok = file_read(strbuf_text(&path), into);
  strbuf_release(&path);
  return ok;
}

const char *marks_find(const struct interner *names, const char *directory,
                       struct spot spot, struct strbuf *text) {
  if (!read_file(names, directory, spot.file, text))
    return NULL;
  const char *line = strbuf_text(text);
  for (uint32_t i = 1; i < spot.line; i++) {
    line += strcspn(line, "\n");
    line += *line == '\n';
  }
  return spot.column && spot.column <= strcspn(line, "\n") + 1
             ? line + spot.column - 1
             : NULL;
}

static bool has_words(const char *line, const char *words) {
  const char *found = strstr(line, words);
  return found && found < line + strcspn(line, "\n");
}

// Not where the preprocessor computes, nor where a question would get another
// answer.
static bool can_mark(const char *text, const char *at) {
  while (at > text && at[-1] != '\n')
    at--;
  bool is_directive = at[strspn(at, " \t")] == '#';
  return !(is_directive && !has_words(at, "define")) &&
         !has_words(at, "__builtin_constant_p");
}

static const char *text_before(const char *sign) {
  if (!strncmp(sign, "<<", 2) || !strncmp(sign, ">>", 2))
    return ">> " FUNCTION "(0) ";
  switch (*sign) {
  case '+': return "+ " FUNCTION "(0) ";
  case '-': return "- " FUNCTION "(0) ";
  case '*':
  case '/':
  case '%': return "* " FUNCTION "(1) ";
  default: return NULL;
  }
}

const char *marks_text(const char *text, const char *sign, bool is_unary) {
  if (!can_mark(text, sign))
    return NULL;
  return is_unary ? UNARY : text_before(sign);
}

// ---- Making -----------------------------------------------------------------

static int compare_spots(struct spot a, struct spot b) {
  if (a.file.id != b.file.id)
    return a.file.id < b.file.id ? -1 : 1;
  if (a.line != b.line)
    return a.line < b.line ? -1 : 1;
  return a.column < b.column ? -1 : a.column > b.column;
}

static int compare_marks(const void *a, const void *b) {
  const struct mark *one = a, *other = b;
  int order = compare_spots(one->at, other->at);
  return order ? order : strcmp(one->text, other->text);
}

static void sort(struct mark_vec *marks) {
  if (marks->count)
    qsort(marks->at, marks->count, sizeof *marks->at, compare_marks);
}

static void make(const struct folded *folded, struct mark_vec *into) {
  struct spot behind = folded->sign;
  if (!folded->end.line) {
    mark_vec_push(into, (struct mark){behind, folded->mark});
    return;
  }
  mark_vec_push(into, (struct mark){behind, "("});
  behind.column++;
  mark_vec_push(into, (struct mark){behind, folded->mark});
  mark_vec_push(into, (struct mark){folded->end, ")"});
}

// Is it the operation of another one, in a macro that is used twice?
static bool is_known(const struct folded_vec *folded, uint32_t first,
                     uint32_t i) {
  for (uint32_t k = first; k < i; k++)
    if (folded->at[k].mark &&
        !compare_spots(folded->at[k].sign, folded->at[i].sign))
      return true;
  return false;
}

void marks_make(const struct folded_vec *folded, uint32_t first,
                struct mark_vec *into) {
  for (uint32_t i = first; i < folded->count; i++)
    if (folded->at[i].mark && !is_known(folded, first, i))
      make(&folded->at[i], into);
  sort(into);
}

static bool has_mark(const struct mark_vec *marks, uint32_t count,
                     const struct mark *mark) {
  for (uint32_t i = 0; i < count; i++)
    if (!compare_marks(&marks->at[i], mark))
      return true;
  return false;
}

void folding_add_marks(struct folding *folding, const struct mark_vec *marks) {
  uint32_t before = folding->marks.count;
  for (uint32_t i = 0; i < marks->count; i++)
    if (!has_mark(&folding->marks, before, &marks->at[i]))
      mark_vec_push(&folding->marks, marks->at[i]);
  sort(&folding->marks);
}

void folding_release(struct folding *folding) {
  folded_vec_release(&folding->found);
  mark_vec_release(&folding->marks);
}

uint32_t marks_write(const struct mark_vec *marks, uint32_t from,
                     const struct interner *names, const char *directory,
                     struct strbuf *into) {
  struct name file = marks->at[from].at.file;
  struct strbuf text = {0};
  const char *at = read_file(names, directory, file, &text) ? text.text : NULL;
  const char *line = at;
  uint32_t number = 1, i = from;
  for (; at && i < marks->count && marks->at[i].at.file.id == file.id; i++) {
    const struct mark *mark = &marks->at[i];
    for (; number < mark->at.line; number++)
      line += strcspn(line, "\n") + 1;
    strbuf_bytes(into, at, (size_t)(line + mark->at.column - 1 - at));
    strbuf_add(into, mark->text);
    at = line + mark->at.column - 1;
  }
  strbuf_add(into, at ? at : "");
  strbuf_release(&text);
  return at ? i : 0;
}

uint32_t marks_column(const struct mark_vec *marks, struct spot spot) {
  uint32_t shift = 0;
  for (uint32_t i = 0; i < marks->count; i++) {
    struct spot at = marks->at[i].at;
    if (at.file.id != spot.file.id || at.line != spot.line ||
        at.column + shift > spot.column)
      continue;
    uint32_t length = (uint32_t)strlen(marks->at[i].text);
    if (spot.column < at.column + shift + length)
      return at.column;
    shift += length;
  }
  return spot.column - shift;
}

// ---- Taking back ------------------------------------------------------------

// The spot without marks.
static struct spot original(const struct mark_vec *marks, struct spot spot) {
  spot.column = marks_column(marks, spot);
  return spot;
}

static bool is_between(struct spot spot, struct spot start, struct spot end) {
  return compare_spots(start, spot) <= 0 && compare_spots(spot, end) <= 0;
}

// Does C want a constant there?
static bool wants_constant(const struct message *message) {
  static const char *const words[] = {
      "constant expression", "integral constant", "integer constant",
      "variable length array", "variable-sized object"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (message_has(message, words[i]))
      return true;
  return false;
}

// Takes back what lies in the range of the message, or else on its line.
static bool drop_at(const struct message *message, bool is_constant,
                    const struct mark_vec *marks, struct folded_vec *folded,
                    uint32_t first) {
  struct spot start = original(marks, message->start);
  struct spot end = original(marks, message->end);
  bool is_within = false, dropped = false;
  for (uint32_t i = first; i < folded->count; i++)
    is_within |= is_between(folded->at[i].use, start, end) ||
                 is_between(folded->at[i].sign, start, end);
  for (uint32_t i = first; i < folded->count; i++) {
    struct folded *one = &folded->at[i];
    bool is_used = is_between(one->use, start, end);
    bool is_hit = is_within ? is_used || is_between(one->sign, start, end)
                            : one->sign.file.id == start.file.id &&
                                  one->sign.line == start.line;
    if (is_hit && one->mark) {
      one->mark = NULL;
      one->is_constant = is_constant && is_used;
      dropped = true;
    }
  }
  return dropped;
}

// An operation in a macro has its mark for all that use it.
static void drop_shared(struct folded_vec *folded, uint32_t first) {
  for (uint32_t i = first; i < folded->count; i++)
    for (uint32_t k = first; k < folded->count && !folded->at[i].mark; k++)
      if (!compare_spots(folded->at[i].sign, folded->at[k].sign))
        folded->at[k].mark = NULL;
}

bool marks_drop(const char *messages, struct interner *names,
                const struct mark_vec *marks, struct folded_vec *folded,
                uint32_t first) {
  bool dropped = false, is_constant = false;
  struct message message;
  while (message_next(&messages, names, &message)) {
    if (!message.is_note)
      is_constant = wants_constant(&message);
    dropped |= drop_at(&message, is_constant, marks, folded, first);
  }
  drop_shared(folded, first);
  return dropped;
}

// ---- Erasing ----------------------------------------------------------------

// A sum with 0, a product with 1 does not overflow.
static void pass_check(LLVMValueRef user) {
  if (!LLVMIsACallInst(user))
    return;
  for (LLVMUseRef use = LLVMGetFirstUse(user); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef part = LLVMGetUser(use);
    if (LLVMIsAExtractValueInst(part) && *LLVMGetIndices(part) == 1)
      checks_let_users_pass(part);
  }
}

static void erase(LLVMValueRef call) {
  for (LLVMUseRef use = LLVMGetFirstUse(call); use; use = LLVMGetNextUse(use))
    pass_check(LLVMGetUser(use));
  LLVMReplaceAllUsesWith(call, LLVMGetOperand(call, 0));
  LLVMInstructionEraseFromParent(call);
}

// Macros make strings of marked text (`assert` does). What is behind the mark
// that starts here; null if none does.
static const char *behind_mark(const char *at) {
  static const char *const marks[] = {
      ">> " FUNCTION "(0) ", "+ " FUNCTION "(0) ", "- " FUNCTION "(0) ",
      "* " FUNCTION "(1) ", UNARY};
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
    if (!strncmp(at, marks[i], strlen(marks[i])))
      return at + strlen(marks[i]);
  return NULL;
}

// Is it the parenthesis around a marked minus?
static bool opens_minus(const char *at) {
  return !strncmp(at, "(-" UNARY, strlen("(-" UNARY));
}

static bool is_whole(const struct u32_vec *open, uint32_t depth) {
  return open->count && open->at[open->count - 1] == depth;
}

static void unmark(const char *text, struct strbuf *into) {
  struct u32_vec open = {0}; // depths of parentheses that are marks
  uint32_t depth = 0;
  while (*text) {
    const char *behind = behind_mark(text);
    if (behind) {
      text = behind;
      continue;
    }
    bool is_mark = *text == ')' && is_whole(&open, depth);
    depth -= *text == ')';
    if (is_mark)
      u32_vec_pop(&open);
    depth += *text == '(';
    if (opens_minus(text)) {
      u32_vec_push(&open, depth);
      is_mark = true;
    }
    if (!is_mark)
      strbuf_char(into, *text);
    text++;
  }
  u32_vec_release(&open);
}

static void unmark_string(LLVMModuleRef module, LLVMValueRef literal) {
  size_t length;
  const char *text = LLVMGetAsString(LLVMGetInitializer(literal), &length);
  struct strbuf plain = {0}, whole = {0};
  strbuf_bytes(&whole, text, length);
  unmark(strbuf_text(&whole), &plain);
  LLVMValueRef made = LLVMConstStringInContext2(
      LLVMGetModuleContext(module), plain.text, plain.length, false);
  LLVMValueRef global = LLVMAddGlobal(module, LLVMTypeOf(made), "");
  LLVMSetInitializer(global, made);
  LLVMSetGlobalConstant(global, true);
  LLVMSetLinkage(global, LLVMGetLinkage(literal));
  LLVMSetUnnamedAddress(global, LLVMGetUnnamedAddress(literal));
  LLVMSetAlignment(global, LLVMGetAlignment(literal));
  LLVMReplaceAllUsesWith(literal, global);
  LLVMDeleteGlobal(literal);
  strbuf_release(&whole);
  strbuf_release(&plain);
}

static bool is_marked_string(LLVMValueRef global) {
  LLVMValueRef value = LLVMGetInitializer(global);
  size_t length;
  if (LLVMGetLinkage(global) != LLVMPrivateLinkage || !value ||
      !LLVMIsAConstantDataArray(value) || !LLVMIsConstantString(value))
    return false;
  const char *text = LLVMGetAsString(value, &length);
  return length && !text[length - 1] && strlen(text) == length - 1 &&
         strstr(text, FUNCTION "(");
}

static void unmark_strings(LLVMModuleRef module) {
  LLVMValueRef global = LLVMGetFirstGlobal(module), next;
  for (; global; global = next) {
    next = LLVMGetNextGlobal(global);
    if (is_marked_string(global))
      unmark_string(module, global);
  }
}

void marks_erase(LLVMModuleRef module) {
  LLVMValueRef function = LLVMGetNamedFunction(module, FUNCTION);
  LLVMUseRef use;
  while (function && (use = LLVMGetFirstUse(function)))
    erase(LLVMGetUser(use));
  if (function)
    LLVMDeleteFunction(function);
  unmark_strings(module);
}
