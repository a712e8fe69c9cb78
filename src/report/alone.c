#include "report/alone.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

__asm__(".section .rodata\n"
        ".global vouch_deeds\n"
        "vouch_deeds:\n"
        ".incbin \"src/report/deeds.runtime\"\n"
        ".byte 0\n"
        ".previous\n");
extern const char vouch_deeds[];

static void free_names(struct alone_name_vec *names) {
  for (uint32_t i = 0; i < names->count; i++)
    free(names->at[i]);
  alone_name_vec_release(names);
}

static void release_lane(struct alone_lane *lane) {
  for (uint32_t i = 0; i < lane->parameters.count; i++)
    free(lane->parameters.at[i].value);
  alone_parameter_vec_release(&lane->parameters);
  free_names(&lane->objects);
  free(lane->entry);
  strbuf_release(&lane->setup);
  strbuf_release(&lane->pointers);
  strbuf_release(&lane->rows);
  strbuf_release(&lane->cases);
  strbuf_release(&lane->actions);
  strbuf_release(&lane->pending);
}

void alone_release(struct alone *alone) {
  for (uint32_t i = 0; i < alone->lanes.count; i++)
    release_lane(&alone->lanes.at[i]);
  alone_lane_vec_release(&alone->lanes);
  free_names(&alone->symbols);
  free_names(&alone->replaced);
  free_names(&alone->events);
  for (uint32_t i = 0; i < alone->externs.count; i++)
    free(alone->externs.at[i].name);
  alone_extern_vec_release(&alone->externs);
  free(alone->refused);
}

void alone_begin(struct alone *alone, const struct result *result) {
  alone->result = result;
  alone->current = alone->lanes.count;
  alone_lane_vec_push(&alone->lanes, (struct alone_lane){0});
}

static void refuse(struct alone *alone, const char *what) {
  if (!alone->refused)
    alone->refused = strdup(what);
}

// Its number among the names, to which it is added.
static uint32_t number_of(struct alone_name_vec *names, const char *name) {
  for (uint32_t i = 0; i < names->count; i++)
    if (!strcmp(names->at[i], name))
      return i;
  alone_name_vec_push(names, strdup(name));
  return names->count - 1;
}

static bool is_in(const struct alone_name_vec *names, const char *name) {
  for (uint32_t i = 0; i < names->count; i++)
    if (!strcmp(names->at[i], name))
      return true;
  return false;
}

bool alone_has_object(const struct alone *alone, const char *name) {
  return is_in(&alone->lanes.at[alone->current].objects, name);
}

bool alone_replaces(const struct alone *alone, const char *function) {
  return is_in(&alone->replaced, function);
}

static struct alone_lane *lane_of(struct alone *alone) {
  return &alone->lanes.at[alone->current];
}

// Values

// "NAME": an object of the entry state, or a symbol of the program.
static void add_base(struct alone *alone, const char *name,
                     struct strbuf *out) {
  struct alone_lane *lane = lane_of(alone);
  if (is_in(&lane->objects, name))
    strbuf_format(out, "replay_object%u_%u", alone->current,
                  number_of(&lane->objects, name));
  else
    strbuf_format(out, "replay_symbol%u", number_of(&alone->symbols, name));
}

// "&x+4", "$1+8-0", "*c0:16+0", "17": see run/deeds.h.
void alone_add_value(struct alone *alone, const char *value,
                     struct strbuf *out) {
  char *text = strdup(value), *plus = strrchr(text, '+');
  if (plus)
    *plus++ = '\0';
  if (*text == '&') {
    strbuf_add(out, "(long)(");
    add_base(alone, text + 1, out);
    strbuf_format(out, " + %s)", plus ? plus : "0");
  } else if (*text == '$') {
    uint32_t argument = (uint32_t)strtoul(text + 1, NULL, 10);
    strbuf_format(out, "(a[%u] + %s)",
                  argument < 7 ? alone->words[argument] : 0, plus ? plus : "0");
  } else if (*text == '*' && strchr(text, ':')) {
    strbuf_format(out, "(long)(replay_new(0x%.*sUL, %s) + %s)",
                  (int)(strchr(text, ':') - text - 1), text + 1,
                  strchr(text, ':') + 1, plus ? plus : "0");
  } else if (!strcmp(text, "null") || !strcmp(text, "?")) {
    strbuf_add(out, "0");
  } else {
    strbuf_format(out, "(long long)%s%s", text, *text == '-' ? "LL" : "ULL");
  }
  free(text);
}

static void add_literal(const char *digits, struct strbuf *out) {
  strbuf_char(out, '"');
  for (; digits[0] && digits[1]; digits += 2)
    strbuf_format(out, "\\x%.2s", digits);
  strbuf_char(out, '"');
}

static bool is_value(const char *text) {
  return *text == '&' || *text == '$' || *text == '*';
}

// A statement that writes bytes, or a pointer, to a place.
static void add_write(struct alone *alone, const char *where, const char *what,
                      struct strbuf *out) {
  if (is_value(what)) {
    strbuf_add(out, "  { long value = ");
    alone_add_value(alone, what, out);
    strbuf_add(out, "; memcpy((char *)");
    alone_add_value(alone, where, out);
    strbuf_add(out, ", &value, sizeof value); }\n");
    return;
  }
  strbuf_add(out, "  memcpy((char *)");
  alone_add_value(alone, where, out);
  strbuf_add(out, ", ");
  add_literal(what, out);
  strbuf_format(out, ", %zu);\n", strlen(what) / 2);
}

// The entry state

void alone_read_object(struct alone *alone, const char *name, const char *size,
                       const char *bytes) {
  struct alone_lane *lane = lane_of(alone);
  if (strchr(name, '@')) {
    unsigned long long count = strtoull(size, NULL, 0);
    number_of(&lane->objects, name);
    strbuf_add(&lane->setup, "  ");
    add_base(alone, name, &lane->setup);
    strbuf_format(&lane->setup, " = replay_allocate(%lluUL);\n", count);
  }
  if (!*bytes)
    return;
  strbuf_add(&lane->setup, "  memcpy(");
  add_base(alone, name, &lane->setup);
  strbuf_add(&lane->setup, ", ");
  add_literal(bytes, &lane->setup);
  strbuf_format(&lane->setup, ", %zu);\n", strlen(bytes) / 2);
}

void alone_read_pointer(struct alone *alone, const char *name,
                        const char *offset, const char *value) {
  if (*value != '&')
    return; // null, as it is
  struct strbuf where = {0};
  strbuf_format(&where, "&%s+%s", name, offset);
  add_write(alone, strbuf_text(&where), value, &lane_of(alone)->pointers);
  strbuf_release(&where);
}

// Deeds

static char *next_word(char **rest) {
  char *word = *rest + strspn(*rest, " ");
  char *end = word + strcspn(word, " ");
  *rest = *end ? end + 1 : end;
  *end = '\0';
  return word;
}

static bool is_identifier(const char *text) {
  return text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXY"
                           "Z0123456789_")] == '\0';
}

static void add_row(struct alone_lane *lane, const char *kind, const char *name,
                    const char *flags) {
  strbuf_format(&lane->rows, "    {%s, \"%s\", %s},\n", kind, name, flags);
  lane->row_count++;
}

static unsigned long width_of(const char *value) {
  const char *colon = strrchr(value, ':');
  return colon ? strtoul(colon + 1, NULL, 10) : 0;
}

// Where an argument is known it has to be the same.
static void add_comparison(struct alone *alone, char *value, uint32_t number,
                           struct strbuf *out) {
  char *colon = strrchr(value, ':');
  if (*value == '?' || *value == '*' || *value == '$' || !colon)
    return;
  unsigned long width = width_of(value);
  *colon = '\0';
  strbuf_format(out, "    replay_compare(a[%u], ", alone->words[number]);
  alone_add_value(alone, value, out);
  strbuf_format(out, ", %lu, %u);\n", width, number);
}

// The first six words come to the harness; what is wider than a word is not
// compared.
static void read_arguments(struct alone *alone, char *rest,
                           struct strbuf *out) {
  unsigned bits = alone->result->subject.bits == 32 ? 32 : 64;
  uint32_t number = 1, word = 1;
  memset(alone->words, 0, sizeof alone->words);
  for (char *value = next_word(&rest); *value && word <= 6 && number <= 6;
       value = next_word(&rest), number++) {
    bool is_wide = width_of(value) > bits;
    alone->words[number] = word;
    if (!is_wide)
      add_comparison(alone, value, number, out);
    word += is_wide ? 2 : 1;
  }
}

static void read_begin(struct alone *alone, char *rest) {
  struct alone_lane *lane = lane_of(alone);
  const char *name = next_word(&rest);
  bool is_replaced = *next_word(&rest) == 'r';
  if (!is_identifier(name)) {
    refuse(alone, "functions of the same name");
    return;
  }
  number_of(is_replaced ? &alone->replaced : &alone->events, name);
  strbuf_format(&lane->cases, "  case %u:\n", lane->row_count);
  read_arguments(alone, rest, &lane->cases);
  strbuf_add(&lane->cases, "    return 0;\n");
  add_row(lane, "DEED_BEGIN", name, is_replaced ? "0, 1" : "0, 0");
  strbuf_clear(&lane->pending);
  lane->has_begun = true;
}

static void read_end(struct alone *alone, char *rest) {
  struct alone_lane *lane = lane_of(alone);
  const char *name = next_word(&rest), *value = next_word(&rest);
  char class = *next_word(&rest);
  if (class == 's' && alone_replaces(alone, name))
    refuse(alone, "structures that are returned");
  strbuf_format(&lane->cases, "  case %u:\n%s    return ", lane->row_count,
                strbuf_text(&lane->pending));
  alone_add_value(alone, value, &lane->cases);
  strbuf_add(&lane->cases, ";\n");
  strbuf_clear(&lane->pending);
  add_row(lane, "DEED_END", name, "0, 0");
}

static void read_action(struct alone *alone, char *rest) {
  struct alone_lane *lane = lane_of(alone);
  const char *object = next_word(&rest);
  strbuf_format(&lane->actions, "%s %s\n", object, rest);
  struct strbuf flags = {0};
  strbuf_format(&flags, "0x%s != REPLAY_OBJECT%u && 0x%s, 0", object,
                alone->current, object);
  add_row(lane, "DEED_ACTION", rest, strbuf_text(&flags));
  strbuf_release(&flags);
}

static void read_return(struct alone *alone, char *rest) {
  struct alone_lane *lane = lane_of(alone);
  char *value = next_word(&rest), *colon = strchr(value, ':');
  if (colon)
    *colon = '\0';
  strbuf_format(&lane->cases,
                "  case %u:\n    replay_compare(a[0], (long)%sULL, %s, 0);\n"
                "    return 0;\n",
                lane->row_count, value, colon ? colon + 1 : "0");
  add_row(lane, "DEED_RETURN", lane->entry, "0, 0");
}

static void read_parameter(struct alone *alone, char *rest) {
  const char *class = next_word(&rest);
  if (*class == 's')
    refuse(alone, "structures that are passed by value");
  alone_parameter_vec_push(
      &lane_of(alone)->parameters,
      (struct alone_parameter){*class, strdup(next_word(&rest))});
}

static void read_extern(struct alone *alone, char *rest) {
  char *name = strdup(next_word(&rest));
  alone_extern_vec_push(
      &alone->externs,
      (struct alone_extern){name, strtoull(next_word(&rest), NULL, 10)});
}

bool alone_define(const struct alone *alone, const char *name,
                  struct strbuf *out) {
  enum { USUAL = 4096 };
  for (uint32_t i = 0; i < alone->externs.count; i++)
    if (!strcmp(alone->externs.at[i].name, name)) {
      unsigned long long size = alone->externs.at[i].size;
      strbuf_format(out,
                    "\nchar replay_extern_%s[%llu] __asm__(\"%s\") "
                    "__attribute__((aligned(16)));\n",
                    name, size ? size : USUAL, name);
      return true;
    }
  return false;
}

void alone_read_deed(struct alone *alone, char *line) {
  struct alone_lane *lane = lane_of(alone);
  char *rest = line;
  const char *word = next_word(&rest);
  if (!strcmp(word, "entry")) {
    lane->entry = strdup(next_word(&rest));
    lane->class = *next_word(&rest);
  } else if (!strcmp(word, "parameter")) {
    read_parameter(alone, rest);
  } else if (!strcmp(word, "extern")) {
    read_extern(alone, rest);
  } else if (!strcmp(word, "write")) {
    const char *where = next_word(&rest);
    add_write(alone, where, next_word(&rest),
              lane->has_begun ? &lane->pending : &lane->pointers);
  } else if (!strcmp(word, "begin")) {
    read_begin(alone, rest);
  } else if (!strcmp(word, "end")) {
    read_end(alone, rest);
  } else if (!strcmp(word, "action")) {
    read_action(alone, rest);
  } else if (!strcmp(word, "return")) {
    read_return(alone, rest);
  }
}

bool alone_is_needed(const struct alone *alone) {
  bool is_needed = alone->lanes.count > 1;
  for (uint32_t i = 0; i < alone->lanes.count; i++) {
    const struct alone_lane *lane = &alone->lanes.at[i];
    is_needed |= lane->entry &&
                 (lane->actions.length || alone->replaced.count ||
                  lane->objects.count || lane->setup.length ||
                  lane->pointers.length || strcmp(lane->entry, "main") != 0);
  }
  return is_needed;
}

// Writing C

// The number of the object that the last action is about.
static unsigned long long last_object(const struct alone_lane *lane) {
  const char *at = strbuf_text(&lane->actions), *last = at;
  for (; *at; at += strcspn(at, "\n") + 1)
    last = at;
  return strtoull(last, NULL, 16);
}

static const char *type_of(char class) {
  return class == 'f'   ? "float"
         : class == 'd' ? "double"
         : class == 'l' ? "long long"
                        : "long";
}

static void write_automaton(const struct alone *alone, struct strbuf *out) {
  const struct spec_graph *graph = &alone->result->specification;
  const struct interner *names = alone->result->names;
  strbuf_format(out,
                "\n// The automaton of the specification.\n"
                "enum { REPLAY_STATES = %u, REPLAY_INITIAL = %u };\n"
                "static const char *const replay_states[] = {",
                graph->states.count, graph->initial);
  for (uint32_t i = 0; i < graph->states.count; i++)
    strbuf_format(out, "\"%s\", ", name_text(names, graph->states.at[i]));
  strbuf_add(out, "0};\nstatic const char *const replay_alphabet[] = {");
  for (uint32_t i = 0; i < graph->alphabet.count; i++)
    strbuf_format(out, "\"%s\", ", name_text(names, graph->alphabet.at[i]));
  strbuf_add(out, "0};\nstatic const struct {\n  int from, to;\n  const char "
                  "*action;\n} replay_steps[] = {\n");
  for (uint32_t i = 0; i < graph->edges.count; i++)
    strbuf_format(out, "    {%u, %u, \"%s\"},\n", graph->edges.at[i].from,
                  graph->edges.at[i].to,
                  name_is_none(graph->edges.at[i].action)
                      ? ""
                      : name_text(names, graph->edges.at[i].action));
  strbuf_add(out, "    {0, 0, 0}};\n");
}

static void write_parameters(struct alone *alone, uint32_t number,
                             struct strbuf *out) {
  const struct alone_lane *lane = &alone->lanes.at[number];
  for (uint32_t i = 0; i < lane->parameters.count; i++) {
    char class = lane->parameters.at[i].class;
    strbuf_add(out, i ? ", " : "");
    strbuf_add(out, class == 'f'   ? "replay_float("
                    : class == 'd' ? "replay_double("
                                   : "(");
    alone_add_value(alone, lane->parameters.at[i].value, out);
    strbuf_char(out, ')');
  }
}

static void write_types(const struct alone_lane *lane, struct strbuf *out) {
  strbuf_char(out, '(');
  for (uint32_t i = 0; i < lane->parameters.count; i++)
    strbuf_format(out, "%s%s", i ? ", " : "",
                  type_of(lane->parameters.at[i].class));
  strbuf_add(out, lane->parameters.count ? ")" : "void)");
}

static void write_lane(struct alone *alone, uint32_t number,
                       struct strbuf *out) {
  const struct alone_lane *lane = &alone->lanes.at[number];
  alone->current = number;
  if (!lane->entry)
    return;
  bool is_main = !strcmp(lane->entry, "main");
  strbuf_format(out, "\n#define REPLAY_OBJECT%u 0x%llx\n", number,
                last_object(lane));
  for (uint32_t i = 0; i < lane->objects.count; i++)
    strbuf_format(out, "static char *replay_object%u_%u; // %s\n", number, i,
                  lane->objects.at[i]);
  strbuf_format(out,
                "static const struct deed replay_deeds%u[] = {\n%s"
                "    {DEED_NONE, \"\", 0, 0}};\n",
                number, strbuf_text(&lane->rows));
  strbuf_format(out,
                "static long long replay_do%u(unsigned at, long *a) {\n"
                "  (void)a;\n  switch (at) {\n%s  }\n  return 0;\n}\n",
                number, strbuf_text(&lane->cases));
  strbuf_format(out,
                "static void replay_set%u(void) {\n  long a[7] = {0};\n"
                "  (void)a;\n%s%s}\n",
                number, strbuf_text(&lane->setup),
                strbuf_text(&lane->pointers));
  strbuf_format(out, "extern %s replay_entry%u",
                lane->class == 'v' ? "void" : type_of(lane->class), number);
  if (is_main)
    strbuf_add(out, "()");
  else
    write_types(lane, out);
  strbuf_format(out,
                " __asm__(\"%s\");\n"
                "static void replay_run%u(int count, char **arguments) {\n"
                "  long a[7] = {0};\n  (void)a, (void)count, "
                "(void)arguments;\n  ",
                is_main ? "replay_program_main" : lane->entry, number);
  if (lane->class == 'i')
    strbuf_add(out, "a[0] = (long)");
  strbuf_format(out, "replay_entry%u(", number);
  if (is_main)
    strbuf_add(out, "count, arguments");
  else
    write_parameters(alone, number, out);
  strbuf_add(out, ");\n  replay_leave(a);\n}\n");
}

static void write_replaced(const char *name, struct strbuf *out) {
  strbuf_format(
      out,
      "\nlong long replay_of_%s(long a1, long a2, long a3, long a4, long "
      "a5, long a6) {\n"
      "  long a[] = {0, a1, a2, a3, a4, a5, a6};\n"
      "  return replay_meet(\"%s\", a);\n}\n",
      name, name);
}

// The call goes on with the registers that it came with.
static void write_event(const char *name, struct strbuf *out) {
  strbuf_format(out,
                "\n#ifdef __x86_64__\n__asm__(\".text\\n.globl "
                "replay_of_%s\\nreplay_of_%s:\\n\"\n"
                "        \"  movq %s@GOTPCREL(%%rip), %%r11\\n\"\n"
                "        \"  leaq 1f(%%rip), %%r10\\n\"\n"
                "        \"  jmp replay_event\\n\"\n"
                "        \"1: .asciz \\\"%s\\\"\\n\");\n",
                name, name, name, name);
  strbuf_format(out,
                "#else\n__asm__(\".text\\n.globl replay_of_%s\\nreplay_of_%s:"
                "\\n\"\n        \"  pushl $1f\\n  pushl $%s\\n\"\n"
                "        \"  jmp replay_event\\n\"\n"
                "        \"1: .asciz \\\"%s\\\"\\n\");\n#endif\n",
                name, name, name, name);
}

static void write_schedule(const struct execution *execution,
                           const struct interner *names, struct strbuf *out) {
  strbuf_add(out, "\nstatic const struct {\n  const char *action;\n  unsigned "
                  "long lanes;\n} replay_schedule[] = {\n");
  for (uint32_t i = 0; i < execution->schedule.count; i++) {
    unsigned long lanes = 0;
    BITSET_EACH (lane, &execution->schedule.at[i].lanes)
      lanes |= 1UL << lane;
    strbuf_format(out, "    {\"%s\", 0x%lx},\n",
                  name_text(names, execution->schedule.at[i].action), lanes);
  }
  strbuf_format(out,
                "    {\"\", 0}};\nenum { REPLAY_JOINT = %u, "
                "REPLAY_IS_DEADLOCK = %d };\n",
                execution->schedule.count,
                execution->ending == ENDING_DEADLOCK);
}

static void write_table(const struct alone *alone, struct strbuf *out) {
  strbuf_add(out, "\nstatic const struct replay_lane replay_lanes[] = {\n");
  for (uint32_t i = 0; i < alone->lanes.count; i++)
    if (alone->lanes.at[i].entry)
      strbuf_format(out,
                    "    {replay_deeds%u, replay_do%u, replay_set%u, "
                    "replay_run%u},\n",
                    i, i, i, i);
    else
      strbuf_add(out, "    {0, 0, 0, 0},\n");
  strbuf_format(out, "};\nenum { REPLAY_LANES = %u };\n", alone->lanes.count);
}

void alone_write(const struct alone *constant,
                 const struct execution *execution, struct strbuf *out) {
  struct alone *alone = (struct alone *)constant; // symbols are numbered
  struct strbuf lanes = {0};
  for (uint32_t i = 0; i < alone->lanes.count; i++)
    write_lane(alone, i, &lanes);
  write_automaton(alone, out);
  write_schedule(execution, alone->result->names, out);
  const char *split = strstr(vouch_deeds, "// ---- Behind the tables");
  strbuf_bytes(out, vouch_deeds, (size_t)(split - vouch_deeds));
  for (uint32_t i = 0; i < alone->symbols.count; i++)
    strbuf_format(out, "extern char replay_symbol%u[] __asm__(\"%s\");\n", i,
                  alone->symbols.at[i]);
  strbuf_add(out, strbuf_text(&lanes));
  write_table(alone, out);
  strbuf_add(out, split);
  for (uint32_t i = 0; i < alone->replaced.count; i++)
    write_replaced(alone->replaced.at[i], out);
  for (uint32_t i = 0; i < alone->events.count; i++)
    if (!alone_replaces(alone, alone->events.at[i]))
      write_event(alone->events.at[i], out);
  strbuf_release(&lanes);
}
