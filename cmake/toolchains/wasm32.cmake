# WebAssembly by clang-14 with Debian's wasi-libc. Linked by wasm-ld itself, because the driver runs wasm-opt where
# that is installed, which refuses modules with vector code.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang-14)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_AR llvm-ar-14)
set(CMAKE_RANLIB llvm-ranlib-14)
set(CMAKE_C_FLAGS_RELEASE_INIT "-O2 -DNDEBUG")
set(CMAKE_EXECUTABLE_SUFFIX_C .wasm)
set(CMAKE_C_LINK_EXECUTABLE
  "wasm-ld-14 --no-entry --strip-all <LINK_FLAGS> <OBJECTS> -o <TARGET> <LINK_LIBRARIES> -L/usr/lib/wasm32-wasi -lc")
set(HONE_FIRMWARE_PORT port_web.c)
