// Streams on files: everything that reads comes back as it was written.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void lines(FILE *file) {
  char *line = NULL;
  size_t capacity = 0;
  ssize_t length;
  while ((length = getline(&line, &capacity, file)) > 0)
    printf("%zd %s", length, line);
  printf("end %d %d\n", feof(file) != 0, ferror(file));
  free(line);
}

int main(void) {
  FILE *file = tmpfile();
  fprintf(file, "%d %s\n", 12, "twelve");
  fputs("a somewhat longer line, to make the buffer of getline grow beyond its "
        "first one hundred and twenty bytes, which is what it starts with\n",
        file);
  fputc('z', file);
  putc('\n', file);
  printf("%ld\n", ftell(file));
  rewind(file);
  int n;
  char word[20];
  printf("%d ", fscanf(file, "%d %19s", &n, word));
  printf("%d %s\n", n, word);
  int c = fgetc(file);
  ungetc('x', file);
  int again = getc(file);
  printf("%d %c\n", c, again);
  lines(file);
  clearerr(file);
  fseek(file, 3, SEEK_SET);
  char buffer[7] = {0};
  size_t got = fread(buffer, 2, 3, file);
  printf("%zu %s\n", got, buffer);
  fseek(file, -2, SEEK_END);
  printf("%s", fgets(buffer, sizeof buffer, file));
  printf("%d\n", fgets(buffer, sizeof buffer, file) == NULL);
  double values[3] = {1.5, -2.5, 1e9}, back[3];
  rewind(file);
  printf("%zu\n", fwrite(values, sizeof *values, 3, file));
  rewind(file);
  size_t count = fread(back, sizeof *back, 3, file);
  printf("%zu %g\n", count, back[2]);
  printf("%d\n", fclose(file));
  file = fopen("/nonexistent/file", "r");
  printf("%d %d %s\n", file == NULL, errno == ENOENT, strerror(errno));
  fflush(stdout);
  perror("perror");
  return 0;
}

/* test: run
 * native: same
 * stderr-contains: perror: No such file or directory
 */
/* test: run --32
 * native: same
 */
