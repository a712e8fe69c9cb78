// The second file of linking.c.
#include "linking.h"

const char *const part_name = "part";
static int hidden = 7;

static int local(int n) { return hidden += n; }
static int negate(int n) { return -n; }
int (*const part_table[2])(int) = {negate, twice};

int part_local(void) { return local(10); }
void part_change(int n) {
  shared += n;
  common[2] = shared * n;
}
int part_call(int (*function)(int), int n) { return function(n); }
struct point part_point(int n) { return (struct point){n, part_local() * n}; }
