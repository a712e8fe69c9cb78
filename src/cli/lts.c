// `vouch lts`: labelled transition systems from files.
//
//   lts info A             sizes and properties
//   lts convert A [B]      to another format, after --hide, --only, --rename
//   lts minimise A [B]     the smallest equivalent system
//   lts compose A B ...    parallel composition
//   lts deadlock A ...     a shortest way into a deadlock of the composition
//   lts compare A B        is A related to B? with evidence if not
#include <errno.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/exit_code.h"
#include "base/memory.h"
#include "cli/commands.h"
#include "cli/limits.h"
#include "cli/option_use.h"
#include "lts/compare.h"
#include "lts/file.h"
#include "lts/minimise.h"
#include "lts/transform.h"
#include "lts/view.h"

VEC_DEFINE(lts_vec, struct lts *);
VEC_DEFINE(pair_vec, struct action_pair);

struct desk {
  const struct options *options;
  struct interner *names;
  struct diag *diag;
  struct lts_reader reader;
  struct lts_vec systems; // what was read, after --hide and so on
  struct pair_vec renames;
};

static int usage(const char *message) {
  fprintf(stderr, "vouch: error: %s\n", message);
  fputs("hint: `vouch help lts` explains the command\n", stderr);
  return EXIT_USAGE;
}

// Limits

// Large arrays get pages of their own, which go back to the system when they
// are freed; glibc would otherwise keep ever larger ones.
static void return_memory_early(void) {
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
}

// Reading

// A misspelt action hides nothing: say so.
static void warn_unknown(const struct desk *desk, const char *name) {
  if (action_is_none(action_find(desk->reader.actions, name)))
    diag_file(desk->diag, SEVERITY_WARNING, NULL,
              "no transition has the action `%s`", name);
}

static void warn_all_unknown(const struct desk *desk,
                             const struct text_vec *names) {
  for (uint32_t i = 0; i < names->count; i++)
    warn_unknown(desk, names->at[i]);
}

static void find_actions(const struct desk *desk, const struct text_vec *names,
                         struct bitset *set) {
  for (uint32_t i = 0; i < names->count; i++)
    bitset_add(set, action_find(desk->reader.actions, names->at[i]).id);
}

static struct lts *hide(const struct desk *desk, struct lts *lts) {
  struct bitset set = {0};
  const struct options *options = desk->options;
  struct lts *result = lts;
  if (options->hide.count) {
    find_actions(desk, &options->hide, &set);
    result = lts_hide(lts, &set);
  } else if (options->keep.count) {
    find_actions(desk, &options->keep, &set);
    result = lts_project(lts, &set);
  }
  bitset_release(&set);
  if (result != lts)
    lts_free(lts);
  return result;
}

// NEW/OLD: the slash that counts is the last one. Null if there is none with
// text on both sides.
static const char *find_slash(const char *text) {
  const char *slash = strrchr(text, '/');
  return slash && slash > text && slash[1] ? slash : NULL;
}

static bool renames_are_valid(const struct options *options) {
  for (uint32_t i = 0; i < options->rename.count; i++)
    if (!find_slash(options->rename.at[i]))
      return false;
  return true;
}

static void read_renames(struct desk *desk) {
  const struct text_vec *rows = &desk->options->rename;
  struct action_table *actions = desk->reader.actions;
  for (uint32_t i = 0; i < rows->count; i++)
    warn_unknown(desk, find_slash(rows->at[i]) + 1);
  for (uint32_t i = 0; i < rows->count; i++) {
    const char *slash = find_slash(rows->at[i]);
    size_t length = (size_t)(slash - rows->at[i]);
    struct action to = action_intern_bytes(actions, rows->at[i], length);
    struct action from = action_intern(actions, slash + 1);
    pair_vec_push(&desk->renames, (struct action_pair){from, to});
  }
}

static struct lts *rename_actions(struct desk *desk, struct lts *lts) {
  if (!desk->renames.count)
    return lts;
  struct lts *renamed = lts_rename(lts, desk->renames.at, desk->renames.count);
  lts_free(lts);
  return renamed;
}

static struct lts *prepare(struct desk *desk, struct lts *lts) {
  return hide(desk, rename_actions(desk, lts));
}

static bool read_one(struct desk *desk, const char *path) {
  struct lts *lts = lts_read(&desk->reader, path);
  if (!lts)
    return false;
  lts_vec_push(&desk->systems, lts);
  return true;
}

// Reads operands 1 .. count and, unless `later`, applies --hide and so on.
static bool read_systems(struct desk *desk, uint32_t count, bool later) {
  for (uint32_t i = 1; i <= count; i++)
    if (!read_one(desk, desk->options->operands.at[i]))
      return false;
  read_renames(desk);
  warn_all_unknown(desk, &desk->options->hide);
  warn_all_unknown(desk, &desk->options->keep);
  for (uint32_t i = 0; !later && i < count; i++)
    desk->systems.at[i] = prepare(desk, desk->systems.at[i]);
  return true;
}

// Writing

static int write_to(const struct desk *desk, const struct lts *lts,
                    const char *path) {
  if (!path || !strcmp(path, "-")) {
    lts_write_aut(lts, stdout);
    return EXIT_TRUE;
  }
  enum lts_format format = lts_format_of(path);
  if (format == LTS_FORMAT_NONE) {
    diag_file(desk->diag, SEVERITY_ERROR, path,
              "not a known format: .aut or .dot is expected");
    return EXIT_USAGE;
  }
  FILE *out = fopen(path, "we");
  if (out && format == LTS_FORMAT_DOT)
    lts_write_dot(lts, out);
  else if (out)
    lts_write_aut(lts, out);
  bool ok = out && !ferror(out);
  if (out && fclose(out))
    ok = false;
  if (!ok)
    diag_file(desk->diag, SEVERITY_ERROR, path, "%s", strerror(errno));
  return ok ? EXIT_TRUE : EXIT_BAD_INPUT;
}

// The result goes to -o, or to a last operand.
static int write_result(const struct desk *desk, const struct lts *lts,
                        uint32_t operand) {
  const struct options *options = desk->options;
  const char *path = options->lts_output;
  if (options->operands.count > operand)
    path = options->operands.at[operand];
  return write_to(desk, lts, path);
}

static int give_up(const char *reason) {
  printf("RESULT: unknown (%s)\n", reason);
  return EXIT_UNKNOWN;
}

// Commands

static uint32_t count_divergent(const struct lts *lts) {
  uint32_t components, count = 0;
  uint32_t *map = lts_tau_components(lts, &components);
  bool *cyclic = lts_on_tau_cycle(lts, map, components);
  for (uint32_t s = 0; s < lts->state_count; s++)
    count += cyclic[s];
  free(map);
  free(cyclic);
  return count;
}

static void print_kinds(const struct lts *lts) {
  uint32_t counts[STATE_ERROR + 1] = {0}, deadlocks = 0;
  for (uint32_t s = 0; s < lts->state_count; s++) {
    counts[lts_kind(lts, s)]++;
    deadlocks +=
        lts_kind(lts, s) == STATE_PLAIN && lts->first[s] == lts->first[s + 1];
  }
  printf("deadlocks      %u\n", deadlocks);
  for (int kind = STATE_STOP; kind <= STATE_ERROR; kind++)
    if (counts[kind])
      printf("%-14s %u\n", state_kind_text((enum state_kind)kind),
             counts[kind]);
}

static uint32_t count_silent(const struct lts *lts) {
  uint32_t silent = 0;
  for (uint32_t i = 0; i < lts->step_count; i++)
    silent += action_is_tau(lts->steps[i].action);
  return silent;
}

static int command_info(struct desk *desk) {
  const struct lts *lts = desk->systems.at[0];
  struct lts *reachable = lts_reachable(lts, NULL);
  char buffer[16];
  printf("states         %u\n", lts->state_count);
  printf("reachable      %u\n", reachable->state_count);
  printf("transitions    %u\n", lts->step_count);
  printf("silent         %u\n", count_silent(lts));
  printf("actions        %u\n", bitset_count(&lts->alphabet));
  printf("initial        %s\n", lts_state_text(lts, lts->initial, buffer));
  printf("deterministic  %s\n", lts_is_deterministic(lts) ? "yes" : "no");
  printf("divergent      %u\n", count_divergent(lts));
  print_kinds(lts);
  lts_free(reachable);
  return EXIT_TRUE;
}

static int command_convert(struct desk *desk) {
  return write_result(desk, desk->systems.at[0], 2);
}

static bool equivalence_of(const struct options *options,
                           enum lts_equivalence *equivalence) {
  switch ((enum lts_relation)options->relation) {
  case RELATION_TRACE: *equivalence = LTS_TRACE; return true;
  case RELATION_WEAK_TRACE: *equivalence = LTS_WEAK_TRACE; return true;
  case RELATION_BISIM: *equivalence = LTS_STRONG; return true;
  case RELATION_WEAK_BISIM: *equivalence = LTS_WEAK; return true;
  case RELATION_BRANCHING_BISIM:
    *equivalence = options->divergence ? LTS_DIVERGENCE : LTS_BRANCHING;
    return true;
  case RELATION_SIM:
  case RELATION_WEAK_SIM: break;
  }
  return false;
}

static int command_minimise(struct desk *desk) {
  enum lts_equivalence equivalence;
  if (!equivalence_of(desk->options, &equivalence))
    return usage("minimise goes by a bisimulation, trace or weak-trace");
  struct lts *lts = lts_minimise(lts_vec_pop(&desk->systems), equivalence,
                                 (uint64_t)desk->options->lts_limit, NULL);
  if (!lts)
    return give_up("more states or weak steps than --limit");
  int code = write_result(desk, lts, 2);
  lts_free(lts);
  return code;
}

static int command_compose(struct desk *desk) {
  struct lts *lts =
      lts_compose((const struct lts *const *)desk->systems.at,
                  desk->systems.count, (uint64_t)desk->options->lts_limit);
  if (!lts)
    return give_up("more states than --limit");
  lts = prepare(desk, lts);
  int code = write_to(desk, lts, desk->options->lts_output);
  lts_free(lts);
  return code;
}

static void print_path(const struct lts_view *view,
                       const struct deadlock *deadlock) {
  struct strbuf text = {0};
  view->describe(view->data, view->initial(view->data), &text);
  for (uint32_t i = 0; i < deadlock->path.count; i++) {
    struct lts_step step = deadlock->path.at[i];
    strbuf_format(&text, " -%s-> ", action_text(view->actions, step.action));
    view->describe(view->data, step.target, &text);
  }
  printf("a shortest way into %s:\n  %s\n",
         view->kind(view->data, deadlock->state) == STATE_ERROR ? "ERROR"
                                                                : "a deadlock",
         strbuf_text(&text));
  strbuf_release(&text);
}

static int report_deadlock(const struct lts_view *view, uint64_t limit) {
  struct deadlock deadlock = lts_find_deadlock(view, limit);
  bool is_error = deadlock.answer == DEADLOCK_FOUND &&
                  view->kind(view->data, deadlock.state) == STATE_ERROR;
  int code = EXIT_TRUE;
  switch (deadlock.answer) {
  case DEADLOCK_FREE: puts("RESULT: true"); break;
  case DEADLOCK_UNKNOWN: code = give_up("more states than --limit"); break;
  case DEADLOCK_FOUND:
    print_path(view, &deadlock);
    puts(is_error ? "RESULT: false(ERROR)" : "RESULT: false(deadlock)");
    code = EXIT_FALSE;
    break;
  }
  deadlock_release(&deadlock);
  return code;
}

static int command_deadlock(struct desk *desk) {
  uint32_t count = desk->systems.count;
  struct lts_view *views = memory_new(count * sizeof *views);
  for (uint32_t i = 0; i < count; i++)
    views[i] = lts_view_of(desk->systems.at[i]);
  struct lts_product *product = lts_product_new(views, count);
  struct lts_view whole = lts_product_view(product);
  int code = report_deadlock(count == 1 ? &views[0] : &whole,
                             (uint64_t)desk->options->lts_limit);
  lts_product_free(product);
  free(views);
  return code;
}

static int report_comparison(const struct comparison *comparison,
                             enum lts_relation relation) {
  switch (comparison->answer) {
  case COMPARE_HOLDS: puts("RESULT: true"); return EXIT_TRUE;
  case COMPARE_FAILS:
    printf("RESULT: false(%s)\n", relation_text(relation));
    return EXIT_FALSE;
  case COMPARE_UNKNOWN: break;
  }
  return give_up(comparison->reason);
}

static int command_compare(struct desk *desk) {
  const struct options *options = desk->options;
  struct compare_options how = {.relation =
                                    (enum lts_relation)options->relation,
                                .both = options->both,
                                .divergence = options->divergence,
                                .limit = (uint64_t)options->lts_limit};
  const struct lts *a = desk->systems.at[0], *b = desk->systems.at[1];
  struct comparison comparison = lts_compare(a, b, how);
  struct strbuf text = {0};
  comparison_print(&comparison, a, b, how, &text);
  fputs(strbuf_text(&text), stdout);
  strbuf_release(&text);
  int code = report_comparison(&comparison, how.relation);
  comparison_release(&comparison);
  return code;
}

// Dispatch

struct task {
  const char *name;
  uint32_t least, most; // operands after the name
  uint32_t inputs;      // of them; 0 = all
  bool hides_later;     // --hide and so on apply to the result
  int (*run)(struct desk *desk);
};

static const struct task tasks[] = {
    {"info", 1, 1, 1, false, command_info},
    {"convert", 1, 2, 1, false, command_convert},
    {"minimise", 1, 2, 1, false, command_minimise},
    {"compose", 1, UINT32_MAX, 0, true, command_compose},
    {"deadlock", 1, UINT32_MAX, 0, false, command_deadlock},
    {"compare", 2, 2, 2, false, command_compare},
};

static const struct task *find_task(const char *name) {
  for (uint32_t i = 0; i < sizeof tasks / sizeof *tasks; i++)
    if (!strcmp(tasks[i].name, name))
      return &tasks[i];
  return NULL;
}

static int run_task(const struct options *options, const struct task *task) {
  struct desk desk = {.options = options, .names = interner_new()};
  desk.diag = diag_new(desk.names, stderr);
  desk.reader = (struct lts_reader){action_table_new(), desk.names, desk.diag};
  uint32_t inputs = task->inputs ? task->inputs : options->operands.count - 1;
  int code = EXIT_BAD_INPUT;
  if (read_systems(&desk, inputs, task->hides_later))
    code = task->run(&desk);
  for (uint32_t i = 0; i < desk.systems.count; i++)
    lts_free(desk.systems.at[i]);
  lts_vec_release(&desk.systems);
  pair_vec_release(&desk.renames);
  action_table_free(desk.reader.actions);
  diag_free(desk.diag);
  interner_free(desk.names);
  return code;
}

int command_lts(const struct options *options) {
  uint32_t count = options->operands.count;
  const struct task *task = count ? find_task(options->operands.at[0]) : NULL;
  if (!task)
    return usage("what to do? `lts info`, `convert`, `minimise`, `compose`, "
                 "`deadlock` or `compare`");
  if (count - 1 < task->least)
    return usage(task->least == 2 ? "two files are expected" : "no input file");
  if (count - 1 > task->most)
    return usage("too many files");
  if (!options_have_effect(options, "lts", task->name))
    return EXIT_USAGE;
  if (!renames_are_valid(options))
    return usage("--rename expects NEW/OLD");
  if (options->hide.count && options->keep.count)
    return usage("--hide contradicts --only");
  return_memory_early();
  limits_set(options);
  return run_task(options, task);
}
