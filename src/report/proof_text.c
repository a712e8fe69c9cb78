#include "report/proof_text.h"

#include "program/print.h"
#include "refine/branch.h"

enum { MOST_LINES = 20 };

static const char *plural(uint32_t count) {
  return count == 1 ? "" : "s";
}

static void print_line(const struct cegar *cegar, struct position position,
                       struct term t, FILE *out) {
  const struct program *program = cegar->component->program;
  struct strbuf text = {0};
  strbuf_add(&text, "  ");
  program_print_position(program, position, &text);
  strbuf_add(&text, ": ");
  program_print_term(program, t, &text);
  fprintf(out, "%s\n", strbuf_text(&text));
  strbuf_release(&text);
}

static void print_rest(uint32_t count, FILE *out) {
  if (count > MOST_LINES)
    fprintf(out, "  ... and %u more\n", count - MOST_LINES);
}

static void print_branches(const struct cegar *cegar, FILE *out) {
  const struct procedure *procedure = cegar->component->procedure;
  struct seed_vec seeds = {0};
  refinement_seeds(&cegar->refinement, &seeds);
  uint32_t branches = branch_count(&seeds);
  fprintf(out, "proof: %u predicate%s of %u branch%s\n", seeds.count,
          plural(seeds.count), branches, branches == 1 ? "" : "es");
  for (uint32_t i = 0; i < seeds.count && i < MOST_LINES; i++)
    print_line(cegar,
               procedure_location(procedure, seeds.at[i].location)->position,
               seeds.at[i].atom, out);
  print_rest(seeds.count, out);
  seed_vec_release(&seeds);
}

static void print_lemmas(const struct cegar *cegar, FILE *out) {
  const struct lemmas *lemmas = &cegar->loops.lemmas;
  const struct blocks *blocks = cegar->loops.blocks;
  const struct procedure *procedure = cegar->component->procedure;
  uint32_t count = 0, printed = 0;
  for (uint32_t cut = 0; cut < blocks->count; cut++)
    count += lemmas->at[cut].count;
  fprintf(out, "proof: %u invariant%s of loops\n", count, plural(count));
  for (uint32_t cut = 0; cut < blocks->count; cut++)
    for (uint32_t i = 0; i < lemmas->at[cut].count; i++)
      if (printed++ < MOST_LINES)
        print_line(cegar,
                   procedure_location(procedure, blocks->cuts[cut])->position,
                   lemmas->at[cut].at[i], out);
  print_rest(count, out);
}

void proof_print(const struct cegar *cegar, FILE *out) {
  switch (cegar->proof) {
  case PROOF_PREDICATES: print_branches(cegar, out); return;
  case PROOF_LEMMAS: print_lemmas(cegar, out); return;
  case PROOF_COVERAGE:
    fprintf(out, "proof: all executions, of at most %u round%s of loops\n",
            cegar->loops.rounds, plural(cegar->loops.rounds));
    return;
  }
}
