#include "cli/dump_bp.h"

#include "base/exit_code.h"
#include "bp/print.h"
#include "program/callgraph.h"
#include "program/draft.h"
#include "program/keep.h"
#include "slam/c2bp.h"
#include "slam/options.h"

static int refuse(struct session *session, const char *why) {
  diag_file(session->diag, SEVERITY_ERROR, NULL, "no Boolean program: %s", why);
  return EXIT_UNSUPPORTED;
}

static void print(const struct session *session, const struct parts *parts,
                  struct strbuf *out) {
  struct tracked tracked;
  struct c2bp c2bp;
  struct constraint_vec none = {0};
  struct solver *solver = solver_new(parts->program->terms);
  struct updater *updater = updater_new(parts->program->terms, solver);
  struct c2bp_options options = {
      .update = slam_update_options(session->options, true)};
  tracked_init(&tracked, parts);
  tracked_add_branches(&tracked);
  tracked_add_returned(&tracked);
  c2bp_init(&c2bp, &tracked, &none, &options, updater);
  bp_print(c2bp.bp, out);
  c2bp_release(&c2bp);
  tracked_release(&tracked);
  updater_free(updater);
  solver_free(solver);
}

static int build(struct session *session, struct program *draft,
                 const struct component_options *options, struct strbuf *out) {
  struct behaviour behaviour = {0};
  struct component component = {0};
  struct parts parts = {0};
  struct strbuf why = {0};
  bool is_built = component_init(&component, &behaviour, draft, options, &why);
  bool is_split = is_built && parts_init(&parts, &component, options, &why);
  if (is_split)
    print(session, &parts, out);
  int code = is_split ? EXIT_TRUE : refuse(session, strbuf_text(&why));
  if (is_built) {
    links_release(&parts);
    parts_release(&parts);
  }
  component_release(&component);
  behaviour_release(&behaviour);
  strbuf_release(&why);
  return code;
}

int dump_bp(struct session *session, struct strbuf *out) {
  struct procedure *entry = session_function(session, true);
  struct bitset kept = {0};
  if (!entry)
    return EXIT_BAD_INPUT;
  if (!session_kept(session, &kept))
    return EXIT_BAD_INPUT;
  struct program *draft = program_draft(session->program);
  struct component_options options = {
      .entry = entry->self,
      .starts_program = entry->self.id == draft->entry.id,
      .rules = {.checks_calls = true, .label = session->options->label}};
  plain_component_resolve(draft, entry->self, !options.starts_program);
  options.is_resolved = true;
  if (session->options->kept)
    callgraph_find_kept(draft, entry->self, &kept);
  else
    keep_called(draft, entry->self, 1, &kept);
  options.kept = &kept;
  int code = build(session, draft, &options, out);
  program_free(draft);
  bitset_release(&kept);
  return code;
}
