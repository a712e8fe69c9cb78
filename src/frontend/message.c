#include "frontend/message.h"

#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"

// A number and the character behind it, or null.
static const char *read_number(const char *at, char behind, uint32_t *number) {
  char *end;
  *number = (uint32_t)strtoul(at, &end, 10);
  return end > at && *number && *end == behind ? end + 1 : NULL;
}

// {LINE:COLUMN-LINE:COLUMN}
static const char *read_range(const char *at, struct message *message) {
  at = read_number(at + 1, ':', &message->start.line);
  at = at ? read_number(at, '-', &message->start.column) : NULL;
  at = at ? read_number(at, ':', &message->end.line) : NULL;
  return at ? read_number(at, '}', &message->end.column) : NULL;
}

// Behind the ranges and the colon that follows them.
static const char *read_ranges(const char *at, struct message *message) {
  message->start = message->end = message->at;
  while (at && *at == '{')
    at = read_range(at, message);
  return at && *at == ':' ? at + 1 : at;
}

// The end of a file's name: where :LINE:COLUMN: follows.
static const char *find_place(const char *line, const char *end,
                              struct message *message) {
  for (const char *at = line; at < end; at++) {
    const char *column =
        *at == ':' ? read_number(at + 1, ':', &message->at.line) : NULL;
    if (column && read_number(column, ':', &message->at.column))
      return at;
  }
  return NULL;
}

static bool read_line(const char *line, const char *end, struct interner *names,
                      struct message *message) {
  const char *name_end = find_place(line, end, message);
  if (!name_end || name_end == line)
    return false;
  message->at.file = intern_bytes(names, line, (size_t)(name_end - line));
  const char *at = strchr(strchr(name_end + 1, ':') + 1, ':') + 1;
  at = read_ranges(at, message);
  message->is_note = at && !strncmp(at, " note: ", 7);
  message->text = at;
  message->line_end = end;
  return at && (message->is_note || !strncmp(at, " error: ", 8));
}

bool message_next(const char **position, struct interner *names,
                  struct message *message) {
  for (const char *line = *position; *line;) {
    const char *end = line + strcspn(line, "\n");
    bool found = read_line(line, end, names, message);
    line = *end ? end + 1 : end;
    *position = line;
    if (found)
      return true;
  }
  return false;
}

bool message_has(const struct message *message, const char *words) {
  const char *found = strstr(message->text, words);
  return found && found < message->line_end;
}
