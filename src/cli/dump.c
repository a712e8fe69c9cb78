// `vouch dump`: intermediate forms of a program.
//
//   dump cfa      the control-flow automata, as text or DOT
//   dump pointsto where pointers may point
//   dump regions  memory of the whole program as regions that do not alias
//   dump component  the program inlined into one procedure without pointers,
//                 and the regions that its memory was divided into
//   dump bp       the program as a Boolean program (dump_bp.h)
//   dump lts      the predicate LTS of a procedure (dump_lts.h)
//   dump summary  one line per translation unit: sizes, times, and what is not
//                 modelled; the units are not linked
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/exit_code.h"
#include "base/map.h"
#include "cli/commands.h"
#include "cli/dump_bp.h"
#include "cli/dump_lts.h"
#include "cli/limits.h"
#include "cli/option_use.h"
#include "cli/session.h"
#include "pointsto/partition.h"
#include "pointsto/points_to.h"
#include "program/print.h"

// Automata

static int print_one(struct session *session, struct strbuf *out) {
  struct procedure *procedure = session_function(session, false);
  if (!procedure)
    return EXIT_BAD_INPUT;
  if (session->options->dot)
    program_dot_procedure(session->program, procedure, out);
  else
    program_print_procedure(session->program, procedure, out);
  return EXIT_TRUE;
}

static void print_all(struct session *session, struct strbuf *out) {
  if (!session->options->dot) {
    program_print(session->program, out);
    return;
  }
  for (uint32_t i = 1; i < session->program->procedures.count; i++)
    if (session->program->procedures.at[i]->is_defined)
      program_dot_procedure(session->program,
                            session->program->procedures.at[i], out);
}

static int print_automata(struct session *session, struct strbuf *out) {
  if (session->options->function)
    return print_one(session, out);
  print_all(session, out);
  return EXIT_TRUE;
}

// Points-to

static int print_points_to(struct session *session, struct strbuf *out) {
  struct points_to *analysis = NULL;
  int code = session_points_to(session, &analysis);
  if (analysis && session->options->figures)
    points_to_print_figures(analysis, out);
  else if (analysis)
    points_to_print(analysis, out);
  if (analysis)
    points_to_free(analysis);
  return code;
}

// Regions

static int print_regions(struct session *session, struct strbuf *out) {
  struct points_to *analysis = NULL;
  int code = session_points_to(session, &analysis);
  if (!analysis)
    return code;
  struct partition partition;
  clock_t start = clock();
  partition_init(&partition, session->program, analysis);
  session->stats.regions_ms +=
      (uint64_t)(clock() - start) * 1000 / CLOCKS_PER_SEC;
  if (session->options->figures)
    partition_print_figures(&partition, out);
  else
    partition_print(&partition, out);
  partition_release(&partition);
  points_to_free(analysis);
  return code;
}

// Loads the files and prints what one of the above makes of them.
static int dump(const struct options *options, const char *const *files,
                uint32_t count,
                int (*print)(struct session *session, struct strbuf *out)) {
  struct session session;
  session_init(&session, options);
  int code = session_load(&session, files, count, NULL);
  struct strbuf out = {0};
  if (code == EXIT_TRUE)
    code = print(&session, &out);
  fwrite(strbuf_text(&out), 1, out.length, stdout);
  strbuf_release(&out);
  session_release(&session);
  return code;
}

// Summaries

HANDLE_MAP_DEFINE(count_map, struct name, uint32_t);

static void print_limitations(const struct program *program, bool is_havocked) {
  struct count_map counts = {0};
  for (uint32_t i = 0; i < program->limitations.count; i++) {
    const struct limitation *limitation = &program->limitations.at[i];
    if (limitation->is_havocked == is_havocked)
      ++*count_map_insert(&counts, limitation->what, NULL);
  }
  for (uint32_t i = 0; i < counts.count; i++)
    printf("  %s %u %s\n", is_havocked ? "havocked" : "unsupported",
           counts.entries[i].value,
           name_text(program->names, counts.entries[i].key));
  count_map_release(&counts);
}

static uint32_t functions_with_limitation(const struct program *program) {
  struct count_map seen = {0};
  for (uint32_t i = 0; i < program->limitations.count; i++)
    if (!program->limitations.at[i].is_havocked &&
        program->limitations.at[i].procedure.id)
      count_map_put(&seen,
                    (struct name){program->limitations.at[i].procedure.id}, 1);
  uint32_t count = seen.count;
  count_map_release(&seen);
  return count;
}

static int summarise(const struct options *options, const char *file) {
  struct session session;
  session_init(&session, options);
  int code = session_load(&session, &file, 1, NULL);
  if (code == EXIT_TRUE) {
    const struct stats *stats = &session.stats;
    printf(
        "%s: functions=%llu locations=%llu edges=%llu unsupported=%u "
        "clang_ms=%llu load_ms=%llu translate_ms=%llu validate_ms=%llu "
        "peak_kb=%llu\n",
        file, (unsigned long long)stats->procedures,
        (unsigned long long)stats->locations, (unsigned long long)stats->edges,
        functions_with_limitation(session.program),
        (unsigned long long)stats->clang_ms, (unsigned long long)stats->load_ms,
        (unsigned long long)stats->translate_ms,
        (unsigned long long)stats->validate_ms,
        (unsigned long long)stats_peak_kb());
    print_limitations(session.program, false);
    print_limitations(session.program, true);
  }
  fflush(stdout);
  session_release(&session);
  return code;
}

static int summarise_database(const struct options *options) {
  struct session session;
  session_init(&session, options);
  char **files = NULL;
  uint32_t count = 0;
  int code = frontend_database_files(&session.frontend, options->build_dir,
                                     &files, &count)
                 ? EXIT_TRUE
                 : EXIT_BAD_INPUT;
  session_release(&session);
  for (uint32_t i = 0; i < count; i++) {
    int unit = summarise(options, files[i]);
    code = code == EXIT_TRUE ? unit : code;
    free(files[i]);
  }
  free(files);
  return code;
}

static int dump_summary(const struct options *options, const char *const *files,
                        uint32_t count) {
  if (!count && options->build_dir)
    return summarise_database(options);
  int code = count ? EXIT_TRUE : EXIT_USAGE;
  for (uint32_t i = 0; i < count; i++) {
    int unit = summarise(options, files[i]);
    code = code == EXIT_TRUE ? unit : code;
  }
  if (!count)
    fputs("vouch: error: no input file\n", stderr);
  return code;
}

int command_dump(const struct options *options) {
  const char *const *words = options->operands.at;
  uint32_t count = options->operands.count;
  if (count && !options_have_effect(options, "dump", words[0]))
    return EXIT_USAGE;
  if (count && strcmp(words[0], "lts") != 0)
    limits_set(options);
  if (count && !strcmp(words[0], "cfa"))
    return dump(options, words + 1, count - 1, print_automata);
  if (count && !strcmp(words[0], "component"))
    return dump(options, words + 1, count - 1, session_component_text);
  if (count && !strcmp(words[0], "bp"))
    return dump(options, words + 1, count - 1, dump_bp);
  if (count && !strcmp(words[0], "summary"))
    return dump_summary(options, words + 1, count - 1);
  if (count && !strcmp(words[0], "lts"))
    return dump_lts(options, words + 1, count - 1);
  if (count && !strcmp(words[0], "pointsto"))
    return dump(options, words + 1, count - 1, print_points_to);
  if (count && !strcmp(words[0], "regions"))
    return dump(options, words + 1, count - 1, print_regions);
  fputs("vouch: error: what to dump? `dump cfa`, `dump pointsto`, `dump "
        "regions`, `dump component`, `dump bp`, `dump lts` or `dump summary`\n",
        stderr);
  return EXIT_USAGE;
}
