// Inline assembly. We do not read it: registers it gives are unknown values,
// and memory outputs get unknown contents. Both are reported. Assembly that
// may write memory without saying where cannot be over-approximated here and
// is unsupported, unless it is one of the instructions that only order or
// delay things.
#include "frontend/internal.h"

#include <ctype.h>
#include <string.h>

#include "base/strbuf.h"

static const char *const harmless[] = {
    "mfence",  "lfence",  "sfence",  "pause", "nop", "rep; nop",
    "rep;nop", "rep nop", "endbr64", "cld",   "int3"};

// Compares ignoring white space, so that "\tpause\n" is "pause".
static bool same_text(const char *text, size_t length, const char *word) {
  for (size_t i = 0; i < length; i++) {
    if (isspace((unsigned char)text[i]))
      continue;
    while (*word && isspace((unsigned char)*word))
      word++;
    if (text[i] != *word++)
      return false;
  }
  return !*word;
}

static bool is_harmless(const char *text, size_t length) {
  if (same_text(text, length, ""))
    return true;
  for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
    if (same_text(text, length, harmless[i]))
      return true;
  return false;
}

static bool clobbers_memory(LLVMValueRef assembly) {
  size_t length;
  const char *text = LLVMGetInlineAsmConstraintString(assembly, &length);
  struct strbuf constraints = {0};
  strbuf_bytes(&constraints, text, length);
  bool found = strstr(strbuf_text(&constraints), "~{memory}") != NULL;
  strbuf_release(&constraints);
  return found;
}

// Outputs in memory are pointer arguments with the type they point to.
static void havoc_memory_output(struct body *body, LLVMValueRef call,
                                unsigned index) {
  unsigned kind = LLVMGetEnumAttributeKindForName("elementtype", 11);
  LLVMAttributeRef attribute =
      LLVMGetCallSiteEnumAttribute(call, index + 1, kind);
  LLVMTypeRef type = attribute ? LLVMGetTypeAttributeValue(attribute) : NULL;
  unsigned width = type ? type_width(body->translator, type) : 0;
  if (!type)
    return;
  if (!width || type_is_aggregate(type)) {
    body_emit_unsupported(body, "inline assembly with a large operand");
    return;
  }
  struct variable unknown = register_temporary(
      body, sort_bits(width), (struct name){0}, (struct ctype){0});
  body_emit(body,
            operation_havoc(body->program, &unknown, 1, ORIGIN_APPROXIMATION,
                            intern(body->program->names, "asm")));
  memory_write(body, register_operand(body, LLVMGetOperand(call, index)),
               program_term(body->program, unknown));
}

void assembly_translate(struct body *body, LLVMValueRef call) {
  LLVMValueRef assembly = LLVMGetCalledValue(call);
  size_t length;
  const char *text = LLVMGetInlineAsmAsmString(assembly, &length);
  bool is_void = LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind;
  bool is_quiet = is_harmless(text, length);
  if (is_void && is_quiet)
    return;
  if (!is_quiet && clobbers_memory(assembly)) {
    body_emit_unsupported(body, "inline assembly that may write memory");
    return;
  }
  body_note(body, "inline assembly");
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
    havoc_memory_output(body, call, i);
  if (!is_void && body->here.id)
    register_havoc(body, call, ORIGIN_APPROXIMATION, "asm");
}
