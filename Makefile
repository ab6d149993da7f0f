# The short commands. Everything else is in CMakeLists.txt and CMakePresets.json.

.PHONY: all test clean

all:
	cmake --preset release
	cmake --build --preset release

test:
	cmake --preset dev
	cmake --build --preset dev
	ctest --preset dev

clean:
	rm -rf build out
