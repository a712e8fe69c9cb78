#include "frontend/source.h"

#include <ctype.h>
#include <string.h>

#include "base/file.h"

void source_release(struct source *source) {
  strbuf_release(&source->text);
}

static bool load(struct source *source, const struct interner *names,
                 struct name file) {
  if (!name_equal(source->file, file)) {
    strbuf_clear(&source->text);
    source->file = file;
    if (!file_read(name_text(names, file), &source->text))
      strbuf_clear(&source->text);
  }
  return source->text.length > 0;
}

// Walks through the text and counts lines and columns, from 1.
struct walk {
  const char *at;
  struct position position;
};

static void step(struct walk *walk) {
  bool is_end = *walk->at++ == '\n';
  walk->position.line += is_end;
  walk->position.column = is_end ? 1 : walk->position.column + 1;
}

static void skip_quoted(struct walk *walk) {
  char quote = *walk->at;
  step(walk);
  while (*walk->at && *walk->at != quote) {
    if (*walk->at == '\\' && walk->at[1])
      step(walk);
    step(walk);
  }
  if (*walk->at)
    step(walk);
}

static void skip_comment(struct walk *walk) {
  bool is_line = walk->at[1] == '/';
  step(walk);
  step(walk);
  while (*walk->at && (is_line ? *walk->at != '\n'
                               : walk->at[0] != '*' || walk->at[1] != '/'))
    step(walk);
  for (int i = 0; i < 2 && *walk->at && !is_line; i++)
    step(walk);
}

static struct walk walk_to(const struct source *source, struct position to) {
  struct walk walk = {strbuf_text(&source->text), to};
  walk.position.line = walk.position.column = 1;
  while (*walk.at && source_is_behind(to, walk.position))
    step(&walk);
  return walk;
}

static bool is_word(char c) {
  return isalnum((unsigned char)c) || c == '_';
}

static void skip_token(struct walk *walk) {
  if (*walk->at == '"' || *walk->at == '\'') {
    skip_quoted(walk);
  } else if (*walk->at == '/' && (walk->at[1] == '/' || walk->at[1] == '*')) {
    skip_comment(walk);
  } else if (is_word(*walk->at)) {
    while (is_word(*walk->at))
      step(walk);
  } else {
    step(walk);
  }
}

enum source_mention source_mentions(struct source *source,
                                    const struct interner *names,
                                    struct position brace, struct position end,
                                    const char *identifier) {
  if (!position_is_known(brace) || !load(source, names, brace.file))
    return SOURCE_UNCLEAR;
  struct walk walk = walk_to(source, brace);
  size_t length = strlen(identifier);
  int depth = 0;
  if (*walk.at != '{')
    return SOURCE_UNCLEAR;
  while (*walk.at && source_is_behind(end, walk.position)) {
    const char *token = walk.at;
    depth += (*token == '{') - (*token == '}');
    skip_token(&walk);
    if (depth == 1 && (size_t)(walk.at - token) == length &&
        !strncmp(token, identifier, length))
      return SOURCE_FOUND;
  }
  return SOURCE_NONE;
}

bool source_semicolon(struct source *source, const struct interner *names,
                      struct position from, struct position *end) {
  if (!position_is_known(from) || !load(source, names, from.file))
    return false;
  struct walk walk = walk_to(source, from);
  while (*walk.at && *walk.at != ';' && *walk.at != '{' && *walk.at != '}')
    skip_token(&walk);
  *end = walk.position;
  return *walk.at == ';';
}

bool source_is_behind(struct position position, struct position other) {
  if (!name_equal(position.file, other.file))
    return false;
  return position.line > other.line ||
         (position.line == other.line && position.column > other.column);
}
