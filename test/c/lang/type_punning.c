// The same bytes seen through different types, by union and by memcpy.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

union number {
  float f;
  uint32_t u;
  int32_t i;
  uint8_t bytes[4];
  struct { uint16_t low, high; } halves;
};
union wide {
  double d;
  uint64_t u;
  struct { uint32_t low, high; } w;
  struct { uint64_t mantissa : 52, exponent : 11, sign : 1; } parts;
};
struct tagged {
  enum { INT, REAL, TEXT } kind;
  union { int i; double d; char s[8]; };
};

static void show(const struct tagged *t) {
  switch (t->kind) {
  case INT: printf("int %d\n", t->i); break;
  case REAL: printf("real %.2f\n", t->d); break;
  case TEXT: printf("text %s\n", t->s); break;
  }
}

static uint32_t float_bits(float f) {
  uint32_t u;
  memcpy(&u, &f, sizeof u);
  return u;
}

int main(void) {
  union number n = {.f = 1.0f};
  printf("%08x %d %02x%02x%02x%02x\n", (unsigned)n.u, (int)n.i, n.bytes[0],
         n.bytes[1], n.bytes[2], n.bytes[3]);
  n.f = -0.15625f;
  printf("%08x high %04x low %04x\n", (unsigned)n.u, n.halves.high,
         n.halves.low);
  n.u ^= 0x80000000u;
  printf("%.5f\n", n.f);
  n.bytes[3] = 0x41;
  printf("%.6f\n", n.f);

  union wide w = {.d = -1.5};
  printf("%016llx %08x %08x\n", (unsigned long long)w.u, (unsigned)w.w.high,
         (unsigned)w.w.low);
  printf("%d %d %llx\n", (int)w.parts.sign, (int)w.parts.exponent,
         (unsigned long long)w.parts.mantissa);
  w.parts.exponent += 3;
  w.parts.sign = 0;
  printf("%.3f\n", w.d);

  struct tagged values[] = {
      {INT, {.i = 12}}, {REAL, {.d = 0.25}}, {.kind = TEXT, .s = "seven"}};
  for (int i = 0; i < 3; i++)
    show(&values[i]);

  printf("%08x %08x %08x\n", (unsigned)float_bits(0.1f),
         (unsigned)float_bits(-0.0f), (unsigned)float_bits(3.0e38f));

  // Bytes of an object through unsigned char.
  uint32_t magic = 0x11223344;
  const unsigned char *p = (const unsigned char *)&magic;
  for (unsigned i = 0; i < sizeof magic; i++)
    printf("%02x", p[i]);
  ((unsigned char *)&magic)[1] = 0xff;
  printf(" %08x\n", (unsigned)magic);

  // A pointer copied byte by byte still points to its object.
  int target = 77, *from = &target, *to;
  for (unsigned i = 0; i < sizeof from; i++)
    ((unsigned char *)&to)[i] = ((unsigned char *)&from)[i];
  *to += 1;
  printf("%d %d\n", target, to == from);
  // And one that went through an integer.
  uintptr_t address = (uintptr_t)from;
  *(int *)address += 1;
  int *back = (int *)((address ^ 0x55) ^ 0x55);
  printf("%d %d\n", *back, target);
  return 0;
}

/* test: run
 * exit: 0
 * native: same
 */
/* test: run --32
 * exit: 0
 * native: same
 */
