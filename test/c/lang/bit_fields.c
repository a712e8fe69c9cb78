// Bit-fields: signed, unsigned, straddling, zero width, in unions, of _Bool.
#include <stdio.h>
#include <string.h>

struct flags { unsigned a : 1, b : 3, c : 4; int d : 5; signed e : 1; };
struct straddle { unsigned x : 20, y : 20, z : 24; };
struct gaps { unsigned char a : 3; unsigned : 0; char b : 5; short c; };
struct mixed { char c; int f : 7; short s; unsigned g : 9; long long l : 40; };
struct logic { _Bool yes : 1; _Bool no : 1; unsigned count : 6; };
struct wide { unsigned long long a : 33, b : 31; signed long long c : 63; };
union overlay {
  struct { unsigned low : 4, mid : 8, top : 20; };
  unsigned all;
};
enum level { LOW, MID, HIGH };
struct typed { enum level level : 2; unsigned char byte : 8; int whole : 32; };

static struct flags preset = {1, 5, 9, -7, -1};
static struct straddle table[2] = {{1, 2, 3}, {.z = 0xabcdef, .x = 0xfffff}};

static unsigned bytes(const void *object, size_t size) {
  const unsigned char *p = object;
  unsigned h = 0;
  for (size_t i = 0; i < size; i++)
    h = h * 31 + p[i];
  return h;
}

static struct flags next(struct flags f) {
  f.b++;
  f.d--;
  return f;
}

int main(void) {
  printf("%d %d %d %d %d\n", preset.a, preset.b, preset.c, preset.d, preset.e);
  struct flags f = next(preset);
  f = next(f);
  f = next(f);
  printf("%d %d %d\n", f.b, f.d, f.c); // b wraps from 7 to 0
  f.d = 15;
  f.d += 1; // 16 does not fit: implementation wraps to -16
  f.c = 100; // keeps the low four bits
  printf("%d %d\n", f.d, f.c);
  int old = f.c++, new = ++f.c, last = f.c--;
  printf("%d %d %d %d\n", old, new, last, f.c);
  printf("%d\n", (f.b = 13)); // The value is what was stored: 5.
  f.a ^= 1, f.b |= 2, f.c &= 6, f.c <<= 2;
  printf("%d %d %d\n", f.a, f.b, f.c);

  struct straddle s = table[1];
  s.y = s.x - 1;
  printf("%x %x %x %d\n", s.x, s.y, s.z, (int)sizeof s);
  s.x = 0;
  printf("%x %x %x\n", s.x, s.y, s.z);

  struct gaps g = {7, 15, -1};
  g.a = 9;
  printf("%d %d %d %d\n", g.a, g.b, g.c, (int)sizeof g);

  struct mixed m;
  memset(&m, 0, sizeof m);
  m.c = 'c', m.f = -64, m.s = -300, m.g = 511, m.l = -(1LL << 39);
  printf("%d %d %d %d %lld\n", m.c, m.f, m.s, m.g, (long long)m.l);
  m.l += 5, m.f--;
  printf("%d %lld %u\n", m.f, (long long)m.l, bytes(&m, 4));

  struct logic l = {0};
  l.yes = 4; // any value but zero is 1
  l.count = 63;
  l.count += 2;
  printf("%d %d %d\n", l.yes, l.no, l.count);
  l.no = l.yes && l.count;
  l.yes = !l.yes;
  printf("%d %d\n", l.yes, l.no);

  struct wide w = {1, 2, 3};
  w.a = ~0ULL;
  w.b += 0x7fffffffu;
  w.c = -1;
  printf("%llx %llx %lld\n", (unsigned long long)w.a, (unsigned long long)w.b,
         (long long)w.c);
  w.c = (long long)w.a * 3;
  printf("%lld\n", (long long)w.c);

  union overlay o = {.all = 0xdeadbeef};
  printf("%x %x %x\n", o.low, o.mid, o.top);
  o.mid = 0;
  o.top++;
  printf("%x\n", o.all);

  struct typed t = {HIGH, 300 & 255, -5};
  printf("%d %d %d\n", t.level == HIGH, t.byte, t.whole);

  // Promotion: a 3-bit unsigned field is an int, so 0 - 1 is -1.
  struct flags zero = {0};
  printf("%d %d\n", zero.b - 1 < 0, ~zero.c);
  // Fields as loop counters and array subscripts.
  int seen[8] = {0};
  struct flags i = {0};
  do
    seen[i.b]++;
  while (++i.b);
  printf("%d %d\n", seen[0], seen[7]);
  struct straddle *p = table;
  p[0].x += p[1].x, p[0].y -= 3;
  printf("%x %x %x\n", p->x, p->y, p->z);
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
