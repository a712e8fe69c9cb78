// Evidence in words: the traces and plays of compare.h.

#include "lts/compare.h"

struct printer {
  const struct lts *systems[2];
  char names[2]; // what the reader calls them
  struct compare_options options;
  struct strbuf *out;
};

static bool is_weak(const struct printer *printer) {
  return printer->options.relation == RELATION_WEAK_SIM ||
         printer->options.relation == RELATION_WEAK_BISIM;
}

static void add_state(const struct printer *printer, int side, uint32_t state) {
  char buffer[16];
  strbuf_add(printer->out,
             lts_state_text(printer->systems[side], state, buffer));
}

static void add_actions(const struct printer *printer,
                        const struct lts_action_vec *actions) {
  for (uint32_t i = 0; i < actions->count; i++)
    strbuf_format(printer->out, "%s%s", i ? ", " : "",
                  action_text(printer->systems[0]->actions, actions->at[i]));
}

static void add_run(const struct printer *printer,
                    const struct lts_step_vec *run) {
  strbuf_format(printer->out, "  run of %c:  ", printer->names[0]);
  add_state(printer, 0, printer->systems[0]->initial);
  for (uint32_t i = 0; i < run->count; i++) {
    strbuf_format(printer->out, " -%s-> ",
                  action_text(printer->systems[0]->actions, run->at[i].action));
    add_state(printer, 0, run->at[i].target);
  }
  strbuf_char(printer->out, '\n');
}

static void print_trace(const struct printer *printer,
                        const struct comparison *comparison) {
  bool weak = printer->options.relation == RELATION_WEAK_TRACE;
  struct strbuf *out = printer->out;
  strbuf_format(out, "a %strace of %c that %c does not have:\n",
                weak ? "weak " : "", printer->names[0], printer->names[1]);
  strbuf_add(out, "  trace:     ");
  add_actions(printer, &comparison->trace);
  strbuf_char(out, '\n');
  add_run(printer, &comparison->run);
  strbuf_format(out,
                "  instead of the last action %c can do: ", printer->names[1]);
  if (comparison->allowed.count)
    add_actions(printer, &comparison->allowed);
  else
    strbuf_add(out, "nothing");
  strbuf_char(out, '\n');
}

// One move: `side: s -a-> t`, with a double arrow for weak steps.
static void add_move(const struct printer *printer, int side, uint32_t from,
                     struct action action, uint32_t to, bool weak) {
  strbuf_format(printer->out, "%c: ", printer->names[side]);
  add_state(printer, side, from);
  strbuf_format(printer->out, weak ? " =%s=> " : " -%s-> ",
                action_text(printer->systems[0]->actions, action));
  add_state(printer, side, to);
}

// Branching: the silent way to `middle` and the step from there.
static void add_branching_answer(const struct printer *printer,
                                 const struct play_round *round) {
  int side = 1 - round->side;
  uint32_t from = round->at[side];
  if (round->middle == from) {
    add_move(printer, side, from, round->action, round->answer_to, false);
    return;
  }
  add_move(printer, side, from, action_tau, round->middle, true);
  strbuf_format(printer->out, " -%s-> ",
                action_text(printer->systems[0]->actions, round->action));
  add_state(printer, side, round->answer_to);
}

static void add_answer(const struct printer *printer,
                       const struct play_round *round) {
  int side = 1 - round->side;
  if (round->answer == PLAY_NO_ANSWER) {
    strbuf_format(printer->out, "%c: ", printer->names[side]);
    add_state(printer, side, round->at[side]);
    strbuf_format(printer->out, " has no answer to %s",
                  action_text(printer->systems[0]->actions, round->action));
  } else if (round->answer == PLAY_STAY) {
    strbuf_format(printer->out, "%c: stays in ", printer->names[side]);
    add_state(printer, side, round->answer_to);
  } else if (printer->options.relation == RELATION_BRANCHING_BISIM) {
    add_branching_answer(printer, round);
  } else {
    add_move(printer, side, round->at[side], round->action, round->answer_to,
             is_weak(printer));
  }
}

static void add_round(const struct printer *printer, uint32_t number,
                      const struct play_round *round) {
  struct strbuf *out = printer->out;
  strbuf_format(out, "  %u. challenger  ", number);
  add_move(printer, round->side, round->at[round->side], round->action,
           round->to, is_weak(printer));
  strbuf_format(out, "\n     defender    ");
  add_answer(printer, round);
  strbuf_char(out, '\n');
  if (!round->goes_back)
    return;
  strbuf_format(out, "     challenger goes back: %c is in ",
                printer->names[round->side]);
  add_state(printer, round->side, round->at[round->side]);
  strbuf_format(out, ", %c has passed ", printer->names[1 - round->side]);
  add_state(printer, 1 - round->side, round->back_to);
  strbuf_char(out, '\n');
}

static void print_play(const struct printer *printer,
                       const struct comparison *comparison) {
  bool simulation = printer->options.relation == RELATION_SIM ||
                    printer->options.relation == RELATION_WEAK_SIM;
  strbuf_format(printer->out,
                "a play that the challenger wins, %s; the answers are those "
                "that last longest:\n",
                simulation ? "moving in one system only"
                           : "moving where it likes");
  for (uint32_t i = 0; i < comparison->play.count; i++)
    add_round(printer, i + 1, &comparison->play.at[i]);
}

void comparison_print(const struct comparison *comparison, const struct lts *a,
                      const struct lts *b, struct compare_options options,
                      struct strbuf *out) {
  struct printer printer = {{a, b}, {'A', 'B'}, options, out};
  if (comparison->answer != COMPARE_FAILS)
    return;
  if (comparison->swapped)
    printer = (struct printer){{b, a}, {'B', 'A'}, options, out};
  if (comparison->play.count)
    print_play(&printer, comparison);
  else
    print_trace(&printer, comparison);
}
