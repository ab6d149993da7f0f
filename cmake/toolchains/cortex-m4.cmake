# Cortex-M4F: single precision in hardware.
set(HONE_PROCESSOR "-mcpu=cortex-m4 -mfloat-abi=hard -mfpu=fpv4-sp-d16")
set(HONE_FIRMWARE_PORT port_cortex_m.c)
set(HONE_BOARD mps2-an386)
set(HONE_BOARD_MHZ 25)
include(${CMAKE_CURRENT_LIST_DIR}/arm-none-eabi.cmake)
