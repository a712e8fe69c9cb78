#include "cli/specs_folder.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/strbuf.h"

char *specs_folder(const char *given) {
  static const char *const places[] = {"../specs", "../../specs",
                                       "../share/vouch/specs"};
  if (given)
    return memory_copy_string(given);
  char program[PATH_MAX];
  ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  if (length <= 0)
    return NULL;
  program[length] = '\0';
  *strrchr(program, '/') = '\0';
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    struct strbuf path = {0};
    strbuf_format(&path, "%s/%s", program, places[i]);
    char *real = realpath(strbuf_text(&path), NULL);
    strbuf_release(&path);
    if (real)
      return real;
  }
  return NULL;
}
