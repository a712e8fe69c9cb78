// Creating a socket, as in section 8 of the paper.
#define NPROTO 32
#define EINVAL 22

struct socket {
  int family;
  int type;
};

struct socket *sock_alloc(void);
void sock_release(struct socket *k);

static int bind_family(struct socket *k, int family) {
  k->family = family;
  return family == 7 ? -EINVAL : 0;
}

int sys_socket(int family, int type, int protocol) {
  if (family < 0 || family >= NPROTO)
    return -EINVAL;
  if (protocol < 0)
    return -EINVAL;
  struct socket *k = sock_alloc();
  if (!k)
    return -12;
  k->type = type;
  if (bind_family(k, family) < 0) {
    sock_release(k);
    return -EINVAL;
  }
  return 1;
}
