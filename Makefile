# The short commands. What they build is told in CMakeLists.txt and CMakePresets.json.

JOBS    ?= $(shell nproc 2>/dev/null || echo 2)
MINUTES ?= 10
PREFIX  ?= /usr/local
DESTDIR ?=

# The builds below count their own jobs and are nobody's sub-make.
CLEAN   := env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL
CMAKE   := $(CLEAN) cmake
CTEST   := $(CLEAN) ctest

.PHONY: all help demo test test-all bench fuzz install format tidy coverage amalgamation pictures firmware clean

all: setup-build
	@$(CMAKE) --preset release
	@$(CMAKE) --build --preset release --parallel $(JOBS) --target hone hone_shared hone_manual

help:
	@echo 'make demo          set up, build, draw the bundled dancers, say where the pictures are'
	@echo 'make test          set up, build with sanitizers, run every test'
	@echo 'make test-all      every test in every build, and short fuzzing (what CI runs)'
	@echo 'make               build the library and the program (optimised)'
	@echo 'make bench         the figures of this machine'
	@echo 'make fuzz          fuzz every reader for MINUTES=10 each'
	@echo 'make firmware      build and run the firmware: emulated Cortex-M boards, WebAssembly, Arduino library'
	@echo 'make install       into PREFIX=/usr/local, below DESTDIR'
	@echo 'make amalgamation  hone.h + hone.c, and the core alone, into out/amalgamation'
	@echo 'make format        lay out the sources (clang-format)'
	@echo 'make tidy          look for bugs in the sources (clang-tidy)'
	@echo 'make coverage      which lines the tests run'
	@echo 'make pictures      draw the pictures of the documents again'
	@echo 'make clean         remove build/ and out/'

.PHONY: setup-build setup-test setup-all
setup-build setup-test setup-all: setup-%:
	@tool/setup.sh $*

demo: all
	@tool/demo.sh build/release/app/cli/hone out/demo

pictures: all
	@build/release/app/cli/hone render data/dance.bvh data/dance2.bvh --face data/face.png \
	  --face data/face2.png --size 360x234 --fps 20 --from 12 --to 16 -o doc/picture/dance.gif
	@build/release/app/cli/hone render data/fox_ske.json --animation walk --size 234x234 \
	  -o doc/picture/fox.gif

test: setup-test
	@$(CMAKE) --preset dev
	@$(CMAKE) --build --preset dev --parallel $(JOBS)
	@$(CTEST) --preset dev --parallel $(JOBS)

test-all: setup-all
	@$(CLEAN) tool/test_all.sh $(JOBS)

bench: all
	@build/release/app/cli/hone bench

fuzz: setup-all
	@$(CMAKE) --preset fuzz
	@$(CMAKE) --build --preset fuzz --parallel $(JOBS)
	@tool/fuzz.sh build/fuzz/fuzz $(MINUTES)

# BUDGET=update writes the figures down as the new budget.
firmware: setup-all
	@$(CMAKE) --preset release >/dev/null
	@$(CMAKE) --build --preset release --parallel $(JOBS) --target firmware
	@JOBS=$(JOBS) python3 tool/firmware.py build/release/firmware/firmware build/release/firmware out/firmware \
	  $(if $(filter update,$(BUDGET)),--update-budget)

install: all
	@DESTDIR='$(DESTDIR)' $(CMAKE) --install build/release --prefix '$(PREFIX)'

amalgamation:
	@python3 tool/amalgamate.py out/amalgamation

format: setup-test
	@python3 test/house/check_format.py --fix

tidy: setup-test
	@$(CMAKE) --preset dev >/dev/null
	@python3 test/house/check_tidy.py build/dev

coverage: setup-test
	@$(CMAKE) --preset coverage
	@$(CMAKE) --build --preset coverage --parallel $(JOBS)
	@$(CTEST) --preset coverage --parallel $(JOBS)
	@python3 tool/coverage.py build/coverage

clean:
	rm -rf build out
