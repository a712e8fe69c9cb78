#include "report/harness.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "report/alone.h"
#include "report/fold.h"

// Parts of harnesses that are the same for all.
__asm__(".section .rodata\n"
        ".global vouch_turns\n"
        "vouch_turns:\n"
        ".incbin \"src/report/turns.runtime\"\n"
        ".byte 0\n"
        ".global vouch_memory\n"
        "vouch_memory:\n"
        ".incbin \"src/report/memory.runtime\"\n"
        ".byte 0\n"
        ".previous\n");
extern const char vouch_turns[], vouch_memory[];

// What a function gives, in its order: a value and what it writes with it.
struct gift {
  char *value;
  uint32_t lane;         // who gets it
  struct strbuf writes;  // statements of C
  struct strbuf objects; // of frames that they write to, line by line
};

VEC_DEFINE(gift_vec, struct gift);

struct giver {
  char *name;
  struct gift_vec gifts;
};

VEC_DEFINE(giver_vec, struct giver);

struct making {
  struct harness *harness;
  const struct result *result;
  struct giver_vec givers;
  struct gift *last; // that was read, or null
  bool is_told;      // what was read last is told by deeds
  const char *property;
  struct strbuf allocations; // rows of a table: whether it succeeds, its bytes
  uint32_t allocated;
  bool needs_table; // of allocations
  bool has_schedule;
  struct strbuf turns; // rows of a table
  uint32_t lane;       // whose oracle is read
  bool gives_pointers; // to objects that are there when it begins
  bool has_state;      // in which a function starts
};

static void add_once(struct strbuf *text, const char *what) {
  if (!strstr(strbuf_text(text), what))
    strbuf_format(text, "%s%s", text->length ? ", " : "", what);
}

// Something that could be forced, but is not.
static void refuse(struct making *making, const char *what) {
  add_once(&making->harness->lacking, what);
}

// Reading the oracle

// The next word of the line, which is cut off; empty at the end.
static char *next_word(char **rest) {
  char *word = *rest + strspn(*rest, " ");
  char *end = word + strcspn(word, " ");
  *rest = *end ? end + 1 : end;
  *end = '\0';
  return word;
}

static struct giver *giver_of(struct making *making, const char *name) {
  for (uint32_t i = 0; i < making->givers.count; i++)
    if (!strcmp(making->givers.at[i].name, name))
      return &making->givers.at[i];
  giver_vec_push(&making->givers, (struct giver){.name = strdup(name)});
  return giver_vec_last(&making->givers);
}

static bool is_identifier(const char *text) {
  return (isalpha((unsigned char)*text) || *text == '_') &&
         text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXY"
                           "Z0123456789_")] == '\0';
}

// Is it a choice of a function that is replaced by what a specification says?
// Deeds tell what that does.
static bool is_told(const struct alone *alone, const char *name) {
  struct strbuf function = {0};
  strbuf_bytes(&function, name, strcspn(name, ".@' "));
  bool is = alone_replaces(alone, strbuf_text(&function));
  strbuf_release(&function);
  return is;
}

static void read_gift(struct making *making, const char *name,
                      const char *value) {
  if (!strcmp(name, "volatile"))
    add_once(&making->harness->unforced, "volatile reads");
  if (!strcmp(name, OWN_OBJECT) && strcmp(value, "0") != 0)
    add_once(&making->harness->unforced,
             "what uninitialised pointers lead to");
  making->last = NULL;
  making->is_told = is_told(&making->harness->alone, name);
  const struct alone *alone = &making->harness->alone;
  if (name[strcspn(name, ".@' ")] || alone_replaces(alone, name) ||
      (*name == '*' && alone->replaced.count))
    return; // choices of abstractions, which are told as deeds
  if (!is_identifier(name))
    refuse(making, "calls through pointers");
  if (!is_identifier(name) || !strcmp(name, "volatile"))
    return;
  bool is_none = !strcmp(value, "void") || !strcmp(value, "null");
  struct giver *giver = giver_of(making, name);
  struct strbuf text = {0};
  if (*value == '&')
    alone_add_value(&making->harness->alone, value, &text);
  else
    strbuf_add(&text, is_none ? "0" : value);
  making->gives_pointers |= *value == '&';
  gift_vec_push(
      &giver->gifts,
      (struct gift){.value = strdup(strbuf_text(&text)), .lane = making->lane});
  strbuf_release(&text);
  making->last = gift_vec_last(&giver->gifts);
}

// How often the text is a line of the list before it is added: its number.
static uint32_t number_in(struct strbuf *list, const char *text) {
  uint32_t number = 0;
  const char *line = strbuf_text(list);
  size_t length = strlen(text);
  for (; *line; line += strcspn(line, "\n") + 1, number++)
    if (!strncmp(line, text, length) && line[length] == '\n')
      return number;
  strbuf_format(list, "%s\n", text);
  return number;
}

// Where bytes are written: behind an argument; behind an argument that points
// to the stack, in the order in which the objects are met, for an object of a
// frame, which has no name outside; or to a global.
static void add_destination(struct gift *gift, const char *where,
                            struct strbuf *out) {
  if (isdigit((unsigned char)*where))
    strbuf_format(out, "(char *)a[%s]", where);
  else if (strchr(where, ':'))
    strbuf_format(out, "(char *)to_stack(a, %u)",
                  number_in(&gift->objects, where));
  else
    strbuf_format(out, "replay_global_%s", where);
}

// To an object of the entry state, or a pointer to one.
static void add_written_value(struct making *making, const char *where,
                              unsigned long long offset, const char *what) {
  struct alone *alone = &making->harness->alone;
  struct strbuf *out = &making->last->writes;
  struct strbuf place = {0};
  strbuf_format(&place, "&%s+%llu", where, offset);
  bool is_named = !isdigit((unsigned char)*where) && !strchr(where, ':');
  strbuf_add(out, "      { ");
  if (*what == '&') {
    strbuf_add(out, "long value = ");
    alone_add_value(alone, what, out);
    strbuf_add(out, "; ");
  }
  strbuf_add(out, "memcpy((char *)");
  if (is_named)
    alone_add_value(alone, strbuf_text(&place), out);
  else {
    add_destination(making->last, where, out);
    strbuf_format(out, " + %llu", offset);
  }
  if (*what == '&') {
    strbuf_add(out, ", &value, sizeof value); }\n");
  } else {
    strbuf_add(out, ", \"");
    for (size_t i = 0; what[i] && what[i + 1]; i += 2)
      strbuf_format(out, "\\x%.2s", what + i);
    strbuf_format(out, "\", %zu); }\n", strlen(what) / 2);
  }
  strbuf_release(&place);
}

// "2+4 0a0b", "f::x 0a", "limit 0a"
static void read_written(struct making *making, char *where,
                         const char *bytes) {
  if (making->is_told)
    return;
  char *plus = strchr(where, '+');
  unsigned long long offset = plus ? strtoull(plus + 1, NULL, 10) : 0;
  if (plus)
    *plus = '\0';
  struct alone *alone = &making->harness->alone;
  bool is_global = is_identifier(where) && !isdigit((unsigned char)*where);
  bool is_object = alone_has_object(alone, where);
  if (!making->last || (!isdigit((unsigned char)*where) &&
                        !strchr(where, ':') && !is_global && !is_object)) {
    refuse(making, "pointers that unseen functions write");
    return;
  }
  struct strbuf *out = &making->last->writes;
  if (*bytes == '&' || is_object) {
    making->gives_pointers = true;
    add_written_value(making, where, offset, bytes);
    return;
  }
  size_t count = strlen(bytes) / 2;
  strbuf_add(out, "      ");
  if (is_global)
    strbuf_format(out,
                  "extern char replay_global_%s[] __asm__(\"%s\");\n      ",
                  where, where);
  strbuf_add(out, "memcpy(");
  add_destination(making->last, where, out);
  strbuf_format(out, " + %llu, \"", offset);
  for (size_t i = 0; i < count; i++)
    strbuf_format(out, "\\x%.2s", bytes + 2 * i);
  strbuf_format(out, "\", %zu);\n", count);
}

static unsigned hex_digit(char c) {
  return isdigit((unsigned char)c) ? (unsigned)(c - '0')
                                   : (unsigned)(tolower(c) - 'a') + 10;
}

static void add_bytes(const char *digits, struct strbuf *out) {
  for (; digits[0] && digits[1]; digits += 2)
    strbuf_char(out, (char)(hex_digit(digits[0]) << 4 | hex_digit(digits[1])));
}

static void read_argument(struct making *making, const char *digits) {
  struct strbuf text = {0};
  add_bytes(digits, &text);
  if (memchr(strbuf_text(&text), '\0', text.length))
    refuse(making, "arguments with zeros");
  name_vec_push(&making->harness->arguments,
                intern(making->result->names, strbuf_text(&text)));
  strbuf_release(&text);
}

static void read_allocation(struct making *making, bool fails) {
  making->needs_table |= fails;
  strbuf_format(&making->allocations, "%s    {%d, 0, \"\"}",
                making->allocated++ ? ",\n" : "", !fails);
}

// Of the allocation that was just spoken of, or of the next.
static void read_contents(struct making *making, const char *digits) {
  static const char end[] = "0, \"\"}";
  struct strbuf *out = &making->allocations;
  size_t length = strlen(end);
  if (out->length < length ||
      strcmp(strbuf_text(out) + out->length - length, end) != 0)
    read_allocation(making, false);
  out->length -= length;
  strbuf_format(out, "%zu, \"", strlen(digits) / 2);
  for (; digits[0] && digits[1]; digits += 2)
    strbuf_format(out, "\\x%.2s", digits);
  strbuf_add(out, "\"}");
  making->needs_table = true;
}

// Other than zero.
static bool has_digit(const char *digits) {
  return digits[strspn(digits, "0")] != '\0';
}

static void read_object(struct making *making, const char *name,
                        const char *size, const char *bytes) {
  making->has_state = true;
  alone_read_object(&making->harness->alone, name, size, bytes);
}

static void read_line(struct making *making, char *line) {
  char *rest = line;
  const char *word = next_word(&rest);
  char *first = next_word(&rest);
  const char *second = next_word(&rest);
  if (!strcmp(word, "value") || !strcmp(word, "call"))
    read_gift(making, first, second);
  else if (!strcmp(word, "written"))
    read_written(making, first, second);
  else if (!strcmp(word, "allocate"))
    read_allocation(making, !strcmp(first, "fail"));
  else if (!strcmp(word, "schedule"))
    making->has_schedule = true;
  else if (!strcmp(word, "turn"))
    strbuf_format(&making->turns, "    {%s, %s},\n", first, second);
  else if (!strcmp(word, "rest"))
    making->harness->rests_at_zero = !strcmp(first, "zero");
  else if (!strcmp(word, "input") && !strcmp(first, "0"))
    add_bytes(second, &making->harness->input);
  else if (!strcmp(word, "input"))
    refuse(making, "files");
  else if (!strcmp(word, "argument") && strcmp(first, "0") != 0)
    read_argument(making, second);
  else if (!strcmp(word, "object") && strchr(first, ':'))
    making->harness->has_uninitialised |= has_digit(next_word(&rest));
  else if (!strcmp(word, "global") || !strcmp(word, "parameter"))
    making->has_state = true;
  else if (!strcmp(word, "object"))
    read_object(making, first, second, next_word(&rest));
  else if (!strcmp(word, "pointer"))
    alone_read_pointer(&making->harness->alone, first, second,
                       next_word(&rest));
  else if (!strcmp(word, "contents"))
    read_contents(making, second);
  else if (!strcmp(word, "uninitialised"))
    making->harness->has_uninitialised |= strcmp(second, "0") != 0;
}

// Objects have to be known before deeds speak of them, and which functions are
// replaced before their values are read.
enum reading { READ_OBJECTS, READ_DEEDS, READ_REST };

static enum reading reading_of(const char *line) {
  return !strncmp(line, "object ", strlen("object ")) ? READ_OBJECTS
         : !strncmp(line, "deed ", strlen("deed "))   ? READ_DEEDS
                                                      : READ_REST;
}

static void read_lines(struct making *making, const struct lane *lane,
                       enum reading reading) {
  char *text = strdup(strbuf_text(&lane->oracle)), *save = NULL;
  for (char *line = strtok_r(text, "\n", &save); line;
       line = strtok_r(NULL, "\n", &save))
    if (*line == '#' || reading_of(line) != reading)
      continue;
    else if (reading == READ_DEEDS)
      alone_read_deed(&making->harness->alone, line + strlen("deed "));
    else
      read_line(making, line);
  free(text);
}

static void read_oracles(struct making *making, const struct lane_vec *lanes) {
  for (uint32_t i = 0; i < lanes->count; i++) {
    making->lane = i;
    alone_begin(&making->harness->alone, making->result);
    for (enum reading reading = READ_OBJECTS; reading <= READ_REST; reading++)
      read_lines(making, &lanes->at[i], reading);
  }
}

// Writing C

static bool ends_with(const char *text, const char *end) {
  size_t length = strlen(text), count = strlen(end);
  return length >= count && !strcmp(text + length - count, end);
}

// How the result is passed: whole numbers and pointers in the same register,
// whatever their width. The oracle has the bits of floating-point numbers.
static void write_type(const char *name, struct strbuf *out) {
  bool is_nondet = strstr(name, "nondet");
  strbuf_add(out, is_nondet && ends_with(name, "float")    ? "float"
                  : is_nondet && ends_with(name, "double") ? "double"
                                                           : "long long");
}

static void write_gift(const struct gift *gift, uint32_t number,
                       struct strbuf *out) {
  if (!gift->writes.length)
    return;
  strbuf_format(out, "    if (at == %u) {\n%s    }\n", number,
                strbuf_text(&gift->writes));
}

// Components have values of their own.
static void write_givers_lanes(const struct gift_vec *gifts,
                               struct strbuf *out) {
  strbuf_add(out, "};\n  static const unsigned char lanes[] = {");
  for (uint32_t i = 0; i < gifts->count; i++)
    strbuf_format(out, "%s%u", i ? ", " : "", gifts->at[i].lane);
}

static void write_giver(const struct giver *giver,
                        const struct harness *harness, struct strbuf *out) {
  bool has_lanes = harness->alone.lanes.count > 1;
  const struct gift_vec *gifts = &giver->gifts;
  struct strbuf type = {0};
  write_type(giver->name, &type);
  bool is_float = !strcmp(strbuf_text(&type), "float");
  bool is_whole = !strcmp(strbuf_text(&type), "long long");
  strbuf_format(out,
                "\n%s replay_give_%s(long, long, long, long, long, long)\n"
                "    __asm__(\"%s\") __attribute__((weak));\n"
                "%s replay_give_%s(long a1, long a2, long a3, long a4, long "
                "a5, long a6) {\n"
                "  %sunsigned long long values[] = {",
                strbuf_text(&type), giver->name, giver->name,
                strbuf_text(&type), giver->name,
                harness->is_alone ? "" : "static const ");
  for (uint32_t i = 0; i < gifts->count; i++)
    strbuf_format(out, "%s%s(unsigned long long)%s%s", i ? ", " : "",
                  i % 4 ? "" : "\n      ", gifts->at[i].value,
                  *gifts->at[i].value == '('   ? ""
                  : *gifts->at[i].value == '-' ? "LL"
                                               : "ULL");
  if (has_lanes)
    write_givers_lanes(gifts, out);
  strbuf_add(out, "};\n  static unsigned next;\n"
                  "  long a[] = {0, a1, a2, a3, a4, a5, a6};\n");
  if (has_lanes)
    strbuf_format(out,
                  "  while (next < %u && lanes[next] != replay_me)\n"
                  "    next++;\n",
                  gifts->count);
  strbuf_format(out,
                "  %sunsigned at = next;\n  (void)a;\n"
                "  next += next < %u;\n"
                "  unsigned long long bits = at < %u ? values[at] : 0;\n",
                harness->has_turns ? "turn();\n  " : "", gifts->count,
                gifts->count);
  for (uint32_t i = 0; i < gifts->count; i++)
    write_gift(&gifts->at[i], i, out);
  if (is_whole)
    strbuf_add(out, "  return (long long)bits;\n}\n");
  else
    strbuf_format(out,
                  "  %s result;\n  memcpy(&result, &bits, sizeof result);\n"
                  "  (void)sizeof(%s);\n  return result;\n}\n",
                  strbuf_text(&type), is_float ? "float" : "double");
  strbuf_release(&type);
}

static void write_conventions(struct strbuf *out) {
  strbuf_add(out,
             "\n// The argument, of those that point to the stack, of that "
             "number.\n"
             "__attribute__((unused)) static long to_stack(const long *a, "
             "unsigned number) {\n"
             "  long here = (long)&a;\n"
             "  for (unsigned i = 1; i <= 6; i++)\n"
             "    if (a[i] > here && a[i] - here < 1L << 23 && !number--)\n"
             "      return a[i];\n"
             "  _exit(80);\n}\n");
  static const char *const errors[] = {"reach_error", "__VERIFIER_error"};
  for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
    strbuf_format(out,
                  "\n__attribute__((weak)) void %s(void) {\n"
                  "  fflush(stdout);\n"
                  "  fputs(\"replay: %s is called\\n\", stderr);\n"
                  "  _exit(%d);\n}\n",
                  errors[i], errors[i], HARNESS_REACHED);
  strbuf_format(out,
                "\n__attribute__((weak)) void __VERIFIER_assume(int holds) {\n"
                "  if (holds)\n    return;\n"
                "  fputs(\"replay: an assumption is false\\n\", stderr);\n"
                "  _exit(%d);\n}\n",
                HARNESS_BLOCKED);
  strbuf_add(out,
             "\n__attribute__((weak)) void __VERIFIER_atomic_begin(void) {}\n"
             "__attribute__((weak)) void __VERIFIER_atomic_end(void) {}\n");
}

// Where the execution had allocations fail or their bytes matter, or where what
// is left in the end does, they are counted.
static void write_allocations(struct making *making, struct strbuf *out) {
  bool counts_left = !strcmp(making->property, "valid-memcleanup");
  making->harness->wraps = making->needs_table || counts_left;
  if (counts_left)
    strbuf_add(out, "#define REPLAY_LEAVES\n");
  if (!making->harness->wraps)
    return;
  strbuf_format(out,
                "\nstatic const struct {\n  int succeeds;\n  unsigned size;\n"
                "  const char *bytes;\n} allocations[] = {\n%s%s"
                "    {1, 0, \"\"}};\n",
                strbuf_text(&making->allocations),
                making->allocated ? ",\n" : "");
  strbuf_add(out, vouch_memory);
}

static void write_turns(struct making *making, struct strbuf *out) {
  making->harness->has_turns = making->turns.length;
  if (!making->turns.length)
    return;
  strbuf_format(out,
                "\nstatic const struct {\n  unsigned thread, events;\n} "
                "turns[] = {\n%s    {0, 0}};\n",
                strbuf_text(&making->turns));
  strbuf_add(out, vouch_turns);
}

void harness_stub(const struct harness *harness, const char *name,
                  struct strbuf *out) {
  struct strbuf type = {0};
  if (alone_replaces(&harness->alone, name)) { // but by its address
    strbuf_format(out, "\n__asm__(\".weak %s\\n.set %s, replay_of_%s\\n\");\n",
                  name, name, name);
    return;
  }
  if (alone_define(&harness->alone, name, out))
    return;
  write_type(name, &type);
  strbuf_format(out,
                "\n%s replay_give_%s(void) __asm__(\"%s\") "
                "__attribute__((weak));\n%s replay_give_%s(void) { ",
                strbuf_text(&type), name, name, strbuf_text(&type), name);
  strbuf_format(out,
                harness->rests_at_zero ? "%sreturn 0; }\n" : "_exit(80); }\n",
                harness->has_turns ? "turn(); " : "");
  strbuf_release(&type);
}

static void write_source(struct making *making,
                         const struct execution *execution) {
  struct strbuf *out = &making->harness->source;
  strbuf_add(out,
             "// Written by vouch: makes the program take the path of a "
             "counterexample.\n"
             "// See the Makefile; the files of the program are as they "
             "were checked.\n"
             "#define _GNU_SOURCE\n#include <stdio.h>\n#include <string.h>\n"
             "#include <stdlib.h>\n#include <unistd.h>\n");
  strbuf_format(out,
                "enum {\n  REPLAY_STUCK = %d,\n  REPLAY_REACHED = %d,\n"
                "  REPLAY_SANITIZED = %d,\n  REPLAY_ASTRAY = %d\n};\n",
                HARNESS_STUCK, HARNESS_REACHED, HARNESS_SANITIZED,
                HARNESS_ASTRAY);
  write_conventions(out);
  write_turns(making, out);
  write_allocations(making, out);
  strbuf_format(out, "#define REPLAY_MALLOC %smalloc\n",
                making->harness->wraps ? "__real_" : "");
  if (making->harness->is_alone)
    alone_write(&making->harness->alone, execution, out);
  for (uint32_t i = 0; i < making->givers.count; i++)
    write_giver(&making->givers.at[i], making->harness, out);
}

static void free_givers(struct giver_vec *givers) {
  for (uint32_t i = 0; i < givers->count; i++) {
    struct gift_vec *gifts = &givers->at[i].gifts;
    for (uint32_t k = 0; k < gifts->count; k++) {
      free(gifts->at[k].value);
      strbuf_release(&gifts->at[k].writes);
      strbuf_release(&gifts->at[k].objects);
    }
    gift_vec_release(gifts);
    free(givers->at[i].name);
  }
  giver_vec_release(givers);
}

void harness_make(const struct result *result,
                  const struct execution *execution, const char *property,
                  struct harness *harness) {
  *harness = (struct harness){0};
  struct making making = {
      .harness = harness, .result = result, .property = property};
  read_oracles(&making, &execution->lanes);
  harness->is_alone = alone_is_needed(&harness->alone) && !making.turns.length;
  if (harness->alone.refused && harness->is_alone)
    refuse(&making, harness->alone.refused);
  if (making.has_state && !harness->is_alone)
    refuse(&making, "the state in which a function starts");
  if (making.gives_pointers && !harness->is_alone)
    refuse(&making, "pointers to objects of the environment");
  if (making.has_schedule && !making.turns.length)
    refuse(&making, "schedules of threads");
  write_source(&making, execution);
  free_givers(&making.givers);
  strbuf_release(&making.allocations);
  strbuf_release(&making.turns);
}

void harness_release(struct harness *harness) {
  strbuf_release(&harness->source);
  strbuf_release(&harness->input);
  strbuf_release(&harness->unforced);
  strbuf_release(&harness->lacking);
  name_vec_release(&harness->arguments);
  alone_release(&harness->alone);
}

// The debugger

void harness_debug(const struct result *result, const struct lane *lane,
                   struct strbuf *out) {
  struct gap_vec gaps = {0};
  uint32_t gap = 0, number = 0;
  struct bitset none = {0};
  fold_lane(lane, 0, &none, &gaps);
  strbuf_add(out, "set pagination off\nset confirm off\nset breakpoint pending "
                  "on\ntbreak main\nrun < input\n");
  for (uint32_t i = 0; i < lane->steps.count; i++) {
    const struct step *step = &lane->steps.at[i];
    number += step->kind == STEP_LINE;
    if (gap < gaps.count && i == gaps.at[gap].first) {
      number += gaps.at[gap].lines - 1;
      i = gaps.at[gap++].end - 1;
    } else if (step->kind == STEP_LINE && number > 1) {
      const char *file = name_text(result->names, step->position.file);
      const char *base = strrchr(file, '/');
      strbuf_format(out, "tbreak %s:%u\ncontinue\necho step %u\\n\n",
                    base ? base + 1 : file, step->position.line, number);
    }
  }
  strbuf_add(out, "continue\n");
  gap_vec_release(&gaps);
}
