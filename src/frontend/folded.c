#include "frontend/folded.h"

#include <string.h>

#include "base/file.h"
#include "frontend/checks.h"
#include "frontend/internal.h"
#include "frontend/message.h"

// ---- What the compiler says -------------------------------------------------

static bool is_about_folding(const struct message *message) {
  static const char *const warnings[] = {
      "[-Werror,-Wshift-count-overflow]", "[-Werror,-Wshift-count-negative]",
      "[-Werror,-Wshift-overflow]",       "[-Werror,-Wshift-sign-overflow]",
      "[-Werror,-Wshift-negative-value]", "[-Werror,-Winteger-overflow]"};
  for (size_t i = 0; i < sizeof warnings / sizeof *warnings; i++)
    if (message_has(message, warnings[i]))
      return true;
  return false;
}

// A minus of one operand begins its expression.
static bool is_unary(const struct message *message, const char *text) {
  return *text == '-' && message->start.line == message->at.line &&
         message->start.column == message->at.column;
}

// `x <<= 40` is no constant: there is code for it.
static bool is_assignment(const char *text) {
  return text[strspn(text, "<>+-*")] == '=';
}

// Is the operator where the message says? False if it is no matter of ours.
static bool find_operator(const struct message *message,
                          const struct interner *names, const char *directory,
                          struct folded *folded) {
  struct strbuf file = {0};
  const char *text = marks_find(names, directory, message->at, &file);
  bool is_ours = !text || !is_assignment(text);
  if (text && is_ours && !folded->mark) {
    bool has_end = is_unary(message, text);
    folded->sign = message->at;
    folded->end = has_end ? message->end : (struct spot){0};
    folded->mark = marks_text(strbuf_text(&file), text, has_end);
  }
  strbuf_release(&file);
  return is_ours;
}

// It, and the notes that say where macros have it.
static void read_one(const struct message *message, const char **position,
                     struct interner *names, const char *directory,
                     struct folded_vec *into) {
  struct folded folded = {.use = message->at, .sign = message->at};
  bool is_ours = find_operator(message, names, directory, &folded);
  struct message note;
  for (const char *next = *position;
       message_next(&next, names, &note) && note.is_note; *position = next)
    is_ours &= find_operator(&note, names, directory, &folded);
  if (is_ours)
    folded_vec_push(into, folded);
}

void folded_read(const char *messages, struct interner *names,
                 const char *directory, struct folded_vec *into) {
  struct message message;
  while (message_next(&messages, names, &message))
    if (is_about_folding(&message))
      read_one(&message, &messages, names, directory, into);
}

// ---- What has no mark -------------------------------------------------------

static bool is_left(const struct folded *folded) {
  return !folded->mark && !folded->is_doubtful;
}

static bool is_in_file(const struct translator *translator,
                       const struct folded *folded, struct position position) {
  const struct interner *names = translator->program->names;
  return position_is_known(position) && !name_is_none(position.file) &&
         !strcmp(file_base_name(name_text(names, folded->use.file)),
                 file_base_name(name_text(names, position.file)));
}

// A check of clang's for an operation that is there.
static bool is_check(LLVMValueRef instruction) {
  if (!LLVMIsACallInst(instruction))
    return checks_fails(instruction);
  size_t length;
  return checks_is_runtime(
      LLVMGetValueName2(LLVMGetCalledValue(instruction), &length));
}

// What a function has in the file.
struct view {
  uint32_t last_line;
  bool has_check; // of this operation: nothing was lost
};

static void look_at(struct translator *translator, const struct folded *folded,
                    LLVMValueRef instruction, struct view *view) {
  struct position at = debug_position(translator->debug, instruction);
  if (!is_in_file(translator, folded, at))
    return;
  if (at.line > view->last_line)
    view->last_line = at.line;
  view->has_check |= at.line == folded->use.line &&
                     at.column == folded->use.column && is_check(instruction);
}

static struct view view_function(struct translator *translator,
                                 const struct folded *folded,
                                 LLVMValueRef function) {
  struct view view = {0};
  struct position start = debug_function_position(translator->debug, function);
  if (!is_in_file(translator, folded, start) || start.line > folded->use.line)
    return view;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
       b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
         i = LLVMGetNextInstruction(i))
      look_at(translator, folded, i, &view);
  return view;
}

static bool is_in_function(struct translator *translator,
                           const struct folded *folded) {
  for (LLVMValueRef f = LLVMGetFirstFunction(translator->module); f;
       f = LLVMGetNextFunction(f))
    if (folded->use.line <= view_function(translator, folded, f).last_line)
      return true;
  return false;
}

void folded_place(struct translator *translator) {
  const struct folded_vec *found = &translator->folding->found;
  for (uint32_t i = 0; i < found->count; i++) {
    const struct folded *folded = &found->at[i];
    if (!is_left(folded) ||
        (!folded->is_constant && is_in_function(translator, folded)))
      continue;
    struct spot use = folded->use;
    globals_limitation(translator, NULL,
                       (struct position){use.file, use.line, use.column},
                       "a constant expression that has no value in C", false);
    translator->has_bad_initialiser |= !folded->is_constant;
  }
}

// Does the function have it, but no check?
static bool is_lost_in(struct translator *translator,
                       const struct folded *folded, LLVMValueRef function) {
  struct view view = view_function(translator, folded, function);
  return folded->use.line <= view.last_line && !view.has_check;
}

void folded_begin(struct body *body, bool is_start) {
  struct translator *translator = body->translator;
  const struct folded_vec *found = &translator->folding->found;
  bool is_lost = is_start && translator->has_bad_initialiser;
  for (uint32_t i = 0; i < found->count && !is_lost; i++)
    is_lost = is_left(&found->at[i]) && !found->at[i].is_constant &&
              is_lost_in(translator, &found->at[i], body->function);
  if (is_lost)
    body_emit_unsupported(body, "constant expression that has no value in C");
}
