// Inline assembly. We do not read it: what it puts into registers and memory
// outputs are unknown values (ORIGIN_APPROXIMATION), and where `asm goto` goes
// is one. Text that does nothing (empty, as in compiler barriers, or one of the
// instructions that only order or delay things) leaves every operand as it is:
// an output that starts with the value of an input ("+r", "0") keeps it, and
// memory is not touched. Assembly that may write memory without saying where
// cannot be over-approximated here and is unsupported.
#include "frontend/internal.h"

#include <ctype.h>
#include <stdlib.h>
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

// One of the constraints, in LLVM's order: outputs, inputs, labels, clobbers.
struct constraint {
  bool is_output;
  bool is_indirect; // an argument points to the operand
  bool is_input;
  int tied; // of an input: the number of the output that starts with it, or -1
};

VEC_DEFINE(constraint_vec, struct constraint);

static struct constraint read_constraint(const char *text) {
  struct constraint c = {.tied = -1};
  c.is_output = *text == '=';
  bool is_clobber = *text == '~', is_label = *text == '!';
  c.is_input = !c.is_output && !is_clobber && !is_label;
  text += c.is_output;
  text += *text == '&';
  c.is_indirect = *text == '*';
  if (c.is_input && isdigit((unsigned char)*text))
    c.tied = atoi(text);
  return c;
}

static struct strbuf constraint_text(LLVMValueRef assembly) {
  size_t length;
  const char *text = LLVMGetInlineAsmConstraintString(assembly, &length);
  struct strbuf copy = {0};
  strbuf_bytes(&copy, text, length);
  return copy;
}

// Separated by commas, of which some are inside braces.
static void read_constraints(LLVMValueRef assembly,
                             struct constraint_vec *into) {
  struct strbuf text = constraint_text(assembly);
  bool is_start = true, is_inside = false;
  for (const char *at = strbuf_text(&text); *at; at++) {
    if (is_start)
      constraint_vec_push(into, read_constraint(at));
    is_inside = *at == '{' || (is_inside && *at != '}');
    is_start = *at == ',' && !is_inside;
  }
  strbuf_release(&text);
}

static bool clobbers_memory(LLVMValueRef assembly) {
  struct strbuf text = constraint_text(assembly);
  bool found = strstr(strbuf_text(&text), "~{memory}") != NULL;
  strbuf_release(&text);
  return found;
}

static struct name asm_name(struct body *body) {
  return intern(body->program->names, OF_ASSEMBLY);
}

static struct term unknown_value(struct body *body, struct sort sort) {
  struct variable unknown =
      register_temporary(body, sort, (struct name){0}, (struct ctype){0});
  body_emit(body, operation_havoc(body->program, &unknown, 1,
                                  ORIGIN_APPROXIMATION, asm_name(body)));
  return program_term(body->program, unknown);
}

// Outputs in memory are pointer arguments with the type they point to.
static void havoc_memory_output(struct body *body, LLVMValueRef call,
                                unsigned index) {
  unsigned kind = LLVMGetEnumAttributeKindForName("elementtype", 11);
  LLVMAttributeRef attribute =
      LLVMGetCallSiteEnumAttribute(call, index + 1, kind);
  LLVMTypeRef type = attribute ? LLVMGetTypeAttributeValue(attribute) : NULL;
  unsigned width = type ? type_width(body->translator, type) : 0;
  if (!width || type_is_aggregate(type)) {
    body_emit_unsupported(body, "inline assembly with a large operand");
    return;
  }
  struct term address = register_operand(body, LLVMGetOperand(call, index));
  struct term value = unknown_value(body, sort_bits(width));
  memory_write(body, address, value);
}

static void havoc_memory_outputs(struct body *body, LLVMValueRef call,
                                 const struct constraint_vec *constraints) {
  unsigned argument = 0;
  for (uint32_t i = 0; i < constraints->count && body->here.id; i++) {
    const struct constraint *c = &constraints->at[i];
    bool is_written = c->is_output && c->is_indirect;
    if (is_written)
      havoc_memory_output(body, call, argument);
    argument += is_written || c->is_input;
  }
}

// The argument whose value the output starts with, or -1.
static int tied_argument(const struct constraint_vec *constraints,
                         uint32_t output) {
  int argument = 0;
  for (uint32_t i = 0; i < constraints->count; i++) {
    const struct constraint *c = &constraints->at[i];
    if (c->is_input && c->tied == (int)output)
      return argument;
    argument += c->is_input || (c->is_output && c->is_indirect);
  }
  return -1;
}

// The value of an output in a register of text that does nothing.
static struct term kept_value(struct body *body, LLVMValueRef call,
                              const struct constraint_vec *constraints,
                              uint32_t output, unsigned width) {
  int argument = tied_argument(constraints, output);
  if (argument >= 0) {
    struct term value = bits_of(
        body->terms,
        register_operand(body, LLVMGetOperand(call, (unsigned)argument)));
    if (term_width(body->terms, value) == width)
      return value;
  }
  return unknown_value(body, sort_bits(width));
}

// Registers of text that does nothing keep what they start with.
static void keep_registers(struct body *body, LLVMValueRef call,
                           const struct constraint_vec *constraints) {
  LLVMTypeRef type = LLVMTypeOf(call);
  bool is_many = type_is_aggregate(type);
  unsigned width = type_width(body->translator, type), element = 0;
  struct term all = {0};
  for (uint32_t i = 0; i < constraints->count; i++) {
    const struct constraint *c = &constraints->at[i];
    if (!c->is_output || c->is_indirect)
      continue;
    unsigned size =
        is_many ? type_width(body->translator, type_element(type, element))
                : width;
    struct term value = kept_value(body, call, constraints, i, size);
    all = term_is_none(all) ? value : term_concat(body->terms, value, all);
    element++;
  }
  register_define_plain(body, call, bits_to_type(body->terms, type, all));
}

static bool is_void(LLVMValueRef call) {
  return LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind;
}

static bool does_nothing(LLVMValueRef assembly) {
  size_t length;
  const char *text = LLVMGetInlineAsmAsmString(assembly, &length);
  return is_harmless(text, length);
}

// False when it may write anything.
static bool is_confined(struct body *body, LLVMValueRef assembly) {
  if (does_nothing(assembly) || !clobbers_memory(assembly))
    return true;
  if (body->translator->frontend->options.assembly_is_tame) {
    body_note(body, TAME_ASSEMBLY);
    return true;
  }
  body_emit_unsupported(body, "inline assembly that may write memory");
  return false;
}

static bool is_assembly(LLVMValueRef value) {
  return LLVMIsACallInst(value) && LLVMIsAInlineAsm(LLVMGetCalledValue(value));
}

static void give_any(struct body *body, LLVMValueRef instruction) {
  register_havoc(body, instruction, ORIGIN_APPROXIMATION, OF_ASSEMBLY);
}

bool assembly_translate_wide(struct body *body, LLVMValueRef instruction) {
  if (LLVMIsAExtractValueInst(instruction) &&
      is_assembly(LLVMGetOperand(instruction, 0))) {
    if (!type_width(body->translator, LLVMTypeOf(instruction)))
      return false;
    give_any(body, instruction);
    return true;
  }
  if (!is_assembly(instruction) || !type_is_aggregate(LLVMTypeOf(instruction)))
    return false;
  LLVMValueRef assembly = LLVMGetCalledValue(instruction);
  if (is_confined(body, assembly)) {
    struct constraint_vec constraints = {0};
    read_constraints(assembly, &constraints);
    body_note(body, "inline assembly");
    havoc_memory_outputs(body, instruction, &constraints);
    constraint_vec_release(&constraints);
  }
  return true;
}

void assembly_translate(struct body *body, LLVMValueRef call) {
  LLVMValueRef assembly = LLVMGetCalledValue(call);
  bool is_quiet = does_nothing(assembly);
  if (!body->here.id || (is_void(call) && is_quiet) ||
      !is_confined(body, assembly))
    return;
  struct constraint_vec constraints = {0};
  read_constraints(assembly, &constraints);
  bool is_representable =
      is_void(call) || type_width(body->translator, LLVMTypeOf(call));
  if (!is_representable) {
    body_emit_unsupported(body, "inline assembly with a large operand");
  } else if (is_quiet) {
    keep_registers(body, call, &constraints);
  } else {
    body_note(body, "inline assembly");
    havoc_memory_outputs(body, call, &constraints);
    if (!is_void(call) && body->here.id)
      give_any(body, call);
  }
  constraint_vec_release(&constraints);
}

bool assembly_falls_through(LLVMValueRef jump) {
  return does_nothing(LLVMGetCalledValue(jump));
}

struct term assembly_choice(struct body *body) {
  return unknown_value(body, sort_bits(32));
}
