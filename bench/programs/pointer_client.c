// The client's side of the handshake in handshake_client.c, as a library would
// write it: a connection behind a pointer, a session on the heap, a transport
// that is chosen once, messages in a buffer, and a table that says for each
// state which message is expected and who takes it apart. What arrives and
// whether a write goes through are arbitrary.
//
//   -DPROPERTY=n   the assertion to check after each step, 1 to 6
//   -DBUG=n        seeds a mistake that violates property n
//
// struct record is written by the handlers and read by the properties only.
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

#ifndef PROPERTY
#define PROPERTY 1
#endif
#ifndef BUG
#define BUG 0
#endif

enum state {
  CONNECT,
  READ_HELLO,
  READ_CERTIFICATE,
  READ_REQUEST,
  READ_DONE,
  SEND_FLIGHT,
  READ_CHANGE_CIPHER,
  READ_FINISHED,
  COMPLETE,
};

// The handshake messages have the numbers of RFC 5246.
enum message_type {
  MESSAGE_HELLO_REQUEST = 0,
  MESSAGE_CLIENT_HELLO = 1,
  MESSAGE_HELLO = 2,
  MESSAGE_CERTIFICATE = 11,
  MESSAGE_REQUEST = 13,
  MESSAGE_DONE = 14,
  MESSAGE_VERIFY = 15,
  MESSAGE_KEY_EXCHANGE = 16,
  MESSAGE_FINISHED = 20,
  MESSAGE_CHANGE_CIPHER = 101,
};

enum suite { SUITE_RSA, SUITE_ANONYMOUS, SUITES };
enum { VERSION_1_0 = 0x301, VERSION_1_2 = 0x303 };
enum result { FAILED = -1, BLOCKED = 0, DONE = 1, NOT_MINE = 2 };

struct message {
  unsigned char type;
  unsigned char length; // of the body
  unsigned char body[6];
};

struct connection;

struct transport {
  int (*receive)(struct connection *connection, struct message *message);
  int (*send)(struct connection *connection, const struct message *message);
};

struct session {
  int version;
  int suite;
  int id;
  int has_server_certificate;
};

struct record {
  int sent_certificate, sent_verify, sent_finished;
  int got_hello, got_certificate, got_request, got_done;
  int got_change_cipher, got_finished;
};

struct connection {
  const struct transport *transport;
  struct session *session;
  struct message *message; // the last that came
  struct message *pending; // the same, if it is still to be handled, or null
  enum state state;
  int highest_version;
  int has_certificate;
  int is_renegotiating;
  int is_resumed;
  int is_requested;
  int offered_id;
  struct record record;
};

// ---- Transports: one that always writes and one that may have to wait.

static int receive_bytes(struct connection *connection,
                         struct message *message) {
  (void)connection;
  if (!__VERIFIER_nondet_int())
    return BLOCKED;
  message->type = (unsigned char)__VERIFIER_nondet_int();
  message->length = (unsigned char)__VERIFIER_nondet_int();
  if (message->length > sizeof message->body)
    return FAILED;
  for (int i = 0; i < message->length; i++)
    message->body[i] = (unsigned char)__VERIFIER_nondet_int();
  return DONE;
}

static int send_at_once(struct connection *connection,
                        const struct message *message) {
  (void)connection, (void)message;
  return DONE;
}

static int send_or_wait(struct connection *connection,
                        const struct message *message) {
  (void)connection, (void)message;
  return __VERIFIER_nondet_int() ? DONE : BLOCKED;
}

static const struct transport file_transport = {receive_bytes, send_at_once};
static const struct transport socket_transport = {receive_bytes, send_or_wait};

// ---- What to do with each message.

static int parse_hello(struct connection *connection,
                       const struct message *message) {
  struct session *session = connection->session;
  if (message->length < 4)
    return FAILED;
  int version = message->body[0] << 8 | message->body[1];
  if (version < VERSION_1_0)
    return FAILED;
  if (version > connection->highest_version &&
      !(BUG == 1 && connection->is_renegotiating))
    return FAILED;
  int suite = message->body[2];
  if (suite >= SUITES)
    return FAILED;
  int id = message->body[3];
  connection->is_resumed = id != 0 && id == connection->offered_id;
  if (BUG == 2 && id != 0 && session->version == version)
    connection->is_resumed = 1;
  if (connection->is_resumed && session->version != version)
    return FAILED;
  if (!connection->is_resumed)
    session->has_server_certificate = 0;
  session->version = version;
  session->suite = suite;
  session->id = id;
  connection->record.got_hello = 1;
  connection->state =
      connection->is_resumed ? READ_CHANGE_CIPHER : READ_CERTIFICATE;
  return DONE;
}

static int parse_certificate(struct connection *connection,
                             const struct message *message) {
  if (connection->session->suite == SUITE_ANONYMOUS) {
    connection->state = READ_REQUEST;
    return NOT_MINE;
  }
  if (message->type != MESSAGE_CERTIFICATE) {
    if (BUG != 3)
      return FAILED;
    connection->state = READ_REQUEST;
    return NOT_MINE;
  }
  if (message->length == 0)
    return FAILED;
  connection->session->has_server_certificate = 1;
  connection->record.got_certificate = 1;
  connection->state = READ_REQUEST;
  return DONE;
}

static int parse_request(struct connection *connection,
                         const struct message *message) {
  connection->state = READ_DONE;
  if (message->type != MESSAGE_REQUEST)
    return NOT_MINE;
  connection->is_requested = 1;
  connection->record.got_request = 1;
  return DONE;
}

static int parse_done(struct connection *connection,
                      const struct message *message) {
  if (message->length != 0)
    return FAILED;
  connection->record.got_done = 1;
  connection->state = SEND_FLIGHT;
  return DONE;
}

static int parse_change_cipher(struct connection *connection,
                               const struct message *message) {
  if (message->length != 1 || message->body[0] != 1)
    return FAILED;
  connection->record.got_change_cipher = 1;
  connection->state = READ_FINISHED;
  return DONE;
}

static int parse_finished(struct connection *connection,
                          const struct message *message) {
  if (message->length != 4 || !__VERIFIER_nondet_int()) // a wrong digest
    return FAILED;
  connection->record.got_finished = 1;
  connection->state = connection->is_resumed ? SEND_FLIGHT : COMPLETE;
  return DONE;
}

// By state. A message that may be left out is of any type: its parser looks.
enum { ANY_TYPE = -1 };

static const struct expectation {
  enum state state;
  int type;
  int (*parse)(struct connection *connection, const struct message *message);
} expectations[] = {
    {READ_HELLO, MESSAGE_HELLO, parse_hello},
    {READ_CERTIFICATE, ANY_TYPE, parse_certificate},
    {READ_REQUEST, ANY_TYPE, parse_request},
    {READ_DONE, MESSAGE_DONE, parse_done},
    {READ_CHANGE_CIPHER, MESSAGE_CHANGE_CIPHER, parse_change_cipher},
    {READ_FINISHED, MESSAGE_FINISHED, parse_finished},
};

static const struct expectation *find_expectation(enum state state) {
  size_t count = sizeof expectations / sizeof expectations[0];
  for (size_t i = 0; i < count; i++)
    if (expectations[i].state == state)
      return &expectations[i];
  return NULL;
}

static int read_message(struct connection *connection,
                        const struct expectation *expectation) {
  if (!connection->pending) {
    int result =
        connection->transport->receive(connection, connection->message);
    if (result != DONE)
      return result;
    connection->pending = connection->message;
  }
  const struct message *message = connection->pending;
  if (expectation->type != ANY_TYPE && message->type != expectation->type)
    return FAILED;
  int result = expectation->parse(connection, message);
  if (result == NOT_MINE)
    return DONE;
  connection->pending = NULL;
  return result;
}

// ---- What is sent.

static int send_message(struct connection *connection, int type) {
  struct message message = {.type = (unsigned char)type};
  return connection->transport->send(connection, &message);
}

static int send_hello(struct connection *connection) {
  memset(&connection->record, 0, sizeof connection->record);
  connection->pending = NULL;
  connection->is_resumed = 0;
  connection->is_requested = 0;
  connection->offered_id =
      __VERIFIER_nondet_int() ? connection->session->id : 0;
  int result = send_message(connection, MESSAGE_CLIENT_HELLO);
  if (result == DONE)
    connection->state = READ_HELLO;
  return result;
}

static int send_flight(struct connection *connection) {
  struct record *record = &connection->record;
  int result = DONE;
  if (connection->is_requested) {
    result = send_message(connection, MESSAGE_CERTIFICATE);
    record->sent_certificate |= connection->has_certificate;
  }
  if (result == DONE && !connection->is_resumed)
    result = send_message(connection, MESSAGE_KEY_EXCHANGE);
  if (result == DONE && connection->is_requested &&
      (connection->has_certificate || BUG == 4)) {
    result = send_message(connection, MESSAGE_VERIFY);
    record->sent_verify = 1;
  }
  if (result == DONE)
    result = send_message(connection, MESSAGE_FINISHED);
  if (result != DONE)
    return result;
  record->sent_finished = 1;
  connection->state = connection->is_resumed ? COMPLETE : READ_CHANGE_CIPHER;
  if (BUG == 5 && connection->is_renegotiating)
    connection->state = READ_FINISHED;
  return DONE;
}

static int take_step(struct connection *connection) {
  switch (connection->state) {
  case CONNECT: return send_hello(connection);
  case SEND_FLIGHT: return send_flight(connection);
  case COMPLETE:
    if (!__VERIFIER_nondet_int())
      return FAILED;
    connection->is_renegotiating = 1;
    connection->state = CONNECT;
    if (BUG == 6)
      connection->session->has_server_certificate = 0;
    return DONE;
  default: break;
  }
  const struct expectation *expectation = find_expectation(connection->state);
  return expectation ? read_message(connection, expectation) : FAILED;
}

static int implies(int a, int b) {
  return !a || b;
}

static int holds(const struct connection *connection) {
  const struct record *record = &connection->record;
  const struct session *session = connection->session;
  switch (PROPERTY) {
  // The version is one that was offered.
  case 1:
    return implies(record->got_hello,
                   session->version <= connection->highest_version);
  // The server resumes no session but the one that was offered.
  case 2:
    return implies(connection->is_resumed,
                   session->id == connection->offered_id);
  // In a full handshake an RSA server shows a certificate before Finished.
  case 3:
    return implies(record->sent_finished && !connection->is_resumed &&
                       session->suite == SUITE_RSA,
                   record->got_certificate);
  // CertificateVerify follows a certificate.
  case 4: return implies(record->sent_verify, record->sent_certificate);
  // A Finished is accepted after ChangeCipherSpec only.
  case 5: return implies(record->got_finished, record->got_change_cipher);
  // The certificate of a full handshake is remembered until the next.
  case 6:
    return implies(record->got_certificate, session->has_server_certificate);
  }
  return 0;
}

static int connection_init(struct connection *connection) {
  *connection = (struct connection){
      .transport =
          __VERIFIER_nondet_int() ? &file_transport : &socket_transport,
      .highest_version = __VERIFIER_nondet_int() ? VERSION_1_2 : VERSION_1_0,
      .has_certificate = __VERIFIER_nondet_int() != 0,
      .session = calloc(1, sizeof(struct session)),
      .message = calloc(1, sizeof(struct message)),
      .state = CONNECT,
  };
  return connection->session && connection->message;
}

int main(void) {
  struct connection connection;
  if (connection_init(&connection))
    while (take_step(&connection) != FAILED)
      assert(holds(&connection));
  free(connection.message);
  free(connection.session);
  return 0;
}
