/* Scenarios of tinyproxy's filters. */
#include "harness.h"

#include UNIT

static struct config_s configuration;

static void filter(unsigned options, const char *text) {
  FILE *file = fopen("seeded.filter", "w");
  if (!file)
    return;
  fputs(text, file);
  fclose(file);
  configuration.filter = (char *)"seeded.filter";
  configuration.filter_opts = options;
  config = &configuration;
  filter_init();
  filter_init();
  filter_run("www.example.org");
  filter_run("zz");
  filter_reload();
  filter_destroy();
  filter_run("zz");
  unlink("seeded.filter");
}

SCENARIO(patterns) {
  filter(FILTER_OPT_TYPE_FNMATCH, "  *.example.org # comment\n\n#x\n");
}
SCENARIO(none) {
  filter(FILTER_OPT_DEFAULT_DENY, "# nothing\n");
}
