// Two components that talk by blocking messages. The sender numbers its
// messages by turns 0 and 1 and sends each until it is acknowledged; the
// receiver delivers what is new. With -DFORGET the receiver does not look at
// the number; with -DIMPATIENT the sender leaves without a word.
enum { BYE = 2 };
void send(int bit);     // a message may be lost
void bye(void);         // this one is not
int await_answer(void); // the number that is acknowledged, or -1
int receive(void);      // the number of the next message, or BYE
void deliver(void);
void answer(int bit); // may be lost, too

int sender(int messages) {
  int bit = 0;
  while (messages > 0) {
    send(bit);
    if (await_answer() == bit) {
      bit = 1 - bit;
      messages--;
    }
#ifdef IMPATIENT
    if (messages == 1)
      return -1;
#endif
  }
  bye();
  return 0;
}

int receiver(void) {
  int expected = 0, bit;
  while ((bit = receive()) != BYE) {
#ifdef FORGET
    expected = bit;
#endif
    if (bit == expected) {
      deliver();
      expected = 1 - expected;
    }
    answer(bit);
  }
  return 0;
}
