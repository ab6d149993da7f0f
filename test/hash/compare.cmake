# cmake -DPROGRAM=... -DEXPECTED=... [-DUPDATE=ON] -P compare.cmake
# Runs the program and compares what it prints with the file, line by line.
execute_process(COMMAND ${PROGRAM} OUTPUT_VARIABLE got RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${PROGRAM} ended with ${status}")
endif()
if(UPDATE)
  file(WRITE ${EXPECTED} "${got}")
endif()
file(READ ${EXPECTED} expected)
if(NOT got STREQUAL expected)
  message(FATAL_ERROR "other bits than expected\n--- got\n${got}--- expected\n${expected}"
    "(when the change is meant: cmake -DUPDATE=ON -DPROGRAM=${PROGRAM} -DEXPECTED=${EXPECTED} "
    "-P test/hash/compare.cmake)")
endif()
