// Copies: of structs, of whole and partial arrays, onto themselves, of a size
// that is not constant; fills; what library routines read and write.
#include <stdio.h>
#include <string.h>

struct record {
  int id;
  char name[12];
  double weight;
};

int main(int argc, char **argv) {
  struct record a = {7, "seven", 0.5}, b, list[3] = {{1, "one", 1}};
  int from[100], to[100], n = argc + 30;
  char text[32], other[32];
  (void)argv;
  b = a;
  b.id++;
  list[argc] = b;
  list[2] = list[argc];
  for (int i = 0; i < 100; i++)
    from[i] = i * 3;
  memcpy(to, from, sizeof to);
  memmove(to + 2, to, 50 * sizeof *to);
  memcpy(to + 60, from, (size_t)n * sizeof *to);
  memset(from, 0, (size_t)n * sizeof *from);
  strcpy(text, b.name);
  memset(other, 'x', sizeof other);
  memcpy(other + 1, text, strlen(text) + 1);
  long total = 0;
  for (int i = 0; i < 100; i++)
    total = total * 7 + to[i] + from[i];
  printf("%d %s %g %s %s %ld\n", list[2].id, list[2].name, list[1].weight, text,
         other, total);
  return 0;
}

/* test: run --component
 * native: same
 */
/* test: run --component --32
 * native: same
 */
