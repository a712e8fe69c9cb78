// Two components that meet on what they say: hello, and an answer.
void send_hello(void);
void send_bye(void);
int read_answer(void);

int client(int polite) {
#ifdef BUG
  if (polite > 2)
    send_bye();
#endif
  send_hello();
  int got = read_answer();
  if (got == 2 || polite)
    send_bye();
  return got == 1 ? 0 : 1;
}

int read_hello(void);
void answer(int yes);
void await_bye(void);

int server(int friendly) {
  int known = read_hello();
  answer(friendly);
#ifdef BUG
  if (known == 2)
    return 1;
#endif
  if (known == 1)
    await_bye();
  return 0;
}

/* test: check -q --spec $dir/handshake.spec $file
 * exit: 0
 * stdout-contains: check hello_first: HS refines FIRST: true
 * stdout-contains: check order: HS refines ORDER: true
 * stdout-contains: check answered: HS refines ANSWERED: true
 * stdout-contains: RESULT: true
 */
/* test: check -q --spec $dir/handshake.spec $file -DBUG
 * exit: 10
 * stdout-contains: check hello_first: HS refines FIRST: false
 * stdout-contains: check order: HS refines ORDER: false
 * stdout-contains: check answered: HS refines ANSWERED: true
 */
