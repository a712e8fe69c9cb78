// Automata for graphviz. What is undefined is red, as are the edges that lead
// there.
#include "program/internal.h"
#include "program/print.h"

// Inside a quoted DOT string a backslash starts an escape of graphviz's own.
static void print_quoted(const char *text, struct strbuf *out) {
  for (; *text; text++) {
    if (*text == '"' || *text == '\\')
      strbuf_char(out, '\\');
    if ((unsigned char)*text < ' ')
      strbuf_format(out, "\\\\x%02x", (unsigned char)*text);
    else
      strbuf_char(out, *text);
  }
}

static bool has_predecessor(const struct procedure *procedure,
                            struct location_id location) {
  for (uint32_t i = 1; i < procedure->edges.count; i++)
    if (procedure->edges.at[i].to.id == location.id)
      return true;
  return false;
}

static void print_style(const struct procedure *procedure, uint32_t id,
                        struct strbuf *out) {
  if (id == procedure->undefined.id)
    strbuf_add(out, ", color=red, fontcolor=red");
  else if (id == procedure->exit.id)
    strbuf_add(out, ", peripheries=2");
  else if (id == procedure->entry.id)
    strbuf_add(out, ", style=bold");
}

static void print_node(const struct program *program,
                       const struct procedure *procedure, uint32_t id,
                       struct strbuf *out) {
  const struct location *location = &procedure->locations.at[id];
  struct strbuf line = {0};
  listing_location(procedure, (struct location_id){id}, &line);
  if (!name_is_none(location->label))
    strbuf_format(&line, " %s:", name_text(program->names, location->label));
  strbuf_format(out, "  n%u [label=\"", id);
  print_quoted(strbuf_text(&line), out);
  if (position_is_known(location->position)) {
    strbuf_clear(&line);
    listing_position(program, procedure, location->position, &line);
    strbuf_add(out, "\\n");
    print_quoted(strbuf_text(&line), out);
  }
  strbuf_release(&line);
  strbuf_char(out, '"');
  print_style(procedure, id, out);
  strbuf_add(out, "];\n");
}

static void print_edge(const struct program *program, const struct edge *edge,
                       struct strbuf *out) {
  struct strbuf line = {0};
  program_print_operation(program, &edge->op, &line);
  strbuf_format(out, "  n%u -> n%u [label=\"", edge->from.id, edge->to.id);
  print_quoted(strbuf_text(&line), out);
  strbuf_clear(&line);
  listing_meaning(program, &edge->op, &line);
  if (edge->undefined != UNDEFINED_NONE)
    strbuf_add(&line, undefined_text(edge->undefined));
  if (line.length) {
    strbuf_add(out, "\\n");
    print_quoted(strbuf_text(&line), out);
  }
  strbuf_release(&line);
  strbuf_char(out, '"');
  if (edge->undefined != UNDEFINED_NONE)
    strbuf_add(out, ", color=red, fontcolor=red");
  strbuf_add(out, "];\n");
}

void program_dot_procedure(const struct program *program,
                           const struct procedure *procedure,
                           struct strbuf *out) {
  strbuf_add(out, "digraph \"");
  print_quoted(name_text(program->names, procedure->name), out);
  strbuf_add(out, "\" {\n"
                  "  node [shape=box, fontname=\"monospace\"];\n"
                  "  edge [fontname=\"monospace\"];\n");
  bool shows_undefined = has_predecessor(procedure, procedure->undefined);
  for (uint32_t i = 1; i < procedure->locations.count; i++)
    if (i != procedure->undefined.id || shows_undefined)
      print_node(program, procedure, i, out);
  for (uint32_t i = 1; i < procedure->edges.count; i++)
    print_edge(program, &procedure->edges.at[i], out);
  strbuf_add(out, "}\n");
}
