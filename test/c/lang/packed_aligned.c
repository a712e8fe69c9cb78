// Packed and over-aligned structs; fields read and written through pointers.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct __attribute__((packed)) wire {
  uint8_t kind;
  uint32_t length;
  uint16_t port;
  uint64_t time;
  double load;
};
#pragma pack(push, 2)
struct two { char a; int b; char c; short d; };
#pragma pack(pop)
struct __attribute__((packed)) bits { unsigned a : 5, b : 20; char c; };
struct outer { char c; struct wire w; int after; };
struct partly { char c; int v __attribute__((packed)); short s; };
struct __attribute__((aligned(32))) line { char byte; };
struct fields { char a; _Alignas(16) char b; char c; };
static _Alignas(64) char area[100];

static uint32_t read_length(const struct wire *w) { return w->length; }

int main(void) {
  printf("%d %d %d\n", (int)sizeof(struct wire),
         (int)offsetof(struct wire, length), (int)offsetof(struct wire, load));
  printf("%d %d %d\n", (int)sizeof(struct two), (int)offsetof(struct two, b),
         (int)offsetof(struct two, d));
  printf("%d %d %d\n", (int)sizeof(struct outer),
         (int)offsetof(struct outer, w), (int)offsetof(struct outer, after));
  printf("%d %d %d\n", (int)sizeof(struct partly),
         (int)offsetof(struct partly, v), (int)offsetof(struct partly, s));
  printf("%d %d %d\n", (int)sizeof(struct line), (int)sizeof(struct fields),
         (int)offsetof(struct fields, c));

  struct wire w = {1, 0x11223344, 0x5566, 0x778899aabbccddee, 2.5};
  unsigned char raw[sizeof w];
  memcpy(raw, &w, sizeof w);
  for (unsigned i = 0; i < 15; i++)
    printf("%02x", raw[i]);
  printf("\n%x %x %llx %.1f\n", (unsigned)read_length(&w), w.port,
         (unsigned long long)w.time, w.load);
  w.length++, w.time <<= 4, w.load *= 3;
  printf("%x %llx %.1f\n", (unsigned)w.length, (unsigned long long)w.time,
         w.load);

  struct wire list[3] = {{.kind = 1}, {.kind = 2, .time = 5}, {.load = -1}};
  list[0] = list[1];
  list[1].time += list[0].time * 2;
  printf("%d %d %d %d\n", list[0].kind, (int)list[1].time, list[2].kind,
         (int)((char *)&list[2] - (char *)list));

  struct bits b = {17, 0xfffff, 'x'};
  b.b -= 0xff;
  printf("%d %d %x %c\n", (int)sizeof b, b.a, b.b, b.c);

  struct two t = {'a', -5, 'c', -6};
  t.b *= 100, t.d /= 2;
  printf("%c %d %c %d\n", t.a, t.b, t.c, t.d);

  struct outer o = {'o', w, 12};
  o.w.port = 80;
  printf("%c %d %d %x\n", o.c, o.w.port, o.after, (unsigned)o.w.length);

  struct line lines[2];
  printf("%d %d\n", (int)((uintptr_t)area % 64), (int)((uintptr_t)lines % 32));
  printf("%d\n", (int)((char *)&lines[1] - (char *)&lines[0]));
  _Alignas(32) int local[3] = {1, 2, 3};
  printf("%d %d\n", (int)((uintptr_t)local % 32), local[2]);
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
