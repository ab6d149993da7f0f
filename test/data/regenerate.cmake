# Runs the generator of the bundled data and compares every file with the committed one.
file(MAKE_DIRECTORY ${OUTPUT})
execute_process(COMMAND ${GENERATOR} ${OUTPUT} RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "the generator failed: ${result}")
endif()
foreach(name dance.bvh dance2.bvh small.bvh face.png face2.png fox_ske.json fox_tex.json
             fox_tex.png)
  file(SHA256 ${OUTPUT}/${name} made)
  file(SHA256 ${COMMITTED}/${name} committed)
  if(NOT made STREQUAL committed)
    message(FATAL_ERROR "data/${name} is not what the generator makes: see ${OUTPUT}/${name}")
  endif()
endforeach()
