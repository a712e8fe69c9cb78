#include "report/matter.h"

#include <ctype.h>
#include <string.h>

enum { FEWEST_LINES = 24 };

struct matter {
  const struct interner *names;
  const struct step_vec *steps;
  struct u32_vec lines;    // their steps, and one more behind the last
  struct interner *wanted; // words that the end speaks of
  struct bitset needed; // lines of source in which functions begin that matter
  struct bitset *idle;
};

static const char *text_of(const struct matter *m, const struct step *step) {
  return name_text(m->names, step->text);
}

static const struct step *line_at(const struct matter *m, uint32_t line) {
  return &m->steps->at[m->lines.at[line]];
}

// Words

static bool is_word_character(char c) {
  return isalnum((unsigned char)c) || c == '_';
}

static bool is_keyword(const char *word, size_t length) {
  static const char *const keywords[] = {
      "if",     "else",  "while",  "for",      "switch", "case", "return",
      "int",    "char",  "long",   "unsigned", "assert", "do",   "struct",
      "sizeof", "const", "signed", "short",    "break",  "goto", "continue"};
  for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
    if (strlen(keywords[i]) == length && !strncmp(keywords[i], word, length))
      return true;
  return false;
}

// The next word behind `text`, and its length; null if there is none.
static const char *next_word(const char *text, size_t *length) {
  for (; *text; text += *length) {
    for (*length = 0; is_word_character(text[*length]);)
      ++*length;
    bool is_name = *length && !isdigit((unsigned char)*text);
    if (is_name && !is_keyword(text, *length))
      return text;
    *length += !*length;
  }
  return NULL;
}

static void want_words(struct matter *m, const char *text) {
  size_t length;
  while ((text = next_word(text, &length))) {
    intern_bytes(m->wanted, text, length);
    text += length;
  }
}

static bool is_wanted(const struct matter *m, const char *word, size_t length) {
  struct strbuf text = {0};
  strbuf_bytes(&text, word, length);
  bool found = !name_is_none(intern_lookup(m->wanted, strbuf_text(&text)));
  strbuf_release(&text);
  return found;
}

// Is a word wanted before the first assignment?
static bool assigns_wanted(const struct matter *m, const char *text) {
  const char *end = strchr(text, '=');
  size_t length;
  if (!end || end[1] == '=')
    return false;
  while ((text = next_word(text, &length)) && text < end) {
    if (is_wanted(m, text, length))
      return true;
    text += length;
  }
  return false;
}

// The last name of "f::s.next", "heap@6.next", "buffer[3]".
static bool is_wanted_place(const struct matter *m, const char *place) {
  const char *last = NULL, *word = place;
  size_t length, of_last = 0;
  while ((word = next_word(word, &length))) {
    last = word;
    of_last = length;
    word += length;
  }
  return strstr(place, "()") || !strncmp(place, "what ", 5) ||
         (last && is_wanted(m, last, of_last));
}

// Lines

static bool decides(const char *text) {
  static const char *const words[] = {
      "if", "while", "for", "switch", "return", "case", "do", "else", "}"};
  for (size_t i = 0; i + 1 < sizeof words / sizeof *words; i++) {
    size_t length = strlen(words[i]);
    if (!strncmp(text, words[i], length) && !is_word_character(text[length]))
      return true;
  }
  return strchr(text, '?') || (*text == '}' && text[1]);
}

// Does the execution rest on it, or does it tell of something else than values?
static bool is_told(const struct matter *m, uint32_t line) {
  for (uint32_t i = m->lines.at[line] + 1; i < m->lines.at[line + 1]; i++)
    if (m->steps->at[i].kind != STEP_VALUE)
      return true;
  return false;
}

static bool writes_wanted(const struct matter *m, uint32_t line) {
  bool has_values = m->lines.at[line + 1] > m->lines.at[line] + 1;
  for (uint32_t i = m->lines.at[line] + 1; i < m->lines.at[line + 1]; i++)
    if (is_wanted_place(m, text_of(m, &m->steps->at[i])))
      return true;
  return has_values && assigns_wanted(m, text_of(m, line_at(m, line)));
}

static void set_idle(struct matter *m, uint32_t first, uint32_t end) {
  for (uint32_t i = m->lines.at[first]; i < m->lines.at[end]; i++)
    bitset_add(m->idle, i);
}

// Calls

// Is it a variable of a function that one of these lines begins?
static bool is_own(const struct matter *m, const char *place, uint32_t first,
                   uint32_t end) {
  const char *scope = strstr(place, "::");
  struct strbuf begin = {0};
  bool found = false;
  if (!scope)
    return false;
  strbuf_bytes(&begin, place, (size_t)(scope - place));
  strbuf_char(&begin, '(');
  for (uint32_t i = first; i < end && !found; i++)
    found = strstr(text_of(m, line_at(m, i)), strbuf_text(&begin));
  strbuf_release(&begin);
  return found;
}

// "note(x);", and nobody takes what it returns.
static bool is_statement(const char *text) {
  size_t length = 0;
  while (is_word_character(text[length]))
    length++;
  return length && text[length] == '(' && !is_keyword(text, length);
}

static bool is_used(const struct matter *m, const char *text) {
  const char *equals = strchr(text, '=');
  return !is_statement(text) &&
         (!equals || equals[1] == '=' || assigns_wanted(m, text));
}

static bool leaves_a_trace(const struct matter *m, uint32_t first,
                           uint32_t end) {
  if (bitset_has(&m->needed, line_at(m, first)->position.line))
    return true;
  for (uint32_t line = first; line < end; line++) {
    if (is_told(m, line))
      return true;
    for (uint32_t i = m->lines.at[line] + 1; i < m->lines.at[line + 1]; i++) {
      const char *place = text_of(m, &m->steps->at[i]);
      if (is_wanted_place(m, place) && strncmp(place, "what ", 5) &&
          !is_own(m, place, first, end))
        return true;
    }
  }
  return false;
}

// The lines of the call that ends before `end`, if all of them are idle: the
// first. Otherwise `end`.
static uint32_t idle_call(const struct matter *m, uint32_t end) {
  uint32_t depth = line_at(m, end)->depth, first = end;
  while (first && line_at(m, first - 1)->depth > depth)
    first--;
  bool is_idle = first && first < end &&
                 !is_used(m, text_of(m, line_at(m, first - 1))) &&
                 !leaves_a_trace(m, first, end);
  return is_idle ? first : end;
}

static bool begins_call(const struct matter *m, uint32_t line) {
  return !line || line_at(m, line - 1)->depth < line_at(m, line)->depth;
}

static void walk_back(struct matter *m) {
  for (uint32_t line = m->lines.count - 2; line-- > 0;) {
    uint32_t first = idle_call(m, line + 1);
    const char *text = text_of(m, line_at(m, line));
    if (first <= line) {
      set_idle(m, first, line + 1);
      line = first;
    } else if (is_told(m, line) || decides(text) || writes_wanted(m, line)) {
      want_words(m, text);
    } else if (!begins_call(m, line)) {
      set_idle(m, line, line + 1);
    }
  }
}

// What a function does that matters once is shown always: that it does less
// another time may be the point.
static void note_needed(struct matter *m) {
  for (uint32_t i = 0; i + 1 < m->lines.count; i++)
    if (begins_call(m, i) && !bitset_has(m->idle, m->lines.at[i]))
      bitset_add(&m->needed, line_at(m, i)->position.line);
}

// Of a line alone nothing is saved.
static void keep_single(struct matter *m) {
  uint32_t count = m->lines.count - 1;
  for (uint32_t i = 0; i < count; i++) {
    bool is_alone =
        (!i || !bitset_has(m->idle, m->lines.at[i - 1])) &&
        (i + 1 == count || !bitset_has(m->idle, m->lines.at[i + 1]));
    for (uint32_t j = m->lines.at[i]; is_alone && j < m->lines.at[i + 1]; j++)
      bitset_remove(m->idle, j);
  }
}

static bool list_lines(struct matter *m) {
  for (uint32_t i = 0; i < m->steps->count; i++) {
    const struct step *step = &m->steps->at[i];
    if (step->kind == STEP_LINE && (step->thread || !step->depth))
      return false;
    if (step->kind == STEP_LINE)
      u32_vec_push(&m->lines, i);
  }
  u32_vec_push(&m->lines, m->steps->count);
  return m->lines.count > FEWEST_LINES;
}

static void find_once(struct matter *m) {
  m->wanted = interner_new();
  bitset_clear(m->idle);
  want_words(m, text_of(m, line_at(m, m->lines.count - 2)));
  if (interner_count(m->wanted))
    walk_back(m);
  interner_free(m->wanted);
}

void matter_find_idle(const struct interner *names, const struct lane *lane,
                      struct bitset *idle) {
  struct matter m = {.names = names, .steps = &lane->steps, .idle = idle};
  if (list_lines(&m)) {
    find_once(&m);
    note_needed(&m);
    find_once(&m);
    keep_single(&m);
  }
  u32_vec_release(&m.lines);
  bitset_release(&m.needed);
}
