// The server's side of the handshake in handshake_server.c, as a library would
// write it: a connection behind a pointer, the session that it establishes on
// the heap, transports with a table of operations, messages in buffers that
// handlers take apart, a handler for each state. What arrives, signatures and
// digests, and whether a write goes through are arbitrary.
//
//   -DPROPERTY=n   the assertion to check after each step, 1 to 10
//   -DBUG=n        seeds a mistake that violates property n
//
// struct record is written by the handlers and read by the properties only.
#include <assert.h>
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
  ACCEPT = 0x2000,
  SEND_HELLO_REQUEST = 0x2010,
  SEND_HELLO = 0x2020,
  SEND_CERTIFICATE = 0x2030,
  SEND_REQUEST = 0x2050,
  SEND_DONE = 0x2060,
  SEND_CHANGE_CIPHER = 0x2070,
  SEND_FINISHED = 0x2080,
  FLUSH = 0x2090,
  READ_HELLO = 0x2110,
  READ_CERTIFICATE = 0x2120,
  READ_KEY_EXCHANGE = 0x2130,
  READ_VERIFY = 0x2140,
  READ_CHANGE_CIPHER = 0x2150,
  READ_FINISHED = 0x2160,
  COMPLETE = 0x2200,
  TRANSFER = 0x2210,
};

// The handshake messages have the numbers of RFC 5246.
enum message_type {
  MESSAGE_HELLO_REQUEST = 0,
  MESSAGE_HELLO = 1,
  MESSAGE_SERVER_HELLO = 2,
  MESSAGE_CERTIFICATE = 11,
  MESSAGE_REQUEST = 13,
  MESSAGE_DONE = 14,
  MESSAGE_VERIFY = 15,
  MESSAGE_KEY_EXCHANGE = 16,
  MESSAGE_FINISHED = 20,
  MESSAGE_CHANGE_CIPHER = 101,
  MESSAGE_DATA = 102,
};

enum suite { SUITE_RSA, SUITE_ANONYMOUS, SUITE_SHARED_KEY, SUITES };
enum { VERSION_1_0 = 0x301, VERSION_1_2 = 0x303 };
enum result { FAILED = -1, BLOCKED = 0, DONE = 1 };

// A message: its type, the length of its body in two bytes, the body.
enum { HEADER_SIZE = 3, BODY_SIZE = 8 };

struct buffer {
  unsigned char *bytes;
  int length;
  int capacity;
};

struct connection;

struct transport {
  int (*receive)(struct connection *connection);
  int (*send)(struct connection *connection, int type);
  int (*flush)(struct connection *connection);
  int is_sealed;
};

struct configuration {
  int verify_peer;
  int require_certificate;
  int highest_version;
};

struct session {
  int version;
  int suite;
  int is_resumable;
  int has_peer_certificate;
};

struct record {
  int sent_hello, sent_request, sent_done, sent_change_cipher;
  int sent_finished, got_hello, got_certificate, got_key_exchange;
  int got_verify, got_change_cipher, got_finished;
  int finished_was_sealed; // by the transport that it was sent with
};

struct connection {
  const struct transport *transport;
  const struct configuration *configuration;
  struct session *session;
  struct buffer in, out;
  enum state state, next_state;
  int is_renegotiating;
  int is_resumed;
  int version, client_version;
  int suite;
  int certificate_requested;
  struct record record;
};

// ---- Transports: in the open, and under the keys agreed on.

static int read_byte(void) {
  return __VERIFIER_nondet_int() & 0xff;
}

static int receive_message(struct connection *connection) {
  struct buffer *in = &connection->in;
  if (!__VERIFIER_nondet_int())
    return BLOCKED;
  for (int i = 0; i < HEADER_SIZE; i++)
    in->bytes[i] = (unsigned char)read_byte();
  int body = in->bytes[1] << 8 | in->bytes[2];
  if (body > in->capacity - HEADER_SIZE)
    return FAILED;
  for (int i = 0; i < body; i++)
    in->bytes[HEADER_SIZE + i] = (unsigned char)read_byte();
  in->length = HEADER_SIZE + body;
  return DONE;
}

static int receive_sealed(struct connection *connection) {
  int result = receive_message(connection);
  if (result == DONE && !__VERIFIER_nondet_int()) // a wrong checksum
    return FAILED;
  return result;
}

static int send_message(struct connection *connection, int type) {
  struct buffer *out = &connection->out;
  unsigned char *at = out->bytes;
  *at++ = (unsigned char)type;
  *at++ = 0;
  *at++ = 0;
  out->length = (int)(at - out->bytes);
  return DONE;
}

static int flush_buffer(struct connection *connection) {
  if (!__VERIFIER_nondet_int())
    return BLOCKED;
  connection->out.length = 0;
  return DONE;
}

static const struct transport plain_transport = {
    .receive = receive_message,
    .send = send_message,
    .flush = flush_buffer,
};

static const struct transport sealed_transport = {
    .receive = receive_sealed,
    .send = send_message,
    .flush = flush_buffer,
    .is_sealed = 1,
};

// ---- Messages.

static int message_type(const struct buffer *in) {
  return in->bytes[0];
}

// The next message, if it is of the type.
static int expect(struct connection *connection, int type) {
  int result = connection->transport->receive(connection);
  if (result != DONE)
    return result;
  return message_type(&connection->in) == type ? DONE : FAILED;
}

static int read_number(const unsigned char **at) {
  int high = *(*at)++;
  return high << 8 | *(*at)++;
}

// Version, suite, whether to resume the session.
static int parse_hello(struct connection *connection) {
  const struct buffer *in = &connection->in;
  const unsigned char *at = in->bytes + HEADER_SIZE;
  if (in->length < HEADER_SIZE + 4)
    return FAILED;
  connection->client_version = read_number(&at);
  connection->suite = *at++;
  int wants_session = *at++;
  if (connection->client_version < VERSION_1_0 || connection->suite >= SUITES)
    return FAILED;
  connection->version = connection->configuration->highest_version;
  if (connection->client_version < connection->version)
    connection->version = connection->client_version;
  const struct session *session = connection->session;
  if (wants_session && (session->is_resumable || BUG == 9) &&
      (session->version == connection->version ||
       (BUG == 6 && connection->is_renegotiating))) {
    connection->is_resumed = 1;
    connection->suite = session->suite;
  }
  return DONE;
}

static void flush_then(struct connection *connection, enum state next) {
  connection->next_state = next;
  connection->state = FLUSH;
}

// ---- The states.

static int accept_client(struct connection *connection) {
  memset(&connection->record, 0, sizeof connection->record);
  connection->is_resumed = 0;
  connection->certificate_requested = 0;
  connection->transport = &plain_transport;
  connection->state =
      connection->is_renegotiating ? SEND_HELLO_REQUEST : READ_HELLO;
  return DONE;
}

static int send_hello_request(struct connection *connection) {
  connection->transport->send(connection, MESSAGE_HELLO_REQUEST);
  flush_then(connection, READ_HELLO);
  return DONE;
}

static int read_hello(struct connection *connection) {
  int result = expect(connection, MESSAGE_HELLO);
  if (result == DONE)
    result = parse_hello(connection);
  if (result != DONE)
    return result;
  connection->record.got_hello = 1;
  connection->state = SEND_HELLO;
  return DONE;
}

static int send_hello(struct connection *connection) {
  struct session *session = connection->session;
  connection->transport->send(connection, MESSAGE_SERVER_HELLO);
  connection->record.sent_hello = 1;
  if (connection->is_resumed) {
    connection->state = BUG == 2 && connection->is_renegotiating
                            ? SEND_FINISHED
                            : SEND_CHANGE_CIPHER;
    return DONE;
  }
  session->version = connection->version;
  session->suite = connection->suite;
  session->is_resumable = 0;
  session->has_peer_certificate = 0;
  connection->state = SEND_CERTIFICATE;
  return DONE;
}

static int send_certificate(struct connection *connection) {
  if (connection->suite == SUITE_RSA)
    connection->transport->send(connection, MESSAGE_CERTIFICATE);
  connection->state = SEND_REQUEST;
  return DONE;
}

static int send_request(struct connection *connection) {
  if (connection->configuration->verify_peer &&
      connection->suite == SUITE_RSA) {
    connection->transport->send(connection, MESSAGE_REQUEST);
    connection->certificate_requested = 1;
    connection->record.sent_request = 1;
  }
  connection->state = SEND_DONE;
  return DONE;
}

static int send_done(struct connection *connection) {
  connection->transport->send(connection, MESSAGE_DONE);
  connection->record.sent_done = 1;
  if (connection->certificate_requested ||
      (BUG == 5 && connection->configuration->verify_peer))
    flush_then(connection, READ_CERTIFICATE);
  else
    flush_then(connection, READ_KEY_EXCHANGE);
  return DONE;
}

static int flush(struct connection *connection) {
  int result = connection->transport->flush(connection);
  if (result == DONE)
    connection->state = connection->next_state;
  return result;
}

static int read_certificate(struct connection *connection) {
  int result = expect(connection, MESSAGE_CERTIFICATE);
  if (result != DONE)
    return result;
  if (connection->in.length > HEADER_SIZE) { // an empty list is no certificate
    connection->session->has_peer_certificate = 1;
    connection->record.got_certificate = 1;
  } else if (connection->configuration->require_certificate &&
             !(BUG == 8 && connection->version == VERSION_1_0)) {
    return FAILED;
  }
  connection->state = READ_KEY_EXCHANGE;
  return DONE;
}

static int read_key_exchange(struct connection *connection) {
  int result = expect(connection, MESSAGE_KEY_EXCHANGE);
  if (result != DONE)
    return result;
  connection->record.got_key_exchange = 1;
  if (connection->session->has_peer_certificate ||
      (BUG == 4 && connection->certificate_requested))
    connection->state = READ_VERIFY;
  else if (BUG == 3 && connection->suite == SUITE_SHARED_KEY)
    connection->state = READ_FINISHED;
  else
    connection->state = READ_CHANGE_CIPHER;
  return DONE;
}

static int read_verify(struct connection *connection) {
  int result = expect(connection, MESSAGE_VERIFY);
  if (result != DONE)
    return result;
  if (!__VERIFIER_nondet_int()) // a wrong signature
    return FAILED;
  connection->record.got_verify = 1;
  connection->state = READ_CHANGE_CIPHER;
  return DONE;
}

static int read_change_cipher(struct connection *connection) {
  int result = connection->transport->receive(connection);
  if (result != DONE)
    return result;
  int type = message_type(&connection->in);
  if (BUG == 1 && type == MESSAGE_FINISHED) {
    connection->record.got_finished = 1;
    connection->state = SEND_CHANGE_CIPHER;
    return DONE;
  }
  if (type != MESSAGE_CHANGE_CIPHER)
    return FAILED;
  connection->record.got_change_cipher = 1;
  connection->state = READ_FINISHED;
  return DONE;
}

static int read_finished(struct connection *connection) {
  int result = expect(connection, MESSAGE_FINISHED);
  if (result != DONE)
    return result;
  if (!__VERIFIER_nondet_int()) // a wrong digest
    return FAILED;
  connection->record.got_finished = 1;
  connection->state = connection->is_resumed ? COMPLETE : SEND_CHANGE_CIPHER;
  if (BUG == 7 && connection->is_renegotiating)
    connection->state = COMPLETE;
  return DONE;
}

static int send_change_cipher(struct connection *connection) {
  connection->transport->send(connection, MESSAGE_CHANGE_CIPHER);
  connection->record.sent_change_cipher = 1;
  if (!(BUG == 10 && connection->is_resumed))
    connection->transport = &sealed_transport;
  connection->state = SEND_FINISHED;
  return DONE;
}

static int send_finished(struct connection *connection) {
  connection->transport->send(connection, MESSAGE_FINISHED);
  connection->record.sent_finished = 1;
  connection->record.finished_was_sealed = connection->transport->is_sealed;
  flush_then(connection,
             connection->is_resumed ? READ_CHANGE_CIPHER : COMPLETE);
  return DONE;
}

static int complete(struct connection *connection) {
  connection->session->is_resumable = connection->suite != SUITE_ANONYMOUS;
  connection->state = TRANSFER;
  return DONE;
}

// Data, until either side wants new keys or the client is done.
static int transfer(struct connection *connection) {
  int result = connection->transport->receive(connection);
  if (result != DONE)
    return result;
  int type = message_type(&connection->in);
  if (type == MESSAGE_HELLO ||
      (type == MESSAGE_DATA && __VERIFIER_nondet_int())) {
    connection->is_renegotiating = 1;
    connection->state = ACCEPT;
    return DONE;
  }
  return type == MESSAGE_DATA ? DONE : FAILED;
}

static int take_step(struct connection *connection) {
  switch (connection->state) {
  case ACCEPT: return accept_client(connection);
  case SEND_HELLO_REQUEST: return send_hello_request(connection);
  case SEND_HELLO: return send_hello(connection);
  case SEND_CERTIFICATE: return send_certificate(connection);
  case SEND_REQUEST: return send_request(connection);
  case SEND_DONE: return send_done(connection);
  case SEND_CHANGE_CIPHER: return send_change_cipher(connection);
  case SEND_FINISHED: return send_finished(connection);
  case FLUSH: return flush(connection);
  case READ_HELLO: return read_hello(connection);
  case READ_CERTIFICATE: return read_certificate(connection);
  case READ_KEY_EXCHANGE: return read_key_exchange(connection);
  case READ_VERIFY: return read_verify(connection);
  case READ_CHANGE_CIPHER: return read_change_cipher(connection);
  case READ_FINISHED: return read_finished(connection);
  case COMPLETE: return complete(connection);
  case TRANSFER: return transfer(connection);
  }
  return FAILED;
}

static int implies(int a, int b) {
  return !a || b;
}

static int holds(const struct connection *connection) {
  const struct record *record = &connection->record;
  const struct session *session = connection->session;
  int is_complete = connection->state == COMPLETE;
  switch (PROPERTY) {
  // The server's Finished in a full handshake waits for ChangeCipherSpec.
  case 1:
    return implies(record->sent_finished && !connection->is_resumed,
                   record->got_change_cipher);
  // Finished is sent after the own ChangeCipherSpec.
  case 2: return implies(record->sent_finished, record->sent_change_cipher);
  // A Finished is accepted after ChangeCipherSpec only.
  case 3: return implies(record->got_finished, record->got_change_cipher);
  // No CertificateVerify without a client certificate.
  case 4: return implies(record->got_verify, record->got_certificate);
  // No client certificate that was not asked for.
  case 5: return implies(record->got_certificate, record->sent_request);
  // A session is resumed with its own version only.
  case 6:
    return implies(record->sent_hello && connection->is_resumed,
                   session->version == connection->version);
  // Complete means that Finished went both ways.
  case 7:
    return implies(is_complete, record->sent_finished && record->got_finished);
  // A certificate that is asked for and required came.
  case 8:
    return implies(is_complete && record->sent_request &&
                       connection->configuration->require_certificate,
                   record->got_certificate);
  // What is resumed may be: sessions of anonymous suites are not.
  case 9:
    return implies(record->sent_hello && connection->is_resumed,
                   session->is_resumable);
  // Finished is sealed.
  case 10: return implies(record->sent_finished, record->finished_was_sealed);
  }
  return 0;
}

static int buffer_init(struct buffer *buffer) {
  buffer->length = 0;
  buffer->capacity = HEADER_SIZE + BODY_SIZE;
  buffer->bytes = malloc((size_t)buffer->capacity);
  return buffer->bytes ? DONE : FAILED;
}

static int connection_init(struct connection *connection,
                           const struct configuration *configuration) {
  memset(connection, 0, sizeof *connection);
  connection->configuration = configuration;
  connection->state = ACCEPT;
  connection->session = calloc(1, sizeof *connection->session);
  if (!connection->session)
    return FAILED;
  if (buffer_init(&connection->in) != DONE)
    return FAILED;
  return buffer_init(&connection->out);
}

static void connection_release(struct connection *connection) {
  free(connection->in.bytes);
  free(connection->out.bytes);
  free(connection->session);
}

static void configure(struct configuration *configuration) {
  configuration->verify_peer = __VERIFIER_nondet_int() != 0;
  configuration->require_certificate = __VERIFIER_nondet_int() != 0;
  configuration->highest_version =
      __VERIFIER_nondet_int() ? VERSION_1_2 : VERSION_1_0;
}

int main(void) {
  struct configuration configuration;
  struct connection connection;
  configure(&configuration);
  if (connection_init(&connection, &configuration) == DONE)
    while (take_step(&connection) != FAILED)
      assert(holds(&connection));
  connection_release(&connection);
  return 0;
}
