// The `.dot` reader and writer; the subset is described in file.h.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/map.h"
#include "lts/file.h"
#include "lts/internal.h"

// Tokens: identifiers, numbers and quoted strings are all IDs of the grammar.
enum token_kind { TOKEN_END, TOKEN_ID, TOKEN_ARROW, TOKEN_MARK, TOKEN_BAD };

struct token {
  enum token_kind kind;
  struct strbuf text; // of an ID
  char mark;          // of a mark: one of { } [ ] ; , =
  bool is_quoted;
  uint32_t line, column;
};

struct node {
  struct strbuf label;
  enum state_kind kind;
  bool has_label;
  bool is_point; // marks the initial state, is not a state itself
};

struct arc {
  uint32_t from, to; // nodes
  struct action action;
};

VEC_DEFINE(node_vec, struct node);
VEC_DEFINE(arc_vec, struct arc);

HANDLE_MAP_DEFINE(node_map, struct name, uint32_t);

struct dot {
  const struct lts_reader *reader;
  const char *path;
  const char *at, *end;
  uint32_t line, column; // of `at`
  struct token token;    // the next one
  struct interner *ids;
  struct node_map numbers; // name to node
  struct node_vec nodes;   // entry k is the node of numbers.entries[k]
  struct arc_vec arcs;
  struct lts_builder builder;
};

// What an attribute list said.
struct attributes {
  struct strbuf label;
  bool has_label, is_point;
  enum state_kind kind;
};

static bool complain(struct dot *dot, uint32_t line, uint32_t column,
                     const char *what) {
  struct position position = {intern(dot->reader->names, dot->path), line,
                              column};
  diag_report(dot->reader->diag, SEVERITY_ERROR, position, "%s", what);
  return false;
}

static bool complain_token(struct dot *dot, const char *what) {
  // A bad token has had its message.
  if (dot->token.kind == TOKEN_BAD)
    return false;
  return complain(dot, dot->token.line, dot->token.column, what);
}

// Lexer

static int peek(const struct dot *dot, size_t ahead) {
  return (size_t)(dot->end - dot->at) > ahead ? (unsigned char)dot->at[ahead]
                                              : -1;
}

static void advance(struct dot *dot) {
  if (*dot->at++ == '\n') {
    dot->line++;
    dot->column = 1;
  } else {
    dot->column++;
  }
}

static void skip_line(struct dot *dot) {
  while (dot->at < dot->end && *dot->at != '\n')
    advance(dot);
}

static bool skip_block(struct dot *dot) {
  uint32_t line = dot->line, column = dot->column;
  advance(dot);
  advance(dot);
  while (dot->at < dot->end) {
    if (peek(dot, 0) == '*' && peek(dot, 1) == '/') {
      advance(dot);
      advance(dot);
      return true;
    }
    advance(dot);
  }
  return complain(dot, line, column, "the comment does not end");
}

static bool skip_space(struct dot *dot) {
  for (;;) {
    int c = peek(dot, 0);
    if (c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f')
      advance(dot);
    else if (c == '#' && dot->column == 1)
      skip_line(dot);
    else if (c == '/' && peek(dot, 1) == '/')
      skip_line(dot);
    else if (c == '/' && peek(dot, 1) == '*') {
      if (!skip_block(dot))
        return false;
    } else
      return true;
  }
}

static enum token_kind read_quoted(struct dot *dot) {
  struct strbuf *text = &dot->token.text;
  advance(dot);
  while (dot->at < dot->end && *dot->at != '"') {
    int next = peek(dot, 1);
    if (*dot->at == '\\' && (next == '"' || next == '\\'))
      advance(dot);
    unsigned char c = (unsigned char)*dot->at;
    if (c < ' ' && c != '\t') {
      complain(dot, dot->line, dot->column, "a control character in a string");
      return TOKEN_BAD;
    }
    strbuf_char(text, *dot->at);
    advance(dot);
  }
  if (dot->at == dot->end) {
    complain(dot, dot->token.line, dot->token.column, "no closing quote");
    return TOKEN_BAD;
  }
  advance(dot);
  dot->token.is_quoted = true;
  return TOKEN_ID;
}

static bool is_word(int c) {
  return c == '_' || c == '.' || c >= 0x80 || (c > 0 && isalnum(c));
}

static enum token_kind read_plain(struct dot *dot) {
  int c = peek(dot, 0);
  if (c == '-' && peek(dot, 1) == '>') {
    advance(dot);
    advance(dot);
    return TOKEN_ARROW;
  }
  if (is_word(c) || (c == '-' && is_word(peek(dot, 1)))) {
    do {
      strbuf_char(&dot->token.text, *dot->at);
      advance(dot);
    } while (is_word(peek(dot, 0)));
    return TOKEN_ID;
  }
  if (c > 0 && strchr("{}[];,=", c)) {
    dot->token.mark = (char)c;
    advance(dot);
    return TOKEN_MARK;
  }
  complain(dot, dot->line, dot->column,
           c == ':' ? "ports are not read" : "unexpected character");
  return TOKEN_BAD;
}

static void next_token(struct dot *dot) {
  strbuf_clear(&dot->token.text);
  dot->token.is_quoted = false;
  bool ok = skip_space(dot);
  dot->token.line = dot->line;
  dot->token.column = dot->column;
  if (!ok)
    dot->token.kind = TOKEN_BAD;
  else if (dot->at == dot->end)
    dot->token.kind = TOKEN_END;
  else if (*dot->at == '"')
    dot->token.kind = read_quoted(dot);
  else
    dot->token.kind = read_plain(dot);
}

static bool is_mark(const struct dot *dot, char mark) {
  return dot->token.kind == TOKEN_MARK && dot->token.mark == mark;
}

static bool is_keyword(const struct dot *dot, const char *word) {
  return dot->token.kind == TOKEN_ID && !dot->token.is_quoted &&
         !strcasecmp(strbuf_text(&dot->token.text), word);
}

static bool take_mark(struct dot *dot, char mark) {
  if (!is_mark(dot, mark))
    return false;
  next_token(dot);
  return true;
}

static bool expect_mark(struct dot *dot, char mark, const char *what) {
  return take_mark(dot, mark) || complain_token(dot, what);
}

// Attributes

static bool set_kind(struct dot *dot, struct attributes *attributes) {
  for (int kind = STATE_PLAIN + 1; kind <= STATE_ERROR; kind++)
    if (!strcmp(strbuf_text(&dot->token.text),
                state_kind_text((enum state_kind)kind))) {
      attributes->kind = (enum state_kind)kind;
      return true;
    }
  return complain_token(dot, "the kind of a state is STOP, END or ERROR");
}

static bool set_attribute(struct dot *dot, const char *key,
                          struct attributes *attributes) {
  const char *value = strbuf_text(&dot->token.text);
  if (!strcmp(key, "label")) {
    strbuf_clear(&attributes->label);
    strbuf_add(&attributes->label, value);
    attributes->has_label = true;
  } else if (!strcmp(key, "shape")) {
    attributes->is_point = !strcmp(value, "point");
  } else if (!strcmp(key, "kind")) {
    return set_kind(dot, attributes);
  }
  return true;
}

// ID '=' ID, where the first ID was read into `key`.
static bool read_value(struct dot *dot, const char *key,
                       struct attributes *attributes) {
  if (!expect_mark(dot, '=', "expected `=` after the name of an attribute"))
    return false;
  if (dot->token.kind != TOKEN_ID)
    return complain_token(dot, "expected the value of an attribute");
  if (!set_attribute(dot, key, attributes))
    return false;
  next_token(dot);
  return true;
}

static bool read_attribute(struct dot *dot, struct attributes *attributes) {
  if (dot->token.kind != TOKEN_ID)
    return complain_token(dot, "expected the name of an attribute or `]`");
  char *key = strbuf_detach(&dot->token.text);
  next_token(dot);
  bool ok = read_value(dot, key ? key : "", attributes);
  free(key);
  if (!take_mark(dot, ','))
    take_mark(dot, ';');
  return ok;
}

static bool read_attributes(struct dot *dot, struct attributes *attributes) {
  while (take_mark(dot, '['))
    while (!take_mark(dot, ']'))
      if (!read_attribute(dot, attributes))
        return false;
  return true;
}

// Statements

static uint32_t find_node(struct dot *dot, struct name id) {
  bool is_new;
  uint32_t *number = node_map_insert(&dot->numbers, id, &is_new);
  if (is_new)
    *number = node_vec_push(&dot->nodes, (struct node){0});
  return *number;
}

// The empty string is an ID of DOT but not a name of the interner.
static struct name token_name(struct dot *dot) {
  if (!dot->token.text.length)
    return intern(dot->ids, "\"\"");
  return intern_bytes(dot->ids, dot->token.text.text, dot->token.text.length);
}

static bool finish_node(struct dot *dot, uint32_t node) {
  struct attributes attributes = {0};
  bool ok = read_attributes(dot, &attributes);
  struct node *it = &dot->nodes.at[node];
  if (ok && attributes.has_label) {
    strbuf_release(&it->label);
    it->label = attributes.label;
    it->has_label = true;
    attributes.label = (struct strbuf){0};
  }
  if (ok && attributes.kind != STATE_PLAIN)
    it->kind = attributes.kind;
  it->is_point |= attributes.is_point;
  strbuf_release(&attributes.label);
  return ok;
}

// a -> b -> c [label="x"]: the first node was read.
static bool read_arcs(struct dot *dot, uint32_t from) {
  uint32_t begin = dot->arcs.count;
  while (dot->token.kind == TOKEN_ARROW) {
    next_token(dot);
    if (dot->token.kind != TOKEN_ID || is_keyword(dot, "subgraph"))
      return complain_token(dot, "expected the target of the edge");
    uint32_t to = find_node(dot, token_name(dot));
    arc_vec_push(&dot->arcs, (struct arc){from, to, action_tau});
    next_token(dot);
    from = to;
  }
  struct attributes attributes = {0};
  bool ok = read_attributes(dot, &attributes);
  if (ok && attributes.label.length)
    for (uint32_t i = begin; i < dot->arcs.count; i++)
      dot->arcs.at[i].action =
          action_intern(dot->reader->actions, strbuf_text(&attributes.label));
  strbuf_release(&attributes.label);
  return ok;
}

static bool read_graph_attribute(struct dot *dot, bool is_alphabet) {
  if (is_alphabet && dot->token.text.length)
    lts_builder_alphabet(
        &dot->builder,
        action_intern(dot->reader->actions, strbuf_text(&dot->token.text)));
  if (dot->token.kind != TOKEN_ID)
    return complain_token(dot, "expected the value of an attribute");
  next_token(dot);
  return true;
}

static bool read_statement(struct dot *dot) {
  struct attributes ignored = {0};
  if (is_keyword(dot, "node") || is_keyword(dot, "edge") ||
      is_keyword(dot, "graph")) {
    next_token(dot);
    bool ok = read_attributes(dot, &ignored);
    strbuf_release(&ignored.label);
    return ok;
  }
  if (is_keyword(dot, "subgraph") || is_mark(dot, '{'))
    return complain_token(dot, "subgraphs are not read");
  if (dot->token.kind != TOKEN_ID)
    return complain_token(dot, "expected a node, an edge or `}`");
  struct name id = token_name(dot);
  bool is_alphabet = is_keyword(dot, "alphabet");
  next_token(dot);
  if (take_mark(dot, '='))
    return read_graph_attribute(dot, is_alphabet);
  uint32_t node = find_node(dot, id);
  return dot->token.kind == TOKEN_ARROW ? read_arcs(dot, node)
                                        : finish_node(dot, node);
}

static bool read_graph(struct dot *dot) {
  next_token(dot);
  if (is_keyword(dot, "strict"))
    next_token(dot);
  if (!is_keyword(dot, "digraph"))
    return complain_token(dot, "expected `digraph`");
  next_token(dot);
  if (dot->token.kind == TOKEN_ID)
    next_token(dot);
  if (!expect_mark(dot, '{', "expected `{`"))
    return false;
  while (!take_mark(dot, '}')) {
    if (!read_statement(dot))
      return false;
    take_mark(dot, ';');
  }
  return dot->token.kind == TOKEN_END ||
         complain_token(dot, "text after the graph");
}

// From nodes to states: points are left out, the others keep their order.

static void name_state(struct dot *dot, uint32_t node, uint32_t state) {
  const struct node *it = &dot->nodes.at[node];
  const char *id = name_text(dot->ids, dot->numbers.entries[node].key);
  char number[16];
  snprintf(number, sizeof number, "%u", state);
  if (it->has_label && strcmp(strbuf_text(&it->label), number))
    lts_builder_name(&dot->builder, state, strbuf_text(&it->label));
  else if (!it->has_label && strcmp(id, number))
    lts_builder_name(&dot->builder, state, id);
}

static uint32_t *make_states(struct dot *dot) {
  uint32_t *states = memory_new((dot->nodes.count + 1u) * sizeof *states);
  for (uint32_t k = 0; k < dot->nodes.count; k++) {
    states[k] = STATE_NONE;
    if (dot->nodes.at[k].is_point)
      continue;
    states[k] = lts_builder_state(&dot->builder);
    name_state(dot, k, states[k]);
    if (dot->nodes.at[k].kind != STATE_PLAIN)
      lts_builder_kind(&dot->builder, states[k], dot->nodes.at[k].kind);
  }
  return states;
}

static bool make_steps(struct dot *dot, const uint32_t *states) {
  for (uint32_t i = 0; i < dot->arcs.count; i++) {
    const struct arc *arc = &dot->arcs.at[i];
    uint32_t from = states[arc->from], to = states[arc->to];
    if (to == STATE_NONE)
      return complain(dot, dot->line, dot->column,
                      "an edge leads to a node of shape `point`");
    if (from == STATE_NONE)
      lts_builder_initial(&dot->builder, to);
    else if (dot->nodes.at[arc->from].kind != STATE_PLAIN)
      return complain(dot, dot->line, dot->column,
                      "an edge leaves a STOP, END or ERROR state");
    else
      lts_builder_step(&dot->builder, from, arc->action, to);
  }
  return true;
}

static struct lts *make_lts(struct dot *dot) {
  uint32_t *states = make_states(dot);
  bool ok = dot->builder.state_count > 0;
  if (!ok)
    complain(dot, dot->line, dot->column, "a graph without states");
  ok = ok && make_steps(dot, states);
  free(states);
  return ok ? lts_builder_finish(&dot->builder) : NULL;
}

static void dot_release(struct dot *dot) {
  strbuf_release(&dot->token.text);
  for (uint32_t k = 0; k < dot->nodes.count; k++)
    strbuf_release(&dot->nodes.at[k].label);
  node_vec_release(&dot->nodes);
  node_map_release(&dot->numbers);
  arc_vec_release(&dot->arcs);
  interner_free(dot->ids);
  lts_builder_release(&dot->builder);
}

struct lts *lts_read_dot(const struct lts_reader *reader, const char *path,
                         const char *text, size_t length) {
  struct dot dot = {.reader = reader,
                    .path = path,
                    .at = text,
                    .end = text + length,
                    .line = 1,
                    .column = 1,
                    .ids = interner_new()};
  lts_builder_init(&dot.builder, reader->actions);
  struct lts *lts = read_graph(&dot) ? make_lts(&dot) : NULL;
  dot_release(&dot);
  return lts;
}

// Writing

static void put_quoted(const char *text, FILE *out) {
  putc('"', out);
  for (; *text; text++) {
    if (*text == '"' || *text == '\\')
      putc('\\', out);
    putc((unsigned char)*text < ' ' && *text != '\t' ? ' ' : *text, out);
  }
  putc('"', out);
}

static void write_state(const struct lts *lts, uint32_t state, FILE *out) {
  fprintf(out, "  %u", state);
  enum state_kind kind = lts_kind(lts, state);
  const char *name = lts->names ? lts->names[state] : NULL;
  if (name || kind != STATE_PLAIN)
    fputs(" [", out);
  if (name) {
    fputs("label=", out);
    put_quoted(name, out);
  }
  if (kind != STATE_PLAIN)
    fprintf(out, "%skind=%s, %s", name ? ", " : "", state_kind_text(kind),
            kind == STATE_ERROR ? "color=red" : "peripheries=2");
  fputs(name || kind != STATE_PLAIN ? "];\n" : ";\n", out);
}

// What `+ {..}` added to the alphabet, by text.
static void write_alphabet(const struct lts *lts,
                           const struct row_sorter *sorter, FILE *out) {
  struct bitset extra = {0}, ranks = {0};
  uint32_t count = action_count(lts->actions);
  uint32_t *by_rank = memory_new((count + 1u) * sizeof *by_rank);
  bitset_copy(&extra, &lts->alphabet);
  for (uint32_t i = 0; i < lts->step_count; i++)
    bitset_remove(&extra, lts->steps[i].action.id);
  for (uint32_t a = 1; a <= count; a++)
    by_rank[sorter->ranks[a]] = a;
  BITSET_EACH (a, &extra)
    bitset_add(&ranks, sorter->ranks[a]);
  BITSET_EACH (rank, &ranks) {
    fputs("  alphabet=", out);
    put_quoted(action_text(lts->actions, (struct action){by_rank[rank]}), out);
    fputs(";\n", out);
  }
  free(by_rank);
  bitset_release(&extra);
  bitset_release(&ranks);
}

static void write_row(const struct lts *lts, struct row_sorter *sorter,
                      uint32_t state, FILE *out) {
  struct lts_step_range range = row_sorter_row(sorter, state);
  for (const struct lts_step *step = range.begin; step < range.end; step++) {
    fprintf(out, "  %u -> %u [label=", state, step->target);
    put_quoted(action_text(lts->actions, step->action), out);
    fputs(action_is_tau(step->action) ? ", style=dashed];\n" : "];\n", out);
  }
}

void lts_write_dot(const struct lts *lts, FILE *out) {
  struct row_sorter sorter;
  row_sorter_init(&sorter, lts);
  fputs("digraph lts {\n  node [shape=circle];\n", out);
  write_alphabet(lts, &sorter, out);
  for (uint32_t s = 0; s < lts->state_count; s++)
    write_state(lts, s, out);
  fprintf(out, "  initial [shape=point];\n  initial -> %u;\n", lts->initial);
  for (uint32_t s = 0; s < lts->state_count; s++)
    write_row(lts, &sorter, s, out);
  fputs("}\n", out);
  row_sorter_release(&sorter);
}
