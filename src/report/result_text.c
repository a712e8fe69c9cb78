#include "report/result_text.h"

#include <stdio.h>
#include <string.h>

static const char *text_of(const struct result *result, struct name name) {
  return name_text(result->names, name);
}

// The proof

static const char *plural(uint32_t count) {
  return count == 1 ? "" : "s";
}

static void print_claims(const struct result *result, struct strbuf *out) {
  const struct proof *proof = &result->proof;
  for (uint32_t i = 0; i < proof->claims.count; i++) {
    const struct claim *claim = &proof->claims.at[i];
    strbuf_add(out, "  ");
    position_print(result->names, claim->position, out);
    strbuf_format(out, ": %s\n", text_of(result, claim->text));
  }
  if (proof->claim_count > proof->claims.count)
    strbuf_format(out, "  ... and %u more\n",
                  proof->claim_count - proof->claims.count);
}

void proof_print(const struct result *result, struct strbuf *out) {
  const struct proof *proof = &result->proof;
  uint32_t count = proof->claim_count;
  switch (proof->kind) {
  case PROOF_NONE: return;
  case PROOF_PREDICATES:
    strbuf_format(out, "proof: %u predicate%s of %u branch%s\n", count,
                  plural(count), proof->branches,
                  proof->branches == 1 ? "" : "es");
    break;
  case PROOF_LEMMAS:
    strbuf_format(out, "proof: %u invariant%s of loops\n", count,
                  plural(count));
    break;
  case PROOF_COVERAGE:
    strbuf_format(out,
                  "proof: all executions, of at most %u round%s of loops\n",
                  proof->rounds, plural(proof->rounds));
    break;
  case PROOF_ELEMENTS:
    strbuf_format(out, "proof: %u invariant%s of loops, about any elements\n",
                  count, plural(count));
    break;
  case PROOF_DIVISORS:
    strbuf_format(out, "proof: %u invariant%s of loops, about any divisors\n",
                  count, plural(count));
    break;
  case PROOF_EXECUTION:
    strbuf_format(out,
                  "proof: by execution, of %llu steps: there is no other\n",
                  (unsigned long long)proof->steps);
    break;
  case PROOF_EXECUTIONS:
    strbuf_format(
        out, "proof: all executions, of %llu kind%s, %llu steps in all\n",
        (unsigned long long)proof->states, proof->states == 1 ? "" : "s",
        (unsigned long long)proof->steps);
    break;
  case PROOF_MODULAR:
    strbuf_format(out,
                  "proof: what each thread knows at %u place%s, whatever the "
                  "others do\n",
                  count, plural(count));
    break;
  case PROOF_VALUES:
    strbuf_format(out, "proof: by values, all of %llu states\n",
                  (unsigned long long)proof->states);
    break;
  case PROOF_ORDER:
    strbuf_format(out, "proof: by order, all orders of %llu turns of threads\n",
                  (unsigned long long)proof->states);
    break;
  }
  print_claims(result, out);
}

// Trees of claims

static void print_tree_claim(const struct result *result,
                             const struct tree_claim *claim,
                             struct strbuf *out) {
  strbuf_format(out, "  %*s%s", (int)(2 * claim->depth), "",
                text_of(result, claim->place));
  if (!name_is_none(claim->known))
    strbuf_format(out, " (%s)", text_of(result, claim->known));
  strbuf_format(out, ": %s %s%s\n", text_of(result, claim->formula),
                claim->is_open ? "is not known"
                : claim->holds ? "holds"
                               : "fails",
                claim->is_repeated ? ", as above" : "");
}

void tree_print(const struct result *result, struct strbuf *out) {
  const struct tree *tree = &result->tree;
  if (tree->claims.count)
    strbuf_add(out,
               tree->claims.at[0].is_open ? "why not known:\n" : "because:\n");
  for (uint32_t i = 0; i < tree->claims.count; i++)
    print_tree_claim(result, &tree->claims.at[i], out);
  if (tree->count > tree->claims.count)
    strbuf_format(out, "  ... and %u more\n", tree->count - tree->claims.count);
  if (!name_is_none(tree->question))
    strbuf_format(out, "  it depends on %s\n", text_of(result, tree->question));
}

// Headings and texts

void remarks_print(const struct result *result, struct strbuf *out) {
  for (uint32_t i = 0; i < result->remarks.count; i++) {
    const struct remark *remark = &result->remarks.at[i];
    strbuf_format(out, "%-12s %s\n%s", remark->heading,
                  text_of(result, remark->text), text_of(result, remark->body));
  }
}

void ledger_print(const struct result *result, struct strbuf *out) {
  const struct ledger *ledger = &result->ledger;
  for (int section = LEDGER_CHECKED; section <= LEDGER_NOT_CHECKED; section++) {
    const char *heading = ledger_section_name((enum ledger_section)section);
    for (uint32_t i = 0; i < ledger->count; i++) {
      if ((int)ledger->at[i].section != section)
        continue;
      strbuf_format(out, "%-12s %s\n", heading,
                    text_of(result, ledger->at[i].text));
      heading = "";
    }
  }
}

// The rows

// The widest text, of those that are not too wide.
static int widest(int so_far, const char *text, int limit) {
  int width = (int)strlen(text);
  return width > so_far && width <= limit ? width : so_far;
}

static enum paint status_paint(enum row_status status) {
  switch (status) {
  case ROW_HOLDS:
  case ROW_UNREACHED: return PAINT_GOOD;
  case ROW_FAILS: return PAINT_BAD;
  case ROW_OPEN:
  case ROW_UNKNOWN: return PAINT_DOUBT;
  }
  return PAINT_DOUBT;
}

static uint32_t count_failing(const struct result *result, bool is_unusual) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < result->rows.count; i++)
    count += result->rows.at[i].status == ROW_FAILS &&
             result->rows.at[i].is_unusual == is_unusual;
  return count;
}

// Where some violations need something unusual of callers, and some do not.
static void rank_print(const struct result *result, struct strbuf *out) {
  const char *before = "first       ";
  if (!count_failing(result, true) || !count_failing(result, false))
    return;
  for (uint32_t i = 0; i < result->rows.count; i++)
    if (result->rows.at[i].status == ROW_FAILS &&
        !result->rows.at[i].is_unusual) {
      strbuf_format(out, "%s [%u]", before, i + 1);
      before = ",";
    }
  strbuf_add(out, ": nothing unusual is needed of callers there\n");
}

void rows_print(const struct result *result, struct text_style style,
                struct strbuf *out) {
  enum { WIDEST_PLACE = 50, WIDEST_TEXT = 60 };
  const struct result_row_vec *rows = &result->rows;
  int place = 0, text = 0;
  for (uint32_t i = 0; i < rows->count; i++) {
    place = widest(place, text_of(result, rows->at[i].place), WIDEST_PLACE);
    text = widest(text, text_of(result, rows->at[i].text), WIDEST_TEXT);
  }
  int digits = snprintf(NULL, 0, "%u", rows->count);
  for (uint32_t i = 0; i < rows->count; i++) {
    const struct result_row *row = &rows->at[i];
    strbuf_format(out, "[%u]%*s %-*s  %-*s  ", i + 1,
                  digits - snprintf(NULL, 0, "%u", i + 1), "", place,
                  text_of(result, row->place), text,
                  text_of(result, row->text));
    paint(style, status_paint(row->status), row_status_text(row->status), out);
    if (!name_is_none(row->reason))
      strbuf_format(out, " (%s)", text_of(result, row->reason));
    strbuf_char(out, '\n');
  }
  rank_print(result, out);
}

// The verdict

void verdict_print_inline(const struct result *result, struct strbuf *out) {
  strbuf_add(out, verdict_name(result->verdict));
  if (result->verdict == VERDICT_UNKNOWN)
    strbuf_format(out, " (%s)", strbuf_text(&result->reason));
  else if (result->verdict == VERDICT_TRUE && result->vacuity.length)
    strbuf_format(out, " (vacuous: %s)", strbuf_text(&result->vacuity));
  else if (result->verdict == VERDICT_TRUE && !name_is_none(result->qualified))
    strbuf_format(out, " (%s)", name_text(result->names, result->qualified));
}

static enum paint verdict_paint(const struct result *result) {
  bool is_good = result->verdict == VERDICT_TRUE && !result->vacuity.length;
  return result->verdict == VERDICT_FALSE ? PAINT_BAD
         : is_good                        ? PAINT_GOOD
                                          : PAINT_DOUBT;
}

void verdict_print(const struct result *result, struct text_style style,
                   struct strbuf *out) {
  strbuf_add(out, "RESULT: ");
  paint_begin(style, verdict_paint(result), out);
  verdict_print_inline(result, out);
  if (result->verdict == VERDICT_FALSE)
    strbuf_format(out, "(%s)", text_of(result, result->property));
  paint_end(style, out);
  strbuf_char(out, '\n');
}
