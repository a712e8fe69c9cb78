// Inline assembly is not translated: its outputs are arbitrary, and said so.
static unsigned long time_stamp(void) {
  unsigned low, high;
  __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
  return (unsigned long)high << 32 | low;
}

static int add(int a, int b) {
  __asm__("addl %1, %0" : "+r"(a) : "r"(b) : "cc");
  return a;
}

int main(void) {
  __asm__ volatile("" ::: "memory"); // A barrier changes nothing.
  return add(1, 2) == 3 && time_stamp() != 0 ? 0 : 1;
}

/* test: dump summary
 * exit: 0
 * stdout-contains: inline_assembly.c: functions=3
 * stdout-contains: assembly
 */
