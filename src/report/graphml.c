#include "report/graphml.h"

#include "base/file.h"
#include "base/sha256.h"
#include "base/version.h"
#include "report/markup.h"
#include "report/witness_task.h"

static const char *text_of(const struct result *result, struct name name) {
  return name_text(result->names, name);
}

// ---- Elements ---------------------------------------------------------------

static void add_data(const char *key, const char *text, struct strbuf *out) {
  strbuf_add(out, "<data");
  markup_attribute("key", key, out);
  strbuf_add(out, ">");
  markup_escape(text, out);
  strbuf_add(out, "</data>");
}

static void add_line(struct position position, struct strbuf *out) {
  struct strbuf number = {0};
  strbuf_format(&number, "%u", position.line);
  add_data("startline", strbuf_text(&number), out);
  add_data("endline", strbuf_text(&number), out);
  strbuf_release(&number);
}

static void begin_edge(uint32_t from, uint32_t to, struct position position,
                       struct strbuf *out) {
  strbuf_format(out, "<edge source=\"N%u\" target=\"N%u\">", from, to);
  add_line(position, out);
}

// ---- What all witnesses begin with ------------------------------------------

// Keys, what has them, and of what type they are.
static const char *const keys[][3] = {
    {"entry", "node", "boolean"},
    {"violation", "node", "boolean"},
    {"invariant", "node", "string"},
    {"invariant.scope", "node", "string"},
    {"startline", "edge", "int"},
    {"endline", "edge", "int"},
    {"assumption", "edge", "string"},
    {"assumption.scope", "edge", "string"},
    {"assumption.resultfunction", "edge", "string"},
    {"enterLoopHead", "edge", "boolean"},
    {"enterFunction", "edge", "string"},
    {"witness-type", "graph", "string"},
    {"sourcecodelang", "graph", "string"},
    {"producer", "graph", "string"},
    {"specification", "graph", "string"},
    {"programfile", "graph", "string"},
    {"programhash", "graph", "string"},
    {"architecture", "graph", "string"},
    {"creationtime", "graph", "string"}};

static void add_keys(struct strbuf *out) {
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    strbuf_add(out, " <key");
    markup_attribute("id", keys[i][0], out);
    markup_attribute("attr.name", keys[i][0], out);
    markup_attribute("for", keys[i][1], out);
    markup_attribute("attr.type", keys[i][2], out);
    strbuf_add(out, keys[i][2][0] == 'b' ? "><default>false</default></key>\n"
                                         : "/>\n");
  }
}

static void add_graph_data(const char *key, const char *text,
                           struct strbuf *out) {
  strbuf_add(out, "  ");
  add_data(key, text, out);
  strbuf_char(out, '\n');
}

static void add_program(const struct result *result, struct strbuf *out) {
  const struct name_vec *files = &result->subject.files;
  for (uint32_t i = 0; i < files->count; i++) {
    const char *path = text_of(result, files->at[i]);
    struct strbuf bytes = {0}, hash = {0};
    file_read(path, &bytes);
    sha256_print(strbuf_text(&bytes), bytes.length, &hash);
    add_graph_data("programfile", path, out);
    add_graph_data("programhash", strbuf_text(&hash), out);
    strbuf_release(&bytes);
    strbuf_release(&hash);
  }
}

static void add_task(const struct result *result, bool is_violation,
                     struct strbuf *out) {
  struct strbuf property = {0}, now = {0};
  witness_task_property(result, &property);
  witness_task_time(&now);
  add_graph_data("witness-type",
                 is_violation ? "violation_witness" : "correctness_witness",
                 out);
  add_graph_data("sourcecodelang", "C", out);
  add_graph_data("producer", "vouch " VOUCH_VERSION, out);
  add_graph_data("specification", strbuf_text(&property), out);
  add_program(result, out);
  add_graph_data("architecture", result->subject.bits == 32 ? "32bit" : "64bit",
                 out);
  add_graph_data("creationtime", strbuf_text(&now), out);
  strbuf_release(&property);
  strbuf_release(&now);
}

// ---- Violations -------------------------------------------------------------

static void add_given(const struct result *result, const struct given *given,
                      uint32_t from, struct strbuf *out) {
  struct strbuf assumption = {0};
  i128 number = given->width <= 1 ? (i128)given->raw
                                  : bits_signed(given->raw, given->width);
  strbuf_format(&assumption, "\\result == %lld;", (long long)number);
  strbuf_format(out, "  <node id=\"N%u\"/>\n  ", from + 1);
  begin_edge(from, from + 1, given->position, out);
  add_data("assumption", strbuf_text(&assumption), out);
  add_data("assumption.resultfunction", text_of(result, given->function), out);
  strbuf_add(out, "</edge>\n");
  strbuf_release(&assumption);
}

static bool is_told(const struct given *given) {
  return given->width && given->width <= 64 && given->position.line;
}

static void add_violation(const struct result *result, struct strbuf *out) {
  const struct execution *execution = &result->executions.at[0];
  const struct lane *lane = &execution->lanes.at[0];
  uint32_t at = 0;
  strbuf_add(out, "  <node id=\"N0\"><data key=\"entry\">true</data></node>\n");
  for (uint32_t i = 0; i < lane->given.count; i++)
    if (is_told(&lane->given.at[i]))
      add_given(result, &lane->given.at[i], at++, out);
  strbuf_format(out,
                "  <node id=\"N%u\"><data key=\"violation\">true</data>"
                "</node>\n  ",
                at + 1);
  begin_edge(at, at + 1, result->rows.at[execution->row].position, out);
  strbuf_add(out, "</edge>\n");
}

// ---- Proofs -----------------------------------------------------------------

static void add_invariant(const struct result *result,
                          const struct invariant *invariant, uint32_t number,
                          struct strbuf *out) {
  strbuf_format(out, "  <node id=\"N%u\">", number);
  add_data("invariant", text_of(result, invariant->text), out);
  if (!name_is_none(invariant->function))
    add_data("invariant.scope", text_of(result, invariant->function), out);
  strbuf_add(out, "</node>\n  ");
  begin_edge(0, number, invariant->position, out);
  add_data("enterLoopHead", "true", out);
  strbuf_format(out, "</edge>\n  <edge source=\"N%u\" target=\"N0\"/>\n",
                number);
}

static void add_invariants(const struct result *result, struct strbuf *out) {
  const struct invariant_vec *all = &result->proof.invariants;
  uint32_t number = 1;
  strbuf_add(out, "  <node id=\"N0\"><data key=\"entry\">true</data></node>\n");
  for (uint32_t i = 0; i < all->count; i++)
    if (all->at[i].is_loop)
      add_invariant(result, &all->at[i], number++, out);
}

// ---- Both -------------------------------------------------------------------

static bool has_execution(const struct result *result) {
  return result->executions.count && result->executions.at[0].lanes.count &&
         result->executions.at[0].row < result->rows.count;
}

void graphml_print(const struct result *result, struct strbuf *out) {
  bool is_violation = result->verdict == VERDICT_FALSE;
  if (result->verdict == VERDICT_UNKNOWN ||
      (is_violation && !has_execution(result)))
    return;
  strbuf_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                  "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">"
                  "\n");
  add_keys(out);
  strbuf_add(out, " <graph edgedefault=\"directed\">\n");
  add_task(result, is_violation, out);
  if (is_violation)
    add_violation(result, out);
  else
    add_invariants(result, out);
  strbuf_add(out, " </graph>\n</graphml>\n");
}
