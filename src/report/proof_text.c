#include "report/proof_text.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "program/print.h"
#include "refine/branch.h"

enum { MOST_LINES = 20 };

static const char *plural(uint32_t count) {
  return count == 1 ? "" : "s";
}

// "y >= 6" as "y > 5", "y < 6" as "y <= 5": comparisons are kept in one form,
// and the source may have the other.
static bool rewrite_comparison(struct strbuf *text) {
  const char *whole = strbuf_text(text);
  const char *constant = strrchr(whole, ' ');
  char *end;
  if (!constant || constant - whole < 2)
    return false;
  long long value = strtoll(constant + 1, &end, 10);
  bool is_less = constant[-1] == '<' && constant[-2] == ' ';
  bool is_not_less = constant[-1] == '=' && constant[-2] == '>';
  if (*end || end == constant + 1 || (!is_less && !is_not_less))
    return false;
  struct strbuf other = {0};
  strbuf_bytes(&other, whole, (size_t)(constant - whole) - (is_less ? 1 : 2));
  strbuf_format(&other, "%s %lld", is_less ? "<=" : ">", value - 1);
  strbuf_release(text);
  *text = other;
  return true;
}

// The form of the condition that stands in the line of source, if one does.
static void print_condition(const struct program *program, const char *line,
                            struct term t, struct strbuf *out) {
  struct term both[2] = {t, term_not(program->terms, t)};
  bool is_found = false;
  for (int i = 0; line && i < 2 && !is_found; i++) {
    struct strbuf text = {0};
    program_print_term(program, both[i], &text);
    is_found = strstr(line, strbuf_text(&text)) ||
               (rewrite_comparison(&text) && strstr(line, strbuf_text(&text)));
    if (is_found)
      strbuf_add(out, strbuf_text(&text));
    strbuf_release(&text);
  }
  if (!is_found)
    program_print_term(program, t, out);
}

static void print_line(const struct cegar *cegar, struct position position,
                       struct term t, FILE *out) {
  const struct program *program = cegar->component->program;
  struct strbuf text = {0};
  strbuf_add(&text, "  ");
  program_print_position(program, position, &text);
  strbuf_add(&text, ": ");
  struct diag *sources = diag_new(program->names, stderr);
  print_condition(program, diag_source_line(sources, position), t, &text);
  fprintf(out, "%s\n", strbuf_text(&text));
  diag_free(sources);
  strbuf_release(&text);
}

static void print_rest(uint32_t count, FILE *out) {
  if (count > MOST_LINES)
    fprintf(out, "  ... and %u more\n", count - MOST_LINES);
}

static struct position position_of(const struct procedure *procedure,
                                   struct location_id location) {
  return location.id ? procedure_location(procedure, location)->position
                     : (struct position){0};
}

static void print_branches(const struct cegar *cegar, FILE *out) {
  const struct procedure *procedure = cegar->component->inlined.procedure;
  struct seed_vec seeds = {0};
  cegar_predicates(cegar, &seeds);
  uint32_t branches = branch_count(&seeds);
  fprintf(out, "proof: %u predicate%s of %u branch%s\n", seeds.count,
          plural(seeds.count), branches, branches == 1 ? "" : "es");
  for (uint32_t i = 0; i < seeds.count && i < MOST_LINES; i++)
    print_line(cegar, position_of(procedure, seeds.at[i].location),
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
