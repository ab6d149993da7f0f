# The short commands. What they build is told in CMakeLists.txt and CMakePresets.json.

JOBS    ?= $(shell nproc 2>/dev/null || echo 2)
MINUTES ?= 10
PREFIX  ?= /usr/local
DESTDIR ?=

# cmake and ctest count their own jobs.
unexport MAKEFLAGS MFLAGS MAKELEVEL

.PHONY: all help demo test test-all bench fuzz install format tidy coverage amalgamation clean

all: setup-build
	@cmake --preset release
	@cmake --build --preset release --parallel $(JOBS) --target hone hone_shared hone_manual

help:
	@echo 'make demo          set up, build, draw the bundled dancers, say where the pictures are'
	@echo 'make test          set up, build with sanitizers, run every test'
	@echo 'make test-all      every test in every build, and short fuzzing (what CI runs)'
	@echo 'make               build the library and the program (optimised)'
	@echo 'make bench         the figures of this machine'
	@echo 'make fuzz          fuzz every reader for MINUTES=10 each'
	@echo 'make install       into PREFIX=/usr/local, below DESTDIR'
	@echo 'make amalgamation  hone.h + hone.c, and the core alone, into out/amalgamation'
	@echo 'make format        lay out the sources (clang-format)'
	@echo 'make tidy          look for bugs in the sources (clang-tidy)'
	@echo 'make coverage      which lines the tests run'
	@echo 'make clean         remove build/ and out/'

.PHONY: setup-build setup-test setup-all
setup-build setup-test setup-all: setup-%:
	@tool/setup.sh $*

demo: all
	@tool/demo.sh build/release/app/cli/hone out/demo

test: setup-test
	@cmake --preset dev
	@cmake --build --preset dev --parallel $(JOBS)
	@ctest --preset dev --parallel $(JOBS)

test-all: setup-all
	@tool/test_all.sh $(JOBS)

bench: all
	@build/release/app/cli/hone bench

fuzz: setup-all
	@cmake --preset fuzz
	@cmake --build --preset fuzz --parallel $(JOBS)
	@tool/fuzz.sh build/fuzz/fuzz $(MINUTES)

install: all
	@DESTDIR='$(DESTDIR)' cmake --install build/release --prefix '$(PREFIX)'

amalgamation:
	@python3 tool/amalgamate.py out/amalgamation

format: setup-test
	@python3 test/house/check_format.py --fix

tidy: setup-test
	@cmake --preset dev >/dev/null
	@python3 test/house/check_tidy.py build/dev

coverage: setup-test
	@cmake --preset coverage
	@cmake --build --preset coverage --parallel $(JOBS)
	@ctest --preset coverage --parallel $(JOBS)
	@python3 tool/coverage.py build/coverage

clean:
	rm -rf build out
