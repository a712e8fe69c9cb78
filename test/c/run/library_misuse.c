// Library routines used outside their contracts.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  char text[8] = "abcdefg";
  FILE *file;
  void *p;
  switch (argc > 1 ? argv[1][0] : 0) {
  case 'c':
    file = tmpfile();
    fclose(file);
    fclose(file);
    break;
  case 'f': printf("%d %d\n", 1); break;
  case 's': puts(NULL); break;
  case 'u': text[7] = 'h'; puts(text); break;
  case 'r':
    p = malloc(4);
    free(p);
    p = realloc(p, 8);
    break;
  case 'd': free(text); break;
  case 'n': strncpy(text, "a", 9); break;
  case 'q': qsort(text, 9, 1, NULL); break;
  }
  puts("end");
  return 0;
}

/* test: run
 * stdout: end
 */
/* test: run -- c
 * exit: 10
 * stderr-contains: library_misuse.c:14:
 * stderr-contains: fclose
 */
/* test: run -- f
 * exit: 10
 * stderr-contains: printf has fewer arguments than its format asks for
 */
/* test: run -- s
 * exit: 10
 * stderr-contains: puts: read of 1 byte through a null pointer
 */
/* test: run -- u
 * exit: 10
 * stderr-contains: puts: read of 1 byte out of bounds: at offset 8 of `text`
 */
/* test: run -- r
 * exit: 10
 * stderr-contains: realloc: free in a heap object freed at
 */
/* test: run -- d
 * exit: 10
 * stderr-contains: library_misuse.c:24:
 */
/* test: run -- n
 * exit: 10
 * stderr-contains: strncpy: write of 9 bytes out of bounds
 */
/* test: run -- q
 * exit: 10
 * stderr-contains: qsort: write of 9 bytes out of bounds
 */
