// The calls behind socket(2) and send(2).
#ifndef SOCKET_H
#define SOCKET_H

enum { EINTR = 4, ENOMEM = 12, EINVAL = 22, ENFILE = 23, EAFNOSUPPORT = 97 };
enum { FAMILIES = 32, UNSPECIFIED = 0, INET = 2, PACKET = 17 };
enum { STREAM = 1, DATAGRAM, RAW, SEQUENCED = 5, PACKETS = 10 };
enum { LIMIT = 1024 };

struct socket {
  int state, type, flags, family;
};

struct inode {
  int mode, uid, gid;
  struct socket socket;
};

struct message {
  int length, flags;
};

struct scm {
  int credentials, files;
};

extern int sockets_in_use;

extern struct inode *get_empty_inode(void);
extern int family_known(int family);
extern void request_module(int family);
extern struct socket *sock_alloc(void);
extern int family_create(struct socket *socket, int family, int protocol);
extern int sock_map(struct socket *socket);
extern void sock_release(struct socket *socket);
extern int scm_send(struct socket *socket, struct message *message,
                    struct scm *scm);
extern void scm_destroy(struct scm *scm);
extern int protocol_send(struct socket *socket, struct message *message,
                         int size, struct scm *scm);
extern int sys_sendto(int fd, const char *data, int count, int flags,
                      const struct message *address, int length);

#endif
