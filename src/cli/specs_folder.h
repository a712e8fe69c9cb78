// Where `import <..>` looks: the folder `specs` that comes with the program.
#ifndef VOUCH_CLI_SPECS_FOLDER_H
#define VOUCH_CLI_SPECS_FOLDER_H

// The folder given on the command line, or else the one found beside the
// program: ../specs or ../../specs from a build folder, ../share/vouch/specs
// when installed. Null when there is none. The caller frees it.
char *specs_folder(const char *given);

#endif
