// A run of `vouch project`, as its parts see it: what there is to do (plan),
// who does it (work), and what came of it (collect).
//
// Work comes in packets: a unit and a question, for all of the unit's functions
// or for some. A packet is done by a process that loads the unit once and forks
// for each function; each answer is a file in a folder (project/record.h), from
// where it is taken to the store.
#ifndef VOUCH_CLI_PROJECT_H
#define VOUCH_CLI_PROJECT_H

#include <stdio.h>

#include "cli/project_question.h"
#include "cli/project_unit.h"
#include "project/keys.h"
#include "project/store.h"
#include "project/tally.h"

struct packet {
  uint32_t number; // that its files have
  uint32_t unit, question;
  struct strbuf functions; // a line each; empty: all
  struct strbuf former;    // a line each, `FUNCTION TEXT`: what its last proof
                           // tracked (cegar/former.h)
  struct strbuf list;      // of what was done, to be kept when it is all
  struct strbuf stale;     // functions whose answer is of no use: ask again
  uint32_t of, done;       // checks in it, as far as is known
  bool is_repeated;        // what the store has is of no use for it
};

VEC_DEFINE(packet_vec, struct packet);

struct project {
  struct options options; // of each check; shallow
  struct database database;
  struct project_unit_vec units;
  struct project_question_vec questions;
  struct packet_vec packets;
  struct strbuf store_path, baseline;
  struct store *store;
  struct keys *known; // answers that are there already
  int64_t run;
  struct strbuf folder; // of records
  uint32_t next;        // unit or packet
  uint32_t crew;        // checks that a packet does at a time
  struct tally *tally;
  FILE *accepted; // violations are written there, or null
  bool shows_table, is_lost;
  bool is_dry;  // nothing is counted: it is only asked what there is to do
  bool is_away; // somebody else takes the records
  uint64_t start_ms, shown_ms; // when it began; when the table was shown last
};

void project_complain(const char *what, const char *why);

// ---- project_plan.c ---------------------------------------------------------

// Reads the compilation database. False after telling why.
bool project_read_units(struct project *project);
// Finds the units' keys, in processes of their own.
void project_look(struct project *project);
// Counts what is known and makes packets of the rest.
void project_plan(struct project *project);
bool project_is_interrupted(void);
void project_catch_interrupts(void);

// ---- project_work.c ---------------------------------------------------------

// Does a packet; an answer for each of its functions is in the folder then.
// Does not return when the unit was loaded: the process ends with EXIT_TRUE if
// all are there. Returns another exit code when it was not.
int project_work(const struct project *project, const struct packet *packet);
// What runs, a line each: a function, and for how long.
void project_print_running(const struct project *project, struct strbuf *out);

// ---- project_collect.c ------------------------------------------------------

// The key under which the list of a packet's checks is kept.
void project_list_key(const struct project *project,
                      const struct packet *packet, struct strbuf *key);
// Counts a result that the store has. False when it has none that is good
// enough.
bool project_take_known(struct project *project, const struct packet *packet,
                        const char *function, const char *key,
                        const char *places);
// Takes all records of the folder.
void project_collect(struct project *project);
// Keeps the results that are left in a folder of a run that is over, and its
// lists, without counting them.
void project_import(struct project *project, const char *folder);
// A packet was done: its list is kept. Not all of it came: false.
bool project_close(struct project *project, uint32_t packet);

// ---- project_away.c ---------------------------------------------------------

// The folder of this run, below that of --folder: what is there when the
// process ends too early is found by the next run. Somewhere else, if nothing
// is kept. False after telling why.
bool project_make_folder(struct project *project);
void project_drop_folder(struct project *project);
// Writes what others need to do the packets: a packet each, what is known, and
// a script that does the packet whose number it gets. False after telling why.
bool project_write_packets(struct project *project);
// `project work FOLDER N`: does a packet that was written so.
int project_do_packet(struct project *project, const char *folder,
                      const char *number);
// Has the packet been done?
bool project_is_done(const struct project *project, uint32_t packet);
// Takes what runs before this one left in their folders.
void project_import_all(struct project *project);
// Writes a build file for ninja. False after telling why.
bool project_emit_ninja(struct project *project);

// ---- project_slurm.c --------------------------------------------------------

// Has the packets done by jobs of Slurm, those that get lost once more; until
// there are none left, or nobody does them.
void project_run_slurm(struct project *project);

#endif
