# What every target of ours is compiled with; `sluice_options` carries it.
add_library(sluice_options INTERFACE)
target_compile_features(sluice_options INTERFACE cxx_std_20)
target_compile_options(sluice_options INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wnon-virtual-dtor -Wold-style-cast
  # No path of this machine in what is built; so objects are the same in every clone.
  -ffile-prefix-map=${SLUICE_ROOT}/=)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # gcc 12 warns of its own library: of members in every moved std::variant and std::optional, and of operator+
  # on strings.
  target_compile_options(sluice_options INTERFACE -Wno-maybe-uninitialized -Wno-restrict)
endif()

if(SLUICE_SANITIZE)
  target_compile_options(sluice_options INTERFACE
    -fsanitize=${SLUICE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(sluice_options INTERFACE -fsanitize=${SLUICE_SANITIZE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # A sanitizer's branches make sizes look possible that are not: gcc 12 warns of a resize() that cuts a file.
    target_compile_options(sluice_options INTERFACE -Wno-stringop-overflow -Wno-array-bounds)
  endif()
  if(SLUICE_SANITIZE STREQUAL "thread")
    # gcc says of every fence that TSan does not see it; the standard library has them in shared_ptr.
    target_compile_options(sluice_options INTERFACE -Wno-tsan)
  endif()
elseif(CMAKE_BUILD_TYPE STREQUAL "Release")
  target_compile_options(sluice_options INTERFACE -fstack-protector-strong)
  target_compile_definitions(sluice_options INTERFACE _FORTIFY_SOURCE=2)
endif()

if(SLUICE_FUZZ)
  # What the fuzzer sees of the way that an input took.
  target_compile_options(sluice_options INTERFACE -fsanitize=fuzzer-no-link)
endif()
