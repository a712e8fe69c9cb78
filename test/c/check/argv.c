// argv[argc] is null, and those before it are not; what they say is an input.
#include <assert.h>
#include <stddef.h>
#include <string.h>

#if WAY == 4
static void clear(char **argv) { argv[0] = NULL; }
#endif

int main(int argc, char **argv) {
#if WAY == 1
  assert(argv[argc] == NULL);
#elif WAY == 2
  for (int i = 1; i < argc; i++)
    assert(argv[i] != NULL);
#elif WAY == 3
  if (argc > 2)
    assert(argv[1] && argv[2] && argv[0]);
#elif WAY == 4
  clear(argv);
  if (argc > 0)
    assert(argv[0] != NULL);
#elif WAY == 5
  if (argc == 2)
    assert(argv[2] != NULL);
#elif WAY == 6
  if (argc > 1)
    assert(strcmp(argv[1], "-v"));
#elif WAY == 7
  argc--;
  if (argc >= 0)
    assert(argv[argc] == NULL);
#elif WAY == 9
  // Whoever calls main may pass anything.
  if (argc == 7)
    assert(argv[7] == NULL);
  else
    return main(7, (char *[]){"", "", "", "", "", "", "", "x"});
#else
  argv[0] = NULL;
  if (argc > 0)
    assert(argv[0] != NULL);
#endif
  return 0;
}
/* test: check -DWAY=1 $file
 * exit: 0
 */
/* test: check -DWAY=2 --cpu-timeout 20s $file
 * exit: 0
 */
/* test: check -DWAY=3 $file
 * exit: 0
 */
/* test: check -DWAY=4 $file
 * exit: 10
 */
/* test: check -DWAY=5 $file
 * exit: 10
 */
/* test: check -DWAY=6 $file
 * exit: 10
 * stdout-contains: argv[1] = "-v"
 */
/* test: check -DWAY=7 $file
 * exit: 10
 */
/* test: check -DWAY=9 --cpu-timeout 20s $file
 * exit: 10
 */
/* test: check -DWAY=8 $file
 * exit: 10
 */
