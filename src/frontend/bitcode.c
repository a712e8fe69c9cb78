#include "frontend/bitcode.h"

#include <fcntl.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/process.h"

static void report_llvm(LLVMDiagnosticInfoRef info, void *context) {
  struct diag *diag = context;
  if (LLVMGetDiagInfoSeverity(info) != LLVMDSError)
    return;
  char *text = LLVMGetDiagInfoDescription(info);
  diag_file(diag, SEVERITY_ERROR, NULL, "%s", text);
  LLVMDisposeMessage(text);
}

LLVMContextRef bitcode_context(struct frontend *frontend) {
  LLVMContextRef context = LLVMContextCreate();
  LLVMContextSetDiagnosticHandler(context, report_llvm, frontend->diag);
  return context;
}

// Null with a message (to be disposed) in *why.
static LLVMModuleRef parse(LLVMContextRef context, const char *file,
                           const char *bytes, size_t count, char **why) {
  LLVMMemoryBufferRef buffer =
      LLVMCreateMemoryBufferWithMemoryRangeCopy(bytes, count, file);
  LLVMModuleRef module = NULL;
  *why = NULL;
  if (LLVMParseIRInContext(context, buffer, &module, why))
    return NULL;
  if (!LLVMVerifyModule(module, LLVMReturnStatusAction, why)) {
    LLVMDisposeMessage(*why);
    *why = NULL;
    return module;
  }
  LLVMDisposeModule(module);
  return NULL;
}

// Parses in a child; true if the child survived, whatever it thought.
static bool survives_parsing(const char *file, const char *bytes,
                             size_t count) {
  fflush(NULL);
  pid_t child = fork();
  if (child < 0)
    return true;
  if (child == 0) {
    int null = open("/dev/null", O_WRONLY);
    if (null >= 0)
      dup2(null, STDERR_FILENO);
    char *why;
    parse(LLVMContextCreate(), file, bytes, count, &why);
    _exit(0);
  }
  return process_wait(child) == 0;
}

// LLVM takes an empty file for an empty module; a user does not.
static bool is_bitcode(const char *bytes, size_t count) {
  static const unsigned char raw[] = {'B', 'C', 0xc0, 0xde};
  static const unsigned char wrapped[] = {0xde, 0xc0, 0x17, 0x0b};
  return count > 4 && (!memcmp(bytes, raw, 4) || !memcmp(bytes, wrapped, 4));
}

// Was code moved about?
static bool has_optimised_unit(LLVMModuleRef module) {
  static const char name[] = "llvm.dbg.cu";
  unsigned count = LLVMGetNamedMetadataNumOperands(module, name);
  LLVMValueRef *units = memory_new_zero(count + 1, sizeof *units);
  LLVMGetNamedMetadataOperands(module, name, units);
  bool found = false;
  for (unsigned i = 0; i < count && !found; i++) {
    char *text = LLVMPrintValueToString(units[i]);
    found = strstr(text, "isOptimized: true") != NULL;
    LLVMDisposeMessage(text);
  }
  free(units);
  return found;
}

static void mark_optimised(LLVMModuleRef module) {
  if (!has_optimised_unit(module))
    return;
  LLVMAttributeRef mark =
      LLVMCreateStringAttribute(LLVMGetModuleContext(module), BITCODE_OPTIMISED,
                                sizeof BITCODE_OPTIMISED - 1, "", 0);
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
       f = LLVMGetNextFunction(f))
    LLVMAddAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                            mark);
}

LLVMModuleRef bitcode_read(struct frontend *frontend, LLVMContextRef context,
                           const char *file, const char *bytes, size_t count,
                           bool is_trusted) {
  if (!strcmp(file_suffix(file), ".bc") && !is_bitcode(bytes, count)) {
    diag_file(frontend->diag, SEVERITY_ERROR, file, "not LLVM bitcode");
    return NULL;
  }
  if (!is_trusted && !survives_parsing(file, bytes, count)) {
    diag_file(frontend->diag, SEVERITY_ERROR, file,
              "corrupt bitcode (LLVM cannot read it)");
    return NULL;
  }
  char *why;
  LLVMModuleRef module = parse(context, file, bytes, count, &why);
  if (!module)
    diag_file(frontend->diag, SEVERITY_ERROR, file, "not valid LLVM IR: %s",
              why && *why ? why : "see above");
  if (why)
    LLVMDisposeMessage(why);
  if (module && !is_trusted)
    mark_optimised(module);
  return module;
}

bool bitcode_link(struct frontend *frontend, LLVMModuleRef into,
                  LLVMModuleRef from, const char *file) {
  if (!LLVMLinkModules2(into, from))
    return true;
  diag_file(frontend->diag, SEVERITY_ERROR, file,
            "does not link with the files before it");
  return false;
}
