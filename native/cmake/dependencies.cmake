# libmariadb stays a shared library that a user can replace (LGPL); zstd and zlib come with it from the same system.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
pkg_check_modules(mariadb REQUIRED IMPORTED_TARGET libmariadb)
pkg_check_modules(zstd REQUIRED IMPORTED_TARGET libzstd)
pkg_check_modules(zlib REQUIRED IMPORTED_TARGET zlib)
find_path(XXHASH_INCLUDE_DIR xxhash.h REQUIRED)
