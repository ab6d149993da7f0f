# Cortex-M33 with its floating-point unit.
set(HONE_PROCESSOR "-mcpu=cortex-m33 -mfloat-abi=hard -mfpu=fpv5-sp-d16")
set(HONE_FIRMWARE_PORT port_cortex_m.c)
set(HONE_BOARD mps2-an505)
set(HONE_BOARD_MHZ 20)
include(${CMAKE_CURRENT_LIST_DIR}/arm-none-eabi.cmake)
