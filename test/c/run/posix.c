// Files by descriptor and command-line options.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int option;
  while ((option = getopt(argc, argv, "ab:c")) != -1)
    printf("%c %s\n", option, option == 'b' ? optarg : "");
  for (int i = optind; i < argc; i++)
    printf("%s\n", argv[i]);
  char path[] = "/tmp/vouch-posix-XXXXXX", buffer[16] = {0};
  int descriptor = mkstemp(path);
  printf("%zd\n", write(descriptor, "descriptor", 10));
  printf("%d\n", (int)lseek(descriptor, 4, SEEK_SET));
  ssize_t got = read(descriptor, buffer, 3);
  printf("%zd %s\n", got, buffer);
  int closed = close(descriptor), found = access(path, R_OK);
  printf("%d %d\n", closed, found);
  int removed = unlink(path);
  found = access(path, R_OK);
  printf("%d %d\n", removed, found);
  printf("%d\n", open(path, O_RDONLY));
  fflush(stdout);
  printf("first ");
  fflush(stdout);
  write(1, "second\n", 7);
  printf("%d\n", getpid() > 1);
  return 0;
}

/* test: run -D_GNU_SOURCE -- -a -b value -cbx rest more
 * native: same
 */
/* test: run --32 -D_GNU_SOURCE -- -ab1 -- -c
 * native: same
 */
