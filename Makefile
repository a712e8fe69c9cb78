# One Makefile for everything. `make help` lists the targets.
#
# MODE=release (default) leaves the program at build/vouch; MODE=debug, asan and
# cov leave theirs at build/<mode>/vouch. Objects, the library of everything but
# main, and the unit tests are under build/<mode>/. V=1 shows the commands.

MODE ?= release
CC = gcc
CLANG_FORMAT ?= clang-format

Q := $(if $(V),,@)

CPPFLAGS = -Isrc -D_GNU_SOURCE
WARNINGS = -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes
CFLAGS = -std=c11 -g $(WARNINGS) $(if $(CI)$(STRICT),-Werror) $(CFLAGS_$(MODE))
LDFLAGS = $(LDFLAGS_$(MODE))

CFLAGS_release = -O2
CFLAGS_debug = -O0 -DVOUCH_DEBUG
CFLAGS_asan = -O1 -DVOUCH_DEBUG -fno-omit-frame-pointer \
  -fsanitize=address,undefined -fno-sanitize-recover=all
LDFLAGS_asan = -fsanitize=address,undefined
CFLAGS_cov = -O0 --coverage
LDFLAGS_cov = --coverage

ifeq ($(CFLAGS_$(MODE)),)
  $(error MODE must be release, debug, asan or cov, not '$(MODE)')
endif

# Asked for in recipes only: `make test` installs LLVM when it is missing, after
# this file was read.
LLVM_CONFIG = llvm-config-19
LLVM_CPPFLAGS = -isystem $(shell $(LLVM_CONFIG) --includedir)
LLVM_LIBS = $(shell $(LLVM_CONFIG) --ldflags --libs --link-shared)
LIBS = -Wl,--as-needed $(LLVM_LIBS) -lz3 -lbdd -ljansson -lyaml -lm

BUILD := build/$(MODE)
VOUCH := $(if $(filter release,$(MODE)),build/vouch,$(BUILD)/vouch)
LIBRARY := $(BUILD)/libvouch.a

SOURCES := $(sort $(wildcard src/*/*.c))
OBJECTS := $(SOURCES:%.c=$(BUILD)/%.o)
MAIN := $(BUILD)/src/cli/main.o
UNIT_SOURCES := $(sort $(wildcard test/unit/*/test_*.c))
UNIT_TESTS := $(UNIT_SOURCES:%.c=$(BUILD)/%)

.PHONY: all install deb demo test test-everything unit unit-tests check-layers \
  check-clang check-headers format clean help setup fuzz-lts fuzz-spec seeded compilers
.DELETE_ON_ERROR:
.SECONDARY:

all: $(VOUCH) ## build the program (MODE=release|debug|asan|cov)

$(VOUCH): $(MAIN) $(LIBRARY)
	@echo "  LINK $@"
	$(Q)$(CC) $(LDFLAGS) -o $@ $^ $(LIBS)

$(LIBRARY): $(filter-out $(MAIN),$(OBJECTS))
	@rm -f $@
	$(Q)ar rcs $@ $^

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	@echo "  CC   $@"
	$(Q)$(CC) $(CPPFLAGS) $(if $(filter src/frontend/% test/unit/frontend/%,$<),$(LLVM_CPPFLAGS)) \
	  $(CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/src/report/html.o: src/report/page.html src/report/vendor/dagre.min.js
$(BUILD)/src/report/harness.o: src/report/turns.runtime src/report/memory.runtime
$(BUILD)/src/report/overview.o: src/report/overview.html

$(UNIT_TESTS): %: %.o $(LIBRARY)
	@echo "  LINK $@"
	$(Q)$(CC) $(LDFLAGS) -o $@ $^ -lcmocka $(LIBS)

-include $(OBJECTS:.o=.d) $(UNIT_TESTS:=.d)

demo: setup ## install what is missing, build, and run the examples
	@$(MAKE) --no-print-directory all
	@examples/demo build/vouch

test: setup ## install what is missing, build, and run all tests
	@$(MAKE) --no-print-directory STRICT=1 test-everything

test-everything:
	@$(MAKE) --no-print-directory MODE=release all unit-tests
	@$(MAKE) --no-print-directory MODE=asan unit-tests
	@CC="$(CC)" LLVM_CONFIG="$(LLVM_CONFIG)" test/run --vouch build/vouch \
	  --script tools/check-layers --script tools/check-headers \
	  --script tools/check-clang \
	  --unit build/release/test/unit --unit build/asan/test/unit

unit-tests: $(UNIT_TESTS)

unit: unit-tests ## build and run the unit tests in the chosen mode
	@test/run --only unit --unit $(BUILD)/test/unit

FUZZ_SECONDS ?= 900

fuzz-lts: ## fuzz the readers of .aut and .dot (FUZZ_SECONDS=900)
	@$(MAKE) --no-print-directory MODE=asan build/asan/test/unit/lts/test_fuzz
	@LTS_FUZZ_SECONDS=$(FUZZ_SECONDS) build/asan/test/unit/lts/test_fuzz

fuzz-spec: ## fuzz the specification language for FUZZ_SECONDS (15 minutes)
	@$(MAKE) --no-print-directory MODE=asan build/asan/test/unit/spec/test_fuzz
	@FUZZ_SECONDS=$(FUZZ_SECONDS) build/asan/test/unit/spec/test_fuzz

seeded: ## violate stated invariants: debug mode must catch all of them
	@$(MAKE) --no-print-directory MODE=debug all
	@test/seeded.py

OTHER_CC ?= clang-19

compilers: ## build with gcc and OTHER_CC (clang-19) and compare all dumps
	@$(MAKE) --no-print-directory STRICT=1 all
	@$(MAKE) --no-print-directory STRICT=1 CC="$(OTHER_CC)" \
	  BUILD=build/other VOUCH=build/other/vouch all
	@tools/compare-compilers build/vouch build/other/vouch

check-layers: ## each folder of src/ includes only those before it
	@tools/check-layers

check-clang: ## clang takes all sources without a warning
	@LLVM_CONFIG="$(LLVM_CONFIG)" tools/check-clang

check-headers: ## each header compiles alone
	@CC="$(CC)" LLVM_CONFIG="$(LLVM_CONFIG)" tools/check-headers

format: ## clang-format all sources
	$(CLANG_FORMAT) -i $(wildcard src/*/*.[ch] test/unit/*.h test/unit/*/*.[ch])

setup: ## install the Debian packages that are missing
	@tools/install-packages

PREFIX ?= /usr/local
SHARE := $(DESTDIR)$(PREFIX)/share

install: all ## install to PREFIX (/usr/local), below DESTDIR
	install -d $(DESTDIR)$(PREFIX)/bin $(SHARE)/vouch/specs $(SHARE)/man/man1 \
	  $(SHARE)/bash-completion/completions $(SHARE)/zsh/site-functions \
	  $(SHARE)/fish/vendor_completions.d
	install $(VOUCH) $(DESTDIR)$(PREFIX)/bin/vouch
	install -m 644 specs/* $(SHARE)/vouch/specs
	$(VOUCH) help man > $(SHARE)/man/man1/vouch.1
	$(VOUCH) help bash > $(SHARE)/bash-completion/completions/vouch
	$(VOUCH) help zsh > $(SHARE)/zsh/site-functions/_vouch
	$(VOUCH) help fish > $(SHARE)/fish/vendor_completions.d/vouch.fish

DEB ?= build

deb: all ## make a Debian package in DEB (build)
	@MAKE="$(MAKE)" tools/make-deb $(DEB)

clean: ## remove build/
	rm -rf build

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(firstword $(MAKEFILE_LIST)) | \
	  expand -t 16
