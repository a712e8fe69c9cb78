#include "cli/outputs.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "report/certificate.h"
#include "report/contracts.h"
#include "report/graphml.h"
#include "report/html.h"
#include "report/json.h"
#include "report/junit.h"
#include "report/lines.h"
#include "report/sarif.h"
#include "report/witness.h"

struct output {
  const char *path; // null: not asked for
  void (*print)(const struct result *result, struct strbuf *out);
};

enum { OUTPUTS = 8 };

// Of witnesses, the name says which format is asked for.
static bool is_graphml(const char *path) {
  static const char ending[] = ".graphml";
  size_t length = path ? strlen(path) : 0;
  return length >= strlen(ending) &&
         !strcmp(path + length - strlen(ending), ending);
}

static void list_outputs(const struct options *options,
                         struct output all[OUTPUTS]) {
  all[0] = (struct output){options->json, json_print};
  all[1] = (struct output){options->sarif, sarif_print};
  all[2] = (struct output){options->junit, junit_print};
  all[3] = (struct output){options->lines, lines_print};
  all[4] = (struct output){options->witness, is_graphml(options->witness)
                                                 ? graphml_print
                                                 : witness_print};
  all[5] = (struct output){options->html, html_print};
  all[6] = (struct output){options->certificate, certificate_print};
  all[7] = (struct output){options->contracts, contracts_print};
}

static bool is_stdout(const char *path) {
  return path && !strcmp(path, "-");
}

bool outputs_take_stdout(const struct options *options) {
  struct output all[OUTPUTS];
  list_outputs(options, all);
  for (int i = 0; i < OUTPUTS; i++)
    if (is_stdout(all[i].path))
      return true;
  return false;
}

bool outputs_are_wanted(const struct options *options) {
  struct output all[OUTPUTS];
  list_outputs(options, all);
  for (int i = 0; i < OUTPUTS; i++)
    if (all[i].path)
      return true;
  return false;
}

bool outputs_write_text(const char *path, const struct strbuf *text,
                        struct diag *diag) {
  bool is_out = is_stdout(path);
  FILE *out = is_out ? stdout : fopen(path, "w");
  bool ok = out && fputs(strbuf_text(text), out) >= 0;
  if (out)
    ok &= is_out ? !fflush(out) : !fclose(out);
  if (!ok)
    diag_file(diag, SEVERITY_ERROR, path, "%s", strerror(errno));
  return ok;
}

static bool write_one(const struct output *output, const struct result *result,
                      struct diag *diag) {
  struct strbuf text = {0};
  output->print(result, &text);
  bool ok = outputs_write_text(output->path, &text, diag);
  strbuf_release(&text);
  return ok;
}

bool outputs_write(const struct options *options, const struct result *result,
                   struct diag *diag) {
  struct output all[OUTPUTS];
  bool ok = true;
  list_outputs(options, all);
  for (int i = 0; i < OUTPUTS; i++)
    if (all[i].path)
      ok &= write_one(&all[i], result, diag);
  return ok;
}
