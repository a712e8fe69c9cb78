#include "cli/manual.h"

#include <string.h>

#include "base/options.h"
#include "base/version.h"
#include "cli/commands.h"

static bool is_option(const struct option_row *row) {
  return row->kind != OPTION_GROUP && row->kind != OPTION_ALIAS;
}

static bool takes_value(const struct option_row *row) {
  return row->kind != OPTION_FLAG && row->kind != OPTION_SET &&
         row->kind != OPTION_ALIAS && row->kind != OPTION_GROUP;
}

// ---- The manual page --------------------------------------------------------

// Of roff: a dash is a minus, and a backslash or a dot begins something.
static void add_roff(const char *text, struct strbuf *out) {
  for (; *text; text++)
    if (*text == '-' || *text == '\\')
      strbuf_format(out, "\\%s", *text == '-' ? "-" : "e");
    else
      strbuf_char(out, *text);
}

static void add_manual_option(const struct option_row *row,
                              struct strbuf *out) {
  if (row->kind == OPTION_GROUP) {
    strbuf_format(out, ".SS %s\n", row->name);
    return;
  }
  if (!is_option(row))
    return;
  strbuf_add(out, ".TP\n.B ");
  add_roff(row->name, out);
  if (takes_value(row) && row->value && *row->value) {
    strbuf_add(out, row->kind == OPTION_PREFIX ? "" : " ");
    strbuf_add(out, "\\fI");
    add_roff(row->value, out);
    strbuf_add(out, "\\fR");
  }
  strbuf_add(out, "\n");
  add_roff(row->help, out);
  strbuf_add(out, ".\n");
}

static void print_man(struct strbuf *out) {
  uint32_t count;
  const struct option_row *rows = options_rows(&count);
  strbuf_format(out,
                ".TH VOUCH 1 \"\" \"vouch %s\"\n.SH NAME\nvouch \\- a "
                "software model checker for C\n",
                VOUCH_VERSION);
  strbuf_add(out, ".SH SYNOPSIS\n.B vouch\n.I command\n[\\fIoption\\fR...] "
                  "[\\fIoperand\\fR...]\n.SH COMMANDS\n");
  for (uint32_t i = 0; i < command_count; i++) {
    strbuf_format(out, ".TP\n.B %s\n\\fI", commands[i].name);
    add_roff(commands[i].operands, out);
    strbuf_add(out, "\\fR\n.br\n");
    add_roff(commands[i].help, out);
    strbuf_add(out, ".\n");
  }
  strbuf_add(out, ".SH OPTIONS\nWhich command takes which: \\fBvouch help\\fR "
                  "\\fIcommand\\fR.\n");
  for (uint32_t i = 0; i < count; i++)
    add_manual_option(&rows[i], out);
  strbuf_add(out,
             ".SH \"EXIT STATUS\"\n0 true; 4 true, but vacuous; 10 false; 5 "
             "unknown; 1 usage; 2 bad input; 3 unsupported; 6 a bug of ours.\n"
             ".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nIf it is set, there is no "
             "colour.\n");
}

// ---- Completions ------------------------------------------------------------

static void add_names(uint32_t command, const char *between,
                      struct strbuf *out) {
  uint32_t count;
  const struct option_row *rows = options_rows(&count);
  const char *before = "";
  for (uint32_t i = 0; i < count; i++)
    if (is_option(&rows[i]) && rows[i].commands & command) {
      strbuf_format(out, "%s%s", before, rows[i].name);
      before = between;
    }
}

static void add_commands(struct strbuf *out) {
  for (uint32_t i = 0; i < command_count; i++)
    strbuf_format(out, "%s%s", i ? " " : "", commands[i].name);
}

static void print_bash(struct strbuf *out) {
  strbuf_add(out, "# bash completion of vouch\n_vouch() {\n"
                  "  local word=${COMP_WORDS[COMP_CWORD]} options=\n"
                  "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
                  "    COMPREPLY=($(compgen -W '");
  add_commands(out);
  strbuf_add(out, "' -- \"$word\"))\n    return\n  fi\n"
                  "  case ${COMP_WORDS[1]} in\n");
  for (uint32_t i = 0; i < command_count; i++) {
    strbuf_format(out, "  %s) options='", commands[i].name);
    add_names(commands[i].bit, " ", out);
    strbuf_add(out, "' ;;\n");
  }
  strbuf_add(out, "  esac\n  if [[ $word == -* ]]; then\n"
                  "    COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n"
                  "  else\n    COMPREPLY=($(compgen -f -- \"$word\"))\n  fi\n"
                  "}\ncomplete -o filenames -F _vouch vouch\n");
}

static void print_zsh(struct strbuf *out) {
  strbuf_add(out, "#compdef vouch\nlocal -a options\nif (( CURRENT == 2 )); "
                  "then\n  compadd ");
  add_commands(out);
  strbuf_add(out, "\n  return\nfi\ncase $words[2] in\n");
  for (uint32_t i = 0; i < command_count; i++) {
    strbuf_format(out, "  %s) options=(", commands[i].name);
    add_names(commands[i].bit, " ", out);
    strbuf_add(out, ") ;;\n");
  }
  strbuf_add(out, "esac\nif [[ $PREFIX == -* ]]; then\n  compadd -- $options\n"
                  "else\n  _files\nfi\n");
}

// Of fish: a text in single quotes.
static void add_fish(const char *text, struct strbuf *out) {
  strbuf_char(out, '\'');
  for (; *text; text++)
    if (*text == '\'' || *text == '\\')
      strbuf_format(out, "\\%c", *text);
    else
      strbuf_char(out, *text);
  strbuf_char(out, '\'');
}

// `-p` is short, `--json` is long, `-isystem` is old.
static void add_fish_option(const struct option_row *row, struct strbuf *out) {
  bool is_long = !strncmp(row->name, "--", 2);
  bool is_short = !is_long && strlen(row->name) == 2;
  strbuf_add(out, "complete -c vouch");
  for (uint32_t i = 0, is_first = 1; i < command_count; i++)
    if (row->commands & commands[i].bit) {
      strbuf_format(out, "%s%s",
                    is_first ? " -n '__fish_seen_subcommand_from " : " ",
                    commands[i].name);
      is_first = 0;
    }
  strbuf_format(out, "' -%c ", is_long ? 'l' : is_short ? 's' : 'o');
  add_fish(row->name + (is_long ? 2 : 1), out);
  strbuf_add(out, takes_value(row) ? " -r -d " : " -d ");
  add_fish(row->help, out);
  strbuf_char(out, '\n');
}

static void print_fish(struct strbuf *out) {
  uint32_t count;
  const struct option_row *rows = options_rows(&count);
  strbuf_add(out, "# fish completion of vouch\n");
  for (uint32_t i = 0; i < command_count; i++) {
    strbuf_format(out, "complete -c vouch -n __fish_use_subcommand -a %s -d ",
                  commands[i].name);
    add_fish(commands[i].help, out);
    strbuf_char(out, '\n');
  }
  for (uint32_t i = 0; i < count; i++)
    if (is_option(&rows[i]) && !strchr(rows[i].name, '='))
      add_fish_option(&rows[i], out);
}

bool manual_print(const char *name, struct strbuf *out) {
  static const struct {
    const char *name;
    void (*print)(struct strbuf *out);
  } texts[] = {{"man", print_man},
               {"bash", print_bash},
               {"zsh", print_zsh},
               {"fish", print_fish}};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    if (!strcmp(texts[i].name, name)) {
      texts[i].print(out);
      return true;
    }
  return false;
}
