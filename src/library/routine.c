#include "library/routine.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"

struct row {
  const char *name;
  const char *arguments; // null: an alias
  const char *result;
  const char *pointers; // of an alias: the name that it stands for
};

static const struct row rows[] = {
#define ROUTINE(name, arguments, result, pointers)                             \
  {name, arguments, result, pointers},
#define ALIAS(name, of) {name, NULL, NULL, of},
#include "library/routine.def"
#undef ROUTINE
#undef ALIAS
};

enum { ROW_COUNT = sizeof rows / sizeof rows[0] };

// Rows

static bool is_name(const char *asked, const char *name) {
  static const char assumed[] = "@assumed";
  size_t length = strlen(name);
  return asked[0] == name[0] && !strncmp(asked, name, length) &&
         (!asked[length] || !strcmp(asked + length, assumed));
}

static const struct row *find_exact(const char *name) {
  for (uint32_t i = 0; i < ROW_COUNT; i++)
    if (is_name(name, rows[i].name))
      return &rows[i];
  return NULL;
}

static const struct row *find_row(const char *name) {
  const struct row *row = find_exact(name);
  if (!row || row->arguments)
    return row;
  const struct row *of = find_exact(row->pointers);
  CHECK(of && of->arguments, "%s is an alias of nothing", row->name);
  return of;
}

const char *routine_name_at(uint32_t index) {
  return index < ROW_COUNT ? rows[index].name : NULL;
}

const char *routine_row(const char *name) {
  const struct row *row = find_exact(name);
  return row ? row->name : NULL;
}

const char *routine_pointers(const char *name) {
  const struct row *row = find_row(name);
  return row ? row->pointers : NULL;
}

// Reading

struct reader {
  const char *at;
  const struct row *row;
};

static bool accept(struct reader *reader, char c) {
  bool found = *reader->at == c;
  reader->at += found;
  return found;
}

static bool at_end(const struct reader *reader) {
  return !*reader->at || *reader->at == ' ';
}

static bool at_digit(const struct reader *reader) {
  return *reader->at >= '0' && *reader->at <= '9';
}

static uint64_t read_number(struct reader *reader) {
  CHECK(at_digit(reader), "bad row of %s: %s", reader->row->name, reader->at);
  return strtoull(reader->at, (char **)&reader->at, 10);
}

static void read_factor(struct reader *reader, struct routine_size *size) {
  if (accept(reader, '@')) {
    int *factor = size->factors[0] < 0 ? &size->factors[0] : &size->factors[1];
    CHECK(*factor < 0, "too many factors in the row of %s", reader->row->name);
    *factor = (int)read_number(reader);
    return;
  }
  uint64_t number = read_number(reader);
  size->number *= number;
  size->number32 *= accept(reader, '|') ? read_number(reader) : number;
}

static struct routine_size read_size(struct reader *reader) {
  struct routine_size size = {.measure = MEASURE_PRODUCT,
                              .number = 1,
                              .number32 = 1,
                              .factors = {-1, -1},
                              .limit = -1};
  bool is_string = accept(reader, '#');
  bool is_printed = !is_string && accept(reader, '%');
  if (!is_string && !is_printed) {
    do
      read_factor(reader, &size);
    while (accept(reader, '*'));
    return size;
  }
  size.measure = is_string ? MEASURE_STRING : MEASURE_PRINTED;
  size.factors[0] = (int)read_number(reader);
  if (accept(reader, '*'))
    read_factor(reader, &size);
  if (accept(reader, '<')) {
    CHECK(accept(reader, '@'), "bad row of %s: %s", reader->row->name,
          reader->at);
    size.limit = (int)read_number(reader);
  }
  return size;
}

static bool has_size(const struct reader *reader) {
  return !at_end(reader) && *reader->at != '?';
}

static struct routine_argument
read_string(struct reader *reader, enum routine_need need, bool is_wide) {
  struct routine_argument argument = {.need = need,
                                      .reads = true,
                                      .writes = need != NEED_STRING,
                                      .terminates = need != NEED_STRING,
                                      .is_wide = is_wide};
  if (has_size(reader))
    argument.size = read_size(reader);
  return argument;
}

static struct routine_argument read_bytes(struct reader *reader, bool reads,
                                          bool writes, bool is_exact) {
  return (struct routine_argument){.need = NEED_BYTES,
                                   .reads = reads,
                                   .writes = writes,
                                   .is_exact = is_exact,
                                   .size = read_size(reader)};
}

// The address of a pointer to a string that is changed.
static struct routine_argument read_held(struct reader *reader, bool is_wide) {
  struct routine_argument argument = {.need = NEED_HELD,
                                      .reads = true,
                                      .writes = true,
                                      .is_wide = is_wide,
                                      .instead = -1,
                                      .size = {.measure = MEASURE_PRODUCT,
                                               .number = 8,
                                               .number32 = 4,
                                               .factors = {-1, -1},
                                               .limit = -1}};
  if (accept(reader, '@'))
    argument.instead = (int)read_number(reader);
  return argument;
}

// The address of a pointer to a heap object.
static struct routine_argument read_grown(struct reader *reader) {
  struct routine_argument argument = read_held(reader, false);
  argument.need = NEED_GROWN;
  return argument;
}

static struct routine_argument simple(enum routine_need need, bool reads) {
  return (struct routine_argument){.need = need, .reads = reads};
}

static struct routine_argument terminated(struct routine_argument argument,
                                          bool is_wide) {
  argument.terminates = true;
  argument.is_wide = is_wide;
  return argument;
}

static struct routine_argument read_argument(struct reader *reader) {
  char c = *reader->at++;
  switch (c) {
  case '-': return simple(NEED_NOTHING, false);
  case 'd': return (struct routine_argument){.is_descriptor = true};
  case 'h': return simple(NEED_HANDLE, false);
  case 'k': return simple(NEED_FUNCTION, false);
  case 'x': return simple(NEED_HEAP, false);
  case 'f': return simple(NEED_PRINT, true);
  case 'F': return simple(NEED_SCAN, true);
  case 'v': return simple(NEED_VA_LIST, true);
  case 's':
  case 'S': return read_string(reader, NEED_STRING, c == 'S');
  case 'c':
  case 'C': return read_string(reader, NEED_APPEND, c == 'C');
  case 'z':
  case 'Z': return read_string(reader, NEED_IN_PLACE, c == 'Z');
  case 'q':
  case 'Q': return read_held(reader, c == 'Q');
  case 'g': return read_grown(reader);
  case 'r': return read_bytes(reader, true, false, true);
  case 'w': return read_bytes(reader, false, true, true);
  case 'm': return read_bytes(reader, true, true, true);
  case 'o': return read_bytes(reader, false, true, false);
  case 't':
  case 'T': return terminated(read_bytes(reader, false, true, false), c == 'T');
  default: BUG("bad row of %s: %s", reader->row->name, reader->at - 1);
  }
}

static void read_arguments(struct routine *routine, const struct row *row) {
  struct reader reader = {row->arguments, row};
  while (*reader.at) {
    if (!strcmp(reader.at, "...") || !strcmp(reader.at, "&..")) {
      routine->is_variadic = true;
      routine->ignores_rest = *reader.at == '&';
      return;
    }
    CHECK(routine->argument_count < ROUTINE_MOST_ARGUMENTS,
          "%s has too many arguments", row->name);
    struct routine_argument argument = read_argument(&reader);
    argument.may_be_null = accept(&reader, '?');
    routine->arguments[routine->argument_count++] = argument;
    CHECK(at_end(&reader), "bad row of %s: %s", row->name, reader.at);
    accept(&reader, ' ');
  }
}

static struct routine_bound read_bound(struct reader *reader) {
  if (accept(reader, '@'))
    return (struct routine_bound){BOUND_ARGUMENT, (int64_t)read_number(reader)};
  bool is_negative = accept(reader, '-');
  if (!is_negative && !at_digit(reader))
    return (struct routine_bound){BOUND_NONE, 0};
  int64_t number = (int64_t)read_number(reader);
  return (struct routine_bound){BOUND_NUMBER, is_negative ? -number : number};
}

static void read_result(struct routine *routine, const struct row *row) {
  struct reader reader = {row->result, row};
  struct routine_result *result = &routine->result;
  while (*reader.at) {
    if (accept(&reader, '?')) {
      result->may_be_null = true;
    } else if (accept(&reader, 's')) {
      result->is_string = true;
    } else if (accept(&reader, 'S')) {
      result->is_wide_string = true;
    } else if (accept(&reader, '!')) {
      routine->ends = true;
    } else if (accept(&reader, 'i')) {
      result->is_input = true;
    } else if (accept(&reader, 'e')) {
      result->may_fail = true;
    } else if (accept(&reader, 'n')) {
      result->is_new_descriptor = true;
    } else if (accept(&reader, '=')) {
      result->is_same = true;
    } else if (accept(&reader, '*')) {
      result->bytes = result->bytes32 = read_number(&reader);
      if (accept(&reader, '|'))
        result->bytes32 = read_number(&reader);
    } else {
      result->low = read_bound(&reader);
      CHECK(accept(&reader, '.') && accept(&reader, '.'), "bad row of %s: %s",
            row->name, reader.at);
      result->high = read_bound(&reader);
    }
    CHECK(at_end(&reader), "bad row of %s: %s", row->name, reader.at);
    accept(&reader, ' ');
  }
}

struct routine routine_find(const char *name) {
  struct routine routine = {0};
  const struct row *row = find_row(name);
  if (!row)
    return routine;
  routine.name = row->name;
  routine.pointers = row->pointers;
  read_arguments(&routine, row);
  read_result(&routine, row);
  return routine;
}

// Questions

bool routine_is_own(const char *name) {
  return !strncmp(name, ROUTINE_OWN, strlen(ROUTINE_OWN));
}

bool routine_takes_descriptor(const struct routine *routine) {
  for (uint32_t i = 0; i < routine->argument_count; i++)
    if (routine->arguments[i].is_descriptor)
      return true;
  return false;
}

int routine_failure(const struct routine *routine) {
  const struct routine_result *result = &routine->result;
  bool is_number = result->low.kind == BOUND_NUMBER
                       ? result->low.number == -1
                       : result->may_fail && !result->may_be_null;
  return is_number ? -1 : 0;
}

bool routine_writes(const struct routine *routine, uint32_t argument) {
  if (argument < routine->argument_count)
    return routine->arguments[argument].writes;
  int format = routine_format(routine);
  return format >= 0 && routine->arguments[format].need == NEED_SCAN;
}

bool routine_receives(const struct routine *routine, uint32_t argument) {
  if (argument >= routine->argument_count || !routine->result.is_input)
    return false;
  const struct routine_argument *at = &routine->arguments[argument];
  return at->need == NEED_BYTES && at->writes && !at->reads &&
         !at->terminates && !at->is_exact;
}

bool routine_writes_memory(const struct routine *routine) {
  for (uint32_t i = 0; i < routine->argument_count; i++)
    if (routine->arguments[i].writes || routine->arguments[i].need == NEED_SCAN)
      return true;
  return false;
}

bool routine_follows(const struct routine *routine) {
  for (uint32_t i = 0; i < routine->argument_count; i++)
    if (routine->arguments[i].need != NEED_NOTHING)
      return true;
  return false;
}

int routine_format(const struct routine *routine) {
  for (uint32_t i = 0; i < routine->argument_count; i++)
    if (routine->arguments[i].need == NEED_PRINT ||
        routine->arguments[i].need == NEED_SCAN)
      return (int)i;
  return -1;
}

static bool has_effect(const struct routine *routine, const char *start) {
  size_t length = strlen(start);
  for (const char *at = routine->pointers; at; at = strchr(at, ' ')) {
    at += *at == ' ';
    if (!strncmp(at, start, length))
      return true;
  }
  return false;
}

bool routine_changes_held(const struct routine *routine, uint32_t argument) {
  char text[] = "change:0";
  text[sizeof text - 2] = (char)('0' + argument % 10);
  return argument < ROUTINE_MOST_ARGUMENTS && has_effect(routine, text);
}

bool routine_changes_any_held(const struct routine *routine) {
  return has_effect(routine, "change:");
}

int routine_list(const struct routine *routine) {
  for (uint32_t i = 0; i < routine->argument_count; i++)
    if (routine->arguments[i].need == NEED_VA_LIST)
      return (int)i;
  return -1;
}

const char *routine_stream(const struct routine *routine) {
  static const char *const streams[] = {"stdin", "stdout", "stderr"};
  const char *found =
      routine->pointers ? strstr(routine->pointers, "uses:") : NULL;
  for (size_t i = 0; found && i < sizeof streams / sizeof *streams; i++)
    if (!strncmp(found + strlen("uses:"), streams[i], strlen(streams[i])))
      return streams[i];
  return NULL;
}

const char *routine_with_state(const struct routine *routine) {
  static const char word[] = "state:";
  const char *found =
      routine->pointers ? strstr(routine->pointers, word) : NULL;
  return found ? found + sizeof word - 1 : NULL;
}

static bool returns(const struct routine *routine, const char *start) {
  for (char c = '0'; c <= '9'; c++) {
    char text[8] = {0};
    strcpy(text, start);
    text[strlen(start)] = c;
    if (has_effect(routine, text))
      return true;
  }
  return false;
}

bool routine_returns_argument(const struct routine *routine) {
  return returns(routine, "->") || returns(routine, "->*");
}

bool routine_returns_into(const struct routine *routine, uint32_t argument) {
  char text[] = {'-', '>', (char)('0' + argument % 10), '\0'};
  return argument < ROUTINE_MOST_ARGUMENTS && has_effect(routine, text);
}

bool routine_returns_held(const struct routine *routine, uint32_t argument) {
  char text[] = {'-', '>', '*', (char)('0' + argument % 10), '\0'};
  return argument < ROUTINE_MOST_ARGUMENTS && has_effect(routine, text);
}

bool routine_allocates(const struct routine *routine) {
  return has_effect(routine, "->heap") && !routine_returns_argument(routine);
}

bool routine_hands_memory(const struct routine *routine) {
  return has_effect(routine, "*0=heap") ||
         (has_effect(routine, "->heap") && routine_returns_argument(routine));
}

bool routine_returns_own(const struct routine *routine) {
  return has_effect(routine, "->lib") || has_effect(routine, "->heap") ||
         has_effect(routine, "->file");
}

bool routine_exits(const char *name) {
  const char *effects = routine_pointers(name);
  return effects && !strncmp(effects, "exits", 5);
}

bool routine_opens(const struct routine *routine) {
  return has_effect(routine, "->file");
}

int routine_closes(const struct routine *routine) {
  const char *found =
      routine->pointers ? strstr(routine->pointers, "close:") : NULL;
  return found ? found[6] - '0' : -1;
}

static bool routine_keeps_pointers(const struct routine *routine) {
  return has_effect(routine, "keep:") || has_effect(routine, "*saved") ||
         has_effect(routine, "later:");
}

bool routine_calls_back(const struct routine *routine) {
  return has_effect(routine, "call:");
}

bool routine_is_contained(const struct routine *routine) {
  return routine_is_known(routine) && !routine_keeps_pointers(routine) &&
         !routine_calls_back(routine) && !has_effect(routine, "->any") &&
         !has_effect(routine, "->saved");
}

bool routine_is_pure(const struct routine *routine) {
  return routine_is_contained(routine) && !has_effect(routine, "globals");
}

bool routine_stores_at(const struct routine *routine, uint32_t argument,
                       int *source) {
  char start[] = {'*', (char)('0' + argument % 10), '\0'};
  for (const char *at = routine->pointers; at; at = strchr(at, ' ')) {
    at += *at == ' ';
    if (strncmp(at, start, 2))
      continue;
    const char *value = strchr(at, '=');
    bool is_argument = value && value[1] >= '0' && value[1] <= '9';
    bool is_held = value && value[1] == '*';
    *source = is_argument ? value[1] - '0'
              : is_held   ? STORES_HELD
                          : STORES_OTHER;
    return true;
  }
  return false;
}

bool routine_is_stream(const char *variable) {
  return !strcmp(variable, "stdin") || !strcmp(variable, "stdout") ||
         !strcmp(variable, "stderr");
}

bool routine_is_restricted(const struct routine *routine, uint32_t *a,
                           uint32_t *b) {
  const char *found =
      routine->pointers ? strstr(routine->pointers, "apart:") : NULL;
  if (found) {
    *a = (uint32_t)(found[6] - '0');
    *b = (uint32_t)(found[8] - '0');
  }
  return found != NULL;
}
