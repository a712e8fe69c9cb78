#include "rank/measure_text.h"

#include <stdlib.h>
#include <string.h>

#include "base/lines.h"
#include "term/print.h"
#include "term/read_smt.h"

// ---- Printing ---------------------------------------------------------------

static void print_term(const struct prove *prove, const char *word,
                       struct term t, struct strbuf *out) {
  strbuf_format(out, "%s ", word);
  term_print_smt(rounds_program(prove->rounds)->terms, t, out);
  strbuf_char(out, '\n');
}

static void print_lemmas(const struct prove *prove, const char *word,
                         const struct lemmas *lemmas, struct strbuf *out) {
  for (uint32_t cut = 0; cut < lemmas->blocks->count; cut++)
    for (uint32_t i = 0; i < lemmas->at[cut].count; i++) {
      strbuf_format(out, "%s %u", word, cut);
      print_term(prove, "", lemmas->at[cut].at[i], out);
    }
}

static void print_set(const char *word, const struct bitset *set,
                      struct strbuf *out) {
  strbuf_add(out, word);
  BITSET_EACH (i, set)
    strbuf_format(out, " %u", i);
}

void measures_print(const struct prove *prove, const struct lemmas *lemmas,
                    const struct lemmas *wrapped, struct strbuf *out) {
  const struct blocks *blocks = prove->rounds->blocks;
  const struct procedure *procedure = blocks->effects->procedure;
  strbuf_format(out,
                "termination true\nlocations %u\nedges %u\ncuts %u\n"
                "rounds %u\n",
                procedure->locations.count, procedure->edges.count,
                blocks->count, prove->rounds->at.count);
  print_lemmas(prove, "lemma", lemmas, out);
  print_lemmas(prove, "wrapped", wrapped, out);
  print_set("never", &prove->never, out);
  strbuf_char(out, '\n');
  for (uint32_t i = 0; i < prove->levels.count; i++) {
    const struct level *level = &prove->levels.at[i];
    strbuf_format(out, "level %u ", level->group);
    print_set("rounds", &level->rounds, out);
    print_set(" over", &level->over, out);
    strbuf_char(out, '\n');
    print_term(prove, "value", level->measure.value, out);
    if (!term_is_none(level->measure.floor))
      print_term(prove, "floor", level->measure.floor, out);
  }
}

// ---- Reading ----------------------------------------------------------------

struct reading {
  struct prove *prove;
  struct lemmas *lemmas, *wrapped;
  struct program *program;
  struct smt_symbols *symbols;
};

static bool is_number(const char *rest, uint32_t expected) {
  uint32_t number;
  return line_number(&rest, UINT32_MAX, &number) && !*rest &&
         number == expected;
}

// Rounds, up to the next word.
static bool take_rounds(const struct reading *r, const char **at,
                        struct bitset *into) {
  uint32_t number;
  while (line_number(at, UINT32_MAX, &number)) {
    if (number >= r->prove->rounds->at.count)
      return false;
    bitset_add(into, number);
  }
  return true;
}

static struct term read_term(const struct reading *r, const char *text) {
  return term_read_smt(r->program->terms, r->symbols, text);
}

static bool read_lemma(const struct reading *r, struct lemmas *lemmas,
                       const char *at) {
  uint32_t cut;
  if (!line_number(&at, lemmas->blocks->count, &cut))
    return false;
  struct term t = read_term(r, at);
  if (term_is_none(t) || !sort_is_bool(term_sort(r->program->terms, t)))
    return false;
  term_vec_push(&lemmas->at[cut], t);
  return true;
}

static bool read_level(const struct reading *r, const char *at) {
  struct level level = {0};
  bool ok = line_number(&at, UINT32_MAX, &level.group) && level.group &&
            line_word(&at, "rounds") && take_rounds(r, &at, &level.rounds) &&
            line_word(&at, "over") && take_rounds(r, &at, &level.over) && !*at;
  level_vec_push(&r->prove->levels, level);
  return ok;
}

static bool read_measure(const struct reading *r, const char *at,
                         bool is_floor) {
  if (!r->prove->levels.count)
    return false;
  struct measure *measure = &level_vec_last(&r->prove->levels)->measure;
  struct term t = read_term(r, at);
  if (term_is_none(t) || !sort_is_bits(term_sort(r->program->terms, t)))
    return false;
  if (is_floor && (term_is_none(measure->value) ||
                   !sort_equal(term_sort(r->program->terms, t),
                               term_sort(r->program->terms, measure->value)) ||
                   !term_is_const(r->program->terms, t)))
    return false;
  if (is_floor)
    measure->floor = t;
  else
    measure->value = t;
  return true;
}

static bool read_line(void *context, const char *line) {
  const struct reading *r = context;
  const struct blocks *blocks = r->prove->rounds->blocks;
  const struct procedure *procedure = blocks->effects->procedure;
  const char *rest;
  if (!strcmp(line, "termination true"))
    return true;
  if (line_starts(line, "locations", &rest))
    return is_number(rest, procedure->locations.count);
  if (line_starts(line, "edges", &rest))
    return is_number(rest, procedure->edges.count);
  if (line_starts(line, "cuts", &rest))
    return is_number(rest, blocks->count);
  if (line_starts(line, "rounds", &rest))
    return is_number(rest, r->prove->rounds->at.count);
  if (line_starts(line, "lemma", &rest))
    return read_lemma(r, r->lemmas, rest);
  if (line_starts(line, "wrapped", &rest))
    return read_lemma(r, r->wrapped, rest);
  if (line_starts(line, "never", &rest))
    return take_rounds(r, &rest, &r->prove->never) && !*rest;
  if (line_starts(line, "level", &rest))
    return read_level(r, rest);
  bool is_floor = line_starts(line, "floor", &rest);
  return (is_floor || line_starts(line, "value", &rest)) &&
         read_measure(r, rest, is_floor);
}

static bool has_measures(const struct prove *prove) {
  for (uint32_t i = 0; i < prove->levels.count; i++)
    if (term_is_none(prove->levels.at[i].measure.value))
      return false;
  return true;
}

// Whose first line the caller has looked at.
static bool read_lines(struct reading *r, const char *text,
                       struct strbuf *why) {
  struct strbuf refused = {0};
  bool ok = lines_each(text, NULL, read_line, r, &refused);
  if (!ok)
    strbuf_format(why, "the certificate has a line `%.60s`",
                  strbuf_text(&refused));
  strbuf_release(&refused);
  return ok;
}

bool measures_read(const char *text, struct prove *prove, struct lemmas *lemmas,
                   struct lemmas *wrapped, struct strbuf *why) {
  struct program *program = rounds_program(prove->rounds);
  struct term_vec variables = {0};
  for (uint32_t i = 1; i < program->variables.count; i++)
    term_vec_push(&variables, program->variables.at[i].term);
  struct reading r = {
      prove, lemmas, wrapped, program,
      smt_symbols_new(program->terms, variables.at, variables.count)};
  bool ok = read_lines(&r, text, why);
  if (ok && !has_measures(prove)) {
    strbuf_add(why, "a level has no measure");
    ok = false;
  }
  smt_symbols_free(r.symbols);
  term_vec_release(&variables);
  return ok;
}
