#include "certify/warrant_text.h"

#include <stdlib.h>
#include <string.h>

#include "base/lines.h"
#include "base/map.h"
#include "certify/certificate.h"
#include "term/print.h"
#include "term/read_smt.h"

struct warrant_frame warrant_frame_of(const struct procedure *procedure,
                                      const struct temporal *temporal) {
  return (struct warrant_frame){.locations = procedure->locations.count,
                                .edges = procedure->edges.count,
                                .parts = temporal->table.nodes.count,
                                .modes = temporal->modes.at.count};
}

// ---- Printing ---------------------------------------------------------------

NUMBER_MAP_DEFINE(region_map, uint32_t, uint32_t);

struct printing {
  const struct program *program;
  const struct warrants *warrants;
  struct region_map regions; // by term
  struct strbuf *out;
};

static void print_term(struct printing *p, struct term t) {
  term_print_smt(p->program->terms, t, p->out);
}

static uint32_t region_of(struct printing *p, struct term region) {
  bool is_new;
  uint32_t next = p->regions.count;
  uint32_t *number = region_map_insert(&p->regions, region.id, &is_new);
  if (is_new) {
    *number = next;
    strbuf_add(p->out, "region ");
    print_term(p, region);
    strbuf_char(p->out, '\n');
  }
  return *number;
}

static void print_choice(struct printing *p,
                         const struct warrant_choice *choice) {
  strbuf_format(p->out, "choice %u\n", choice->edge.id);
  for (uint32_t i = 0; i < choice->count; i++) {
    strbuf_add(p->out, "value ");
    print_term(p, p->warrants->values.at[choice->first + i]);
    strbuf_char(p->out, '\n');
  }
}

static void print_warrant(struct printing *p, uint32_t number) {
  const struct warrants *warrants = p->warrants;
  const struct warrant *warrant = &warrants->at.at[number];
  uint32_t region = region_of(p, warrant->region);
  strbuf_format(p->out, "warrant %u %u %u %u %u ranks", warrant->location.id,
                warrant->action, warrant->mode, warrant->part, region);
  for (uint32_t i = 0; i < warrants->width; i++)
    strbuf_format(p->out, " %u",
                  warrants->ranks.at[(size_t)number * warrants->width + i]);
  strbuf_add(p->out, " rests");
  for (uint32_t i = 0; i < warrant->count; i++)
    strbuf_format(p->out, " %u", warrants->rests.at[warrant->first + i]);
  strbuf_char(p->out, '\n');
}

void warrants_print(const struct program *program,
                    const struct warrants *warrants,
                    const struct warrant_frame *frame, struct strbuf *out) {
  struct printing p = {.program = program, .warrants = warrants, .out = out};
  uint32_t choice = 0;
  strbuf_format(out,
                "formula %s\nlocations %u\nedges %u\nparts %u\n"
                "modes %u\n",
                warrants->is_dual ? "false" : "true", frame->locations,
                frame->edges, frame->parts, frame->modes);
  for (uint32_t i = 0; i < warrants->at.count; i++) {
    print_warrant(&p, i);
    while (choice < warrants->choices.count &&
           warrants->choices.at[choice].warrant == i)
      print_choice(&p, &warrants->choices.at[choice++]);
  }
  for (uint32_t i = 0; i < warrants->tops.count; i++)
    strbuf_format(out, "top %u\n", warrants->tops.at[i]);
  for (uint32_t i = 0; i < warrants->given.count; i++) {
    strbuf_add(out, "given ");
    print_term(&p, program_term(program, warrants->given.at[i]));
    strbuf_char(out, ' ');
    print_term(&p, warrants->given_values.at[i]);
    strbuf_char(out, '\n');
  }
  region_map_release(&p.regions);
}

// ---- Reading ----------------------------------------------------------------

struct reading {
  const struct program *program;
  struct smt_symbols *symbols;
  const struct warrant_frame *frame;
  struct warrants *warrants;
  struct term_vec regions;
  struct strbuf *why;
};

static bool read_frame_line(const char *line, struct warrant_frame *frame) {
  struct {
    const char *word;
    uint32_t *number;
  } numbers[] = {{"locations", &frame->locations},
                 {"edges", &frame->edges},
                 {"parts", &frame->parts},
                 {"modes", &frame->modes}};
  const char *rest;
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    if (line_starts(line, numbers[i].word, &rest))
      return line_number(&rest, UINT32_MAX, numbers[i].number) && !*rest;
  frame->is_false = !strcmp(line, "formula false");
  return frame->is_false || !strcmp(line, "formula true");
}

static struct term read_term(const struct reading *r, const char *text) {
  return term_read_smt(r->program->terms, r->symbols, text);
}

static bool read_region(struct reading *r, const char *text) {
  struct term region = read_term(r, text);
  if (term_is_none(region) ||
      !sort_is_bool(term_sort(r->program->terms, region)))
    return false;
  term_vec_push(&r->regions, region);
  return true;
}

static bool read_warrant(struct reading *r, const char *at) {
  const struct warrant_frame *frame = r->frame;
  struct warrants *warrants = r->warrants;
  struct warrant warrant = {.first = warrants->rests.count};
  uint32_t region, number, width = 0;
  bool ok = line_number(&at, frame->locations, &warrant.location.id) &&
            line_number(&at, UINT32_MAX, &warrant.action) &&
            line_number(&at, frame->modes ? frame->modes : 1, &warrant.mode) &&
            line_number(&at, frame->parts, &warrant.part) &&
            line_number(&at, r->regions.count, &region) &&
            line_word(&at, "ranks");
  while (ok && line_number(&at, UINT32_MAX, &number)) {
    u32_vec_push(&warrants->ranks, number);
    width++;
  }
  ok = ok && line_word(&at, "rests");
  while (ok && line_number(&at, UINT32_MAX, &number))
    u32_vec_push(&warrants->rests, number);
  if (!ok || *at || width != warrants->width)
    return false;
  warrant.region = r->regions.at[region];
  warrant.count = warrants->rests.count - warrant.first;
  warrant_vec_push(&warrants->at, warrant);
  return true;
}

static bool read_choice(struct reading *r, const char *at) {
  struct warrant_choice choice = {.warrant = r->warrants->at.count - 1,
                                  .first = r->warrants->values.count};
  if (!r->warrants->at.count ||
      !line_number(&at, r->frame->edges, &choice.edge.id) || *at)
    return false;
  warrant_choice_vec_push(&r->warrants->choices, choice);
  return true;
}

static bool read_value(struct reading *r, const char *text) {
  struct term value = read_term(r, text);
  if (term_is_none(value) || !r->warrants->choices.count)
    return false;
  term_vec_push(&r->warrants->values, value);
  warrant_choice_vec_last(&r->warrants->choices)->count++;
  return true;
}

static bool read_top(struct reading *r, const char *at) {
  uint32_t top;
  if (!line_number(&at, r->warrants->at.count, &top) || *at)
    return false;
  u32_vec_push(&r->warrants->tops, top);
  return true;
}

static bool read_given(struct reading *r, const char *at) {
  const char *end = *at == '|' ? strchr(at + 1, '|') : NULL;
  struct strbuf name = {0};
  if (!end || end[1] != ' ')
    return false;
  strbuf_bytes(&name, at, (size_t)(end - at) + 1);
  struct term variable = smt_symbols_find(r->symbols, strbuf_text(&name));
  struct term value = read_term(r, end + 2);
  strbuf_release(&name);
  if (term_is_none(variable) || term_is_none(value) ||
      !sort_equal(term_sort(r->program->terms, variable),
                  term_sort(r->program->terms, value)))
    return false;
  variable_vec_push(&r->warrants->given,
                    program_variable_of(r->program, variable));
  term_vec_push(&r->warrants->given_values, value);
  return true;
}

static bool read_line(struct reading *r, const char *line) {
  struct warrant_frame frame;
  const char *rest;
  if (line_starts(line, "region", &rest))
    return read_region(r, rest);
  if (line_starts(line, "warrant", &rest))
    return read_warrant(r, rest);
  if (line_starts(line, "choice", &rest))
    return read_choice(r, rest);
  if (line_starts(line, "value", &rest))
    return read_value(r, rest);
  if (line_starts(line, "top", &rest))
    return read_top(r, rest);
  if (line_starts(line, "given", &rest))
    return read_given(r, rest);
  return read_frame_line(line, &frame);
}

static bool each_line(const char *text, struct strbuf *why,
                      bool (*take)(void *context, const char *line),
                      void *context) {
  struct strbuf refused = {0};
  bool ok = lines_each(text, CERTIFICATE_FIRST_LINE, take, context, &refused);
  if (!ok)
    strbuf_format(why, "the certificate has a line `%.60s`",
                  strbuf_text(&refused));
  strbuf_release(&refused);
  return ok;
}

// Only those of the frame.
static bool take_frame(void *context, const char *line) {
  struct warrant_frame *frame = context;
  static const char *const others[] = {"region", "warrant", "choice",
                                       "value",  "top",     "given"};
  const char *rest;
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (line_starts(line, others[i], &rest))
      return true;
  return read_frame_line(line, frame);
}

bool warrant_frame_read(const char *text, struct warrant_frame *frame,
                        struct strbuf *why) {
  *frame = (struct warrant_frame){0};
  return each_line(text, why, take_frame, frame);
}

static bool take_line(void *context, const char *line) {
  return read_line(context, line);
}

// References are looked at when all is there.
static bool is_closed(const struct reading *r) {
  for (uint32_t i = 0; i < r->warrants->rests.count; i++)
    if (r->warrants->rests.at[i] >= r->warrants->at.count)
      return false;
  return true;
}

bool warrants_read(const char *text, const struct program *program,
                   const struct warrant_frame *frame, struct warrants *warrants,
                   struct strbuf *why) {
  struct term_vec variables = {0};
  for (uint32_t i = 1; i < program->variables.count; i++)
    term_vec_push(&variables, program->variables.at[i].term);
  struct reading r = {
      .program = program,
      .symbols = smt_symbols_new(program->terms, variables.at, variables.count),
      .frame = frame,
      .warrants = warrants,
      .why = why};
  bool ok = each_line(text, why, take_line, &r);
  if (ok && !is_closed(&r)) {
    strbuf_add(why, "the certificate speaks of what is not there");
    ok = false;
  }
  smt_symbols_free(r.symbols);
  term_vec_release(&r.regions);
  term_vec_release(&variables);
  return ok;
}
