# Folders of the engine, and of its tests, whose sources are compiled together, because they include much the same: most of
# the processor time goes into headers and templates (measured with gcc 12). So a name in an anonymous namespace stands
# once in a group.
set(groups jobs sabotaged rows files scripts exports wire pages)
set(group_jobs load migrate direct verify)
set(group_sabotaged support dump target)
set(group_rows source read sort range row check)
set(group_files delimited fields json xml)
set(group_scripts script input)
set(group_exports export parquet rechunk)
set(group_wire wire codec)
set(group_pages innodb harness)

# Puts sources of a folder into its group.
function(set_group folder target)
  foreach(group ${groups})
    if(folder IN_LIST group_${group})
      set_source_files_properties(${ARGN} TARGET_DIRECTORY ${target} PROPERTIES UNITY_GROUP ${group})
      return()
    endif()
  endforeach()
  message(FATAL_ERROR "The folder ${folder} is in no group of native/cmake/groups.cmake")
endfunction()
