# cmake -DNM=... -DOBJCOPY=... -DLIBRARY=... -P prefix_symbols.cmake
#
# Gives hone_internal_ to every symbol of a static library that does not begin with hone_, so that what the
# library's files share among themselves never meets a name of the program that links it.
execute_process(COMMAND ${NM} -g -j --defined-only ${LIBRARY}
  OUTPUT_VARIABLE names ERROR_QUIET COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n]+" names "${names}")
list(FILTER names EXCLUDE REGEX "^hone_|:$|^__")
list(REMOVE_DUPLICATES names)
set(map "")
foreach(name IN LISTS names)
  string(APPEND map "${name} hone_internal_${name}\n")
endforeach()
file(WRITE ${LIBRARY}.map "${map}")
execute_process(COMMAND ${OBJCOPY} --redefine-syms=${LIBRARY}.map ${LIBRARY}
  COMMAND_ERROR_IS_FATAL ANY)
file(REMOVE ${LIBRARY}.map)
