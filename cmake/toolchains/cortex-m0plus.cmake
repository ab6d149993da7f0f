# Cortex-M0+ (and M0): no floating-point unit, no divider; tried on the emulated micro:bit.
set(HONE_PROCESSOR "-mcpu=cortex-m0plus")
set(HONE_FIRMWARE_PORT port_cortex_m.c)
set(HONE_BOARD microbit)
set(HONE_BOARD_MHZ 16)
include(${CMAKE_CURRENT_LIST_DIR}/arm-none-eabi.cmake)
