// A routine writes what its row says, and nothing beside it.
#include <assert.h>
#include <sys/stat.h>

struct entry {
  int before;
  struct stat about;
  int after;
};

int main(void) {
  struct entry entry;
  entry.before = 4;
  entry.after = 3;
  if (stat("/x", &entry.about))
    return 0;
  assert(entry.after == 3 && entry.before == 4);
  return 0;
}

/* test: check $file
 * exit: 5
 * stdout-lacks: RESULT: false
 */
