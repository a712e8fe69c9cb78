// Pointers into the middle of an array, and of a member array: they stay in
// the array.
struct packet {
  int *owner;
  int header;
  char payload[16];
  int *trailer;
};

int x, y;
int table[10];

int main(int argc, char **argv) {
  (void)argv;
  int *middle = &table[4];
  middle[argc] = 1;
  middle[-1] = 2;
  struct packet packet = {&x, 0, {0}, &y}, *p = &packet;
  for (int i = 0; i < 16; i++)
    p->payload[i] = (char)(15 - i);
  char *end = p->payload + 8;
  while (*end)
    end++;
  *p->owner = 1;
  *p->trailer = 2;
  return table[3] + table[4 + argc] + x + y;
}

/* test: dump pointsto
 * stdout-contains: store (char *)middle + (long)argc * 4 -> {table[*]}
 * stdout-contains: store (char *)p + i + 12 -> {main::packet.payload[*]}
 * stdout-contains: load end -> {main::packet.payload[*]}
 * stdout-contains: store p->owner -> {x}
 * stdout-contains: store p->trailer -> {y}
 */
/* test: run --check-pointsto
 * native: same
 */
/* test: run --check-pointsto --32
 * native: same
 */
