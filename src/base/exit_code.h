// What the process tells its caller. Success and "I do not know" never share a
// code, and the codes are those that users of other checkers expect.
#ifndef VOUCH_BASE_EXIT_CODE_H
#define VOUCH_BASE_EXIT_CODE_H

enum exit_code {
  EXIT_TRUE = 0,        // the property holds; the command did its work
  EXIT_USAGE = 1,       // the command line is wrong
  EXIT_BAD_INPUT = 2,   // a file is missing, unreadable or not valid
  EXIT_UNSUPPORTED = 3, // valid, but beyond what we model
  EXIT_VACUOUS = 4,     // it holds, but nothing could have violated it
  EXIT_UNKNOWN = 5,     // no verdict: a limit or an approximation
  EXIT_INTERNAL = 6,    // a bug of ours
  EXIT_FALSE = 10,      // the property is violated
};

#endif
