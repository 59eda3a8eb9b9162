# libmariadb stays a shared library that a user can replace (LGPL); zstd comes with it from the same system.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
pkg_check_modules(mariadb REQUIRED IMPORTED_TARGET libmariadb)
pkg_check_modules(zstd REQUIRED IMPORTED_TARGET libzstd)
find_path(XXHASH_INCLUDE_DIR xxhash.h REQUIRED)
