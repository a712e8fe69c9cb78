// The version that `vouch --version` tells and that evidence records.
#ifndef VOUCH_BASE_VERSION_H
#define VOUCH_BASE_VERSION_H

#define VOUCH_VERSION "0.1.0"

#endif
