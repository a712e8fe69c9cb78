// Both ends of a connection.
struct conn {
  int fd;
  int state;
};

int send_hello(struct conn *c);
int recv_hello(struct conn *c);

int connect_to(struct conn *c) {
  if (send_hello(c) < 0)
    return -1;
  c->state = 1;
  return 0;
}

int serve(struct conn *c) {
  if (recv_hello(c) < 0)
    return -1;
  c->state = 1;
  return 0;
}
