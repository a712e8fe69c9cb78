// A function that nobody models: its results come from the oracle.
#include <stdio.h>

int read_sensor(int channel);
void set_lamp(int on);

int main(void) {
  int v = read_sensor(1);
  set_lamp(v > 10);
  printf("%d\n", v + read_sensor(2));
  return 0;
}

/* test: run
 * exit: 3
 * stderr-contains: external.c:8:
 * stderr-contains: the external function `read_sensor` is not modelled
 */
/* test: run --oracle $dir/external.oracle $file
 * stdout: 42
 */
