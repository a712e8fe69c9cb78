// Register code as text, for whoever debugs the compiler.
#include <inttypes.h>

#include "run/code.h"

enum form {
  FORM_NONE,
  FORM_COUNT,
  FORM_JUMP,
  FORM_JUMP_A,
  FORM_JUMP_AB,
  FORM_JUMP_AK,
  FORM_TABLE_A,
  FORM_A,
  FORM_DA,
  FORM_DAB,
  FORM_DAK,
  FORM_DKB,
  FORM_D_WORD,
  FORM_GENERAL,
  FORM_LOAD,
  FORM_STORE,
  FORM_EDGE,
  FORM_EDGE_AB,
  FORM_EDGE_DA,
  FORM_SITE,
};

static const struct {
  const char *name;
  enum form form;
} instructions[] = {
#define INSTRUCTION(name, form) {#name, FORM_##form},
#include "run/instruction.def"
#undef INSTRUCTION
};

static void print_general(const struct code *code, uint32_t index,
                          struct strbuf *out) {
  const struct general *g = &code->generals[index];
  strbuf_format(out, "%s r%u:%u", term_op_name(g->op), g->a.word, g->a.width);
  if (g->b.width)
    strbuf_format(out, " r%u:%u", g->b.word, g->b.width);
}

static void print_site(const struct code *code, uint32_t index,
                       struct strbuf *out) {
  const struct call_site *site = &code->sites[index];
  if (site->target.width)
    strbuf_format(out, " r%u :=", site->target.word);
  if (site->callee.id)
    strbuf_format(out, " procedure %u", site->callee.id);
  else if (site->function.width)
    strbuf_format(out, " *r%u", site->function.word);
  for (uint32_t i = 0; i < site->count; i++)
    strbuf_format(out, " r%u:%u", site->arguments[i].word,
                  site->arguments[i].width);
}

static void print_operands(const struct code *code, const struct instruction *i,
                           struct strbuf *out) {
  switch (instructions[i->op].form) {
  case FORM_NONE: break;
  case FORM_COUNT: strbuf_format(out, " %u", i->d); break;
  case FORM_JUMP: strbuf_format(out, " -> %u", i->d); break;
  case FORM_JUMP_A: strbuf_format(out, " r%u -> %u", i->a, i->d); break;
  case FORM_JUMP_AB:
    strbuf_format(out, " r%u r%u -> %u", i->a, i->b, i->d);
    break;
  case FORM_JUMP_AK:
    strbuf_format(out, " r%u 0x%" PRIx64 " -> %u", i->a, code->constants[i->b],
                  i->d);
    break;
  case FORM_TABLE_A: strbuf_format(out, " %u r%u", i->d, i->a); break;
  case FORM_A: strbuf_format(out, " r%u", i->a); break;
  case FORM_DA: strbuf_format(out, " %u := %u", i->d, i->a); break;
  case FORM_DAB:
    strbuf_format(out, " r%u := r%u r%u (%u)", i->d, i->a, i->b, i->aux);
    break;
  case FORM_DAK:
    strbuf_format(out, " r%u := r%u 0x%" PRIx64 " (%u)", i->d, i->a,
                  code->constants[i->b], i->aux);
    break;
  case FORM_DKB:
    strbuf_format(out, " r%u := 0x%" PRIx64 " r%u (%u)", i->d,
                  code->constants[i->a], i->b, i->aux);
    break;
  case FORM_D_WORD: strbuf_format(out, " r%u 0x%" PRIx64, i->d, i->word); break;
  case FORM_GENERAL:
    strbuf_format(out, " r%u := ", i->d);
    print_general(code, i->a, out);
    break;
  case FORM_LOAD:
    strbuf_format(out, " r%u := [r%u + %d]", i->d, i->a, (int)i->b);
    break;
  case FORM_STORE:
    strbuf_format(out, " [r%u + %d] := r%u", i->a, (int)i->b, i->d);
    break;
  case FORM_EDGE: strbuf_format(out, " edge %u", i->d); break;
  case FORM_EDGE_AB:
    strbuf_format(out, " edge %u r%u r%u", i->d, i->a, i->b);
    break;
  case FORM_EDGE_DA:
    strbuf_format(out, " r%u r%u edge %u", i->d, i->a, i->b);
    break;
  case FORM_SITE: print_site(code, i->d, out); break;
  }
}

void code_print(const struct code *code, const struct interner *names,
                struct strbuf *out) {
  strbuf_format(out, "%s: %u words\n", name_text(names, code->procedure->name),
                code->words);
  for (uint32_t i = 0; i < code->instruction_count; i++) {
    const struct instruction *instruction = &code->instructions[i];
    strbuf_format(out, "  %5u  [%u] %s", i, code->edges[i],
                  instructions[instruction->op].name);
    print_operands(code, instruction, out);
    strbuf_char(out, '\n');
  }
}
