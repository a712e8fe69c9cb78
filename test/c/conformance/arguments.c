// A run gets the arguments that the path takes.
int strcmp(const char *a, const char *b);
void many(void);
void verbose(void);
void letter(void);
void nameless(void);
void quiet(void);

int main(int argc, char **argv) {
  if (argc > 3)
    many();
  if (argc == 2 && argv[1][0] == '-' && argv[1][1] == 'v' && !argv[1][2])
    verbose();
  for (int i = 1; i < argc && i < 3; i++)
    if (argv[i][0] == 'a' && argv[i][1] == 'x')
      letter();
  if (argc == 0)
    nameless();
  if (argc > 1 && strcmp(argv[1], "-q") == 0)
    quiet();
  return 0;
}

/* test: check --spec $dir/arguments.spec
 * exit: 10
 * stdout-contains: check many: main unreachable call many: false
 * stdout-contains: check verbose: main unreachable call verbose: false
 * stdout-contains: check letter: main unreachable call letter: false
 * stdout-contains: check nameless: main unreachable call nameless: false
 * stdout-contains: check quiet: main unreachable call quiet: false
 */
