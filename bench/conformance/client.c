// The client of bench/programs/handshake_client.c with its messages as calls;
// their procedure abstractions and the properties of their order are in
// client.spec. -DBUG=n seeds a mistake that violates the n-th property.
//
// What is received: 1 it came, 0 nothing came yet, -1 something else came,
// which stays where it is. So a message that the server may leave out is tried,
// and the next one is expected if it is not there.
#ifndef BUG
#define BUG 0
#endif

extern int recv_server_hello(void);
extern int recv_certificate(void);
extern int recv_key_exchange(void);
extern int recv_certificate_request(void);
extern int recv_hello_done(void);
extern int recv_ticket(void);
extern int recv_change_cipher(void);
extern int recv_finished(void); // -1 also when the digest is wrong
extern int recv_record(void);   // one of RECORD_..

extern void send_client_hello(int offered);
extern void send_certificate(int present); // 0: an empty one
extern void send_key_exchange(void);
extern void send_verify(void);
extern void send_change_cipher(void);
extern void send_finished(void);
extern int flush_output(void); // 1: all is written

extern int find_session(void);     // 1: there is one to offer
extern int server_version(void);   // what the ServerHello says:
extern int server_suite(void);     // one of SUITE_..
extern int server_resumes(void);   // 1: it is the old session
extern int server_announces(void); // 1: there will be a ticket
extern void use_version(int version, int lowest, int highest);
extern void handshake_complete(void);

enum {
  CONNECT = 0x1000,
  SEND_HELLO = 0x1010,
  SEND_CERTIFICATE = 0x1020,
  SEND_KEY_EXCHANGE = 0x1030,
  SEND_VERIFY = 0x1040,
  SEND_CHANGE_CIPHER = 0x1050,
  SEND_FINISHED = 0x1060,
  FLUSH = 0x1070,
  READ_HELLO = 0x1110,
  READ_CERTIFICATE = 0x1120,
  READ_KEY_EXCHANGE = 0x1130,
  READ_REQUEST = 0x1140,
  READ_DONE = 0x1150,
  READ_TICKET = 0x1160,
  READ_CHANGE_CIPHER = 0x1170,
  READ_FINISHED = 0x1180,
  COMPLETE = 0x1200,
  TRANSFER = 0x1210,
};

enum { RECORD_NONE, RECORD_DATA, RECORD_HELLO_REQUEST, RECORD_CLOSE };
enum { SUITE_RSA, SUITE_DHE, SUITE_ANONYMOUS, SUITE_SHARED_KEY };
enum { VERSION_1_0 = 0x301, VERSION_1_1 = 0x302, VERSION_1_2 = 0x303 };

// 0 when the connection was closed after a handshake, 1 after a failure.
int connect_to(int has_certificate, int can_resume, int lowest_version,
               int highest_version) {
  int state = CONNECT;
  int next_state = CONNECT; // after a flush
  int got = 0;              // what a recv_.. said
  int renegotiating = 0;

  int hit = 0; // a session is resumed
  int suite = SUITE_RSA;
  int version = VERSION_1_0;
  int offered_session = 0;
  int ticket_announced = 0;
  int requested = 0; // a certificate, by the server

  if (lowest_version < VERSION_1_0 || highest_version > VERSION_1_2 ||
      lowest_version > highest_version)
    return 1;
  for (;;) {
    switch (state) {
    case CONNECT:
      hit = 0;
      requested = 0;
      ticket_announced = 0;
      state = SEND_HELLO;
      break;

    case SEND_HELLO:
      offered_session = 0;
      if (can_resume && find_session())
        offered_session = 1;
      send_client_hello(offered_session);
      next_state = READ_HELLO;
      state = FLUSH;
      break;

    case FLUSH:
      if (flush_output())
        state = next_state;
      break;

    case READ_HELLO:
      got = recv_server_hello();
      if (got == 0)
        break;
      if (got < 0)
        return 1;
      version = server_version();
      if (version > highest_version)
        return 1;
      if (version < lowest_version &&
          !(BUG == 7 && renegotiating && version >= VERSION_1_0))
        return 1;
      use_version(version, lowest_version, highest_version);
      suite = server_suite();
      ticket_announced = server_announces();
      if (server_resumes()) {
        if (!offered_session && !(BUG == 9 && can_resume))
          return 1;
        hit = 1;
      }
      if (hit && ticket_announced)
        state = READ_TICKET;
      else if (hit)
        state = READ_CHANGE_CIPHER;
      else
        state = READ_CERTIFICATE;
      break;

    case READ_CERTIFICATE:
      if (suite == SUITE_ANONYMOUS || suite == SUITE_SHARED_KEY) {
        state = READ_KEY_EXCHANGE;
        break;
      }
      got = recv_certificate();
      if (got == 0)
        break;
      if (got < 0 && !(BUG == 3 && suite == SUITE_DHE))
        return 1;
      state = READ_KEY_EXCHANGE;
      break;

    case READ_KEY_EXCHANGE:
      if (suite == SUITE_SHARED_KEY || (suite == SUITE_RSA && BUG != 5)) {
        state = READ_REQUEST;
        break;
      }
      got = recv_key_exchange();
      if (got == 0)
        break;
      if (got < 0 && suite != SUITE_RSA)
        return 1;
      state = READ_REQUEST;
      break;

    case READ_REQUEST:
      got = recv_certificate_request();
      if (got == 0)
        break;
      if (got > 0) {
        if (suite == SUITE_ANONYMOUS)
          return 1;
        requested = 1;
      }
      state = READ_DONE;
      break;

    case READ_DONE:
      got = recv_hello_done();
      if (got == 0)
        break;
      if (got < 0 && BUG == 1 && suite == SUITE_SHARED_KEY) {
        state = SEND_KEY_EXCHANGE;
        break;
      }
      if (got < 0 && BUG == 8) {
        state = READ_CHANGE_CIPHER;
        break;
      }
      if (got < 0)
        return 1;
      if (requested || (BUG == 6 && has_certificate && renegotiating))
        state = SEND_CERTIFICATE;
      else
        state = SEND_KEY_EXCHANGE;
      break;

    case SEND_CERTIFICATE: // an empty list, if there is none
      send_certificate(has_certificate);
      state = SEND_KEY_EXCHANGE;
      break;

    case SEND_KEY_EXCHANGE:
      send_key_exchange();
      if (requested && (has_certificate || BUG == 2))
        state = SEND_VERIFY;
      else
        state = SEND_CHANGE_CIPHER;
      break;

    case SEND_VERIFY:
      send_verify();
      state = SEND_CHANGE_CIPHER;
      break;

    case SEND_CHANGE_CIPHER:
      send_change_cipher();
      state = SEND_FINISHED;
      break;

    case SEND_FINISHED:
      send_finished();
      if (BUG == 11 && renegotiating && ticket_announced)
        next_state = COMPLETE;
      else if (hit)
        next_state = COMPLETE;
      else if (ticket_announced || (BUG == 10 && version == VERSION_1_2))
        next_state = READ_TICKET;
      else if (BUG == 4 && suite == SUITE_SHARED_KEY)
        next_state = READ_FINISHED;
      else
        next_state = READ_CHANGE_CIPHER;
      state = FLUSH;
      break;

    case READ_TICKET:
      got = recv_ticket();
      if (got == 0)
        break;
      if (got < 0)
        return 1;
      state = READ_CHANGE_CIPHER;
      break;

    case READ_CHANGE_CIPHER:
      got = recv_change_cipher();
      if (got == 0)
        break;
      if (got < 0)
        return 1;
      state = READ_FINISHED;
      break;

    case READ_FINISHED:
      got = recv_finished();
      if (got == 0)
        break;
      if (got < 0)
        return 1;
      if (hit)
        state = SEND_CHANGE_CIPHER;
      else
        state = COMPLETE;
      break;

    case COMPLETE:
      handshake_complete();
      state = TRANSFER;
      break;

    case TRANSFER:
      got = recv_record();
      if (got == RECORD_NONE || got == RECORD_DATA)
        break;
      if (got != RECORD_HELLO_REQUEST)
        return 0;
      renegotiating = 1;
      state = CONNECT;
      if (BUG == 12 && !can_resume)
        state = READ_HELLO;
      break;
    }
  }
}
