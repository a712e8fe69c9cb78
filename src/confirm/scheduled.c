#include "confirm/scheduled.h"

#include <string.h>

#include "confirm/replay.h"
#include "run/schedule.h"

// The turns of a run of the product.
struct turns {
  const struct procedure *product;
  uint32_t at;            // the location that it has come to
  struct u32_vec numbers; // by thread of the product: of the run, where
  uint32_t started;       // threads are counted as they start
  struct schedule_run_vec runs;
};

static const struct procedure_source *source_of(const struct turns *turns,
                                                const struct edge *edge) {
  return &turns->product->sources.at[edge->origin];
}

static void start(struct turns *turns, uint32_t thread) {
  if (turns->numbers.count <= thread)
    u32_vec_resize(&turns->numbers, thread + 1);
  turns->numbers.at[thread] = ++turns->started;
}

static void arrive(void *context, struct procedure_id procedure,
                   struct location_id location) {
  struct turns *turns = context;
  const struct procedure *product = turns->product;
  if (procedure.id != product->self.id)
    return;
  const struct location *from =
      turns->at ? &product->locations.at[turns->at] : NULL;
  for (uint32_t i = 0; from && i < from->out_count; i++) {
    const struct edge *edge = &product->edges.at[from->first_out + i];
    const struct procedure_source *source = source_of(turns, edge);
    if (edge->to.id != location.id)
      continue;
    if (source->spawns)
      start(turns, source->spawns);
    if (source->is_event)
      schedule_add(&turns->runs, turns->numbers.at[source->thread]);
    break;
  }
  turns->at = location.id;
}

// Whose turn it is where the run ended.
static void end_turns(struct turns *turns) {
  const struct location *last = &turns->product->locations.at[turns->at];
  for (uint32_t i = 0; turns->at && i < last->out_count; i++) {
    uint32_t thread =
        source_of(turns, &turns->product->edges.at[last->first_out + i])
            ->thread;
    if (thread) {
      schedule_add(&turns->runs, turns->numbers.at[thread]);
      return;
    }
  }
}

// Names of copies: what is behind the last `::` is the variable's own name.
static const char *plain_name(const char *name) {
  for (const char *next; (next = strstr(name, "::"));)
    name = next + 2;
  return name;
}

// "main::f#2::x", a frame object of the product, is f's x.
static void write_object(const char *line, struct strbuf *out) {
  static const char keyword[] = "object ";
  const char *name = line + sizeof keyword - 1;
  const char *first = strstr(name, "::");
  const char *second = first ? strstr(first + 2, "::") : NULL;
  if (!second) {
    strbuf_format(out, "%s\n", line);
    return;
  }
  const char *copy = memchr(first + 2, '#', (size_t)(second - first - 2));
  strbuf_add(out, keyword);
  strbuf_bytes(out, first + 2, (size_t)((copy ? copy : second) - first - 2));
  strbuf_format(out, "%s\n", second);
}

static bool begins(const char *line, const char *with) {
  return !strncmp(line, with, strlen(with));
}

static void write_line(const char *line, struct strbuf *out) {
  static const char uninitialised[] = "uninitialised ";
  if (begins(line, "value schedule ") || begins(line, "value woken "))
    return;
  if (begins(line, uninitialised))
    strbuf_format(out, "%s%s\n", uninitialised,
                  plain_name(line + sizeof uninitialised - 1));
  else if (begins(line, "object "))
    write_object(line, out);
  else
    strbuf_format(out, "%s\n", line);
}

// The oracle with the turns in the place of inputs of the product.
static void rewrite(const struct strbuf *oracle, const struct turns *turns,
                    struct strbuf *text) {
  struct strbuf line = {0};
  for (const char *at = strbuf_text(oracle); *at;) {
    size_t length = strcspn(at, "\n");
    strbuf_clear(&line);
    strbuf_bytes(&line, at, length);
    write_line(strbuf_text(&line), text);
    at += length + (at[length] == '\n');
  }
  for (uint32_t i = 0; i < turns->runs.count; i++)
    strbuf_format(text, "schedule %u %u\n", turns->runs.at[i].thread,
                  turns->runs.at[i].events);
  strbuf_release(&line);
}

bool scheduled_confirms(const struct component *component,
                        const struct component_options *options,
                        const struct check_target *target,
                        struct strbuf *oracle, struct execution *execution,
                        uint64_t *steps) {
  struct turns turns = {
      .product = program_procedure(component->program, options->entry)};
  struct follower follower = {.context = &turns, .arrive = arrive};
  start(&turns, 1); // main
  bool ok = replay_follows(component->program, options, target,
                           strbuf_text(oracle), &follower, steps);
  if (ok) {
    struct strbuf text = {0};
    end_turns(&turns);
    rewrite(oracle, &turns, &text);
    ok = replay_confirms_in(options->threaded, component, options, target,
                            &text, execution, steps);
    if (ok) {
      strbuf_clear(oracle);
      strbuf_add(oracle, strbuf_text(&text));
    }
    strbuf_release(&text);
  }
  schedule_run_vec_release(&turns.runs);
  u32_vec_release(&turns.numbers);
  return ok;
}
