# libmariadb stays a shared library that a user can replace (LGPL); zstd and zlib come with it from the same system.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
pkg_check_modules(mariadb REQUIRED IMPORTED_TARGET libmariadb)
pkg_check_modules(zstd REQUIRED IMPORTED_TARGET libzstd)
pkg_check_modules(zlib REQUIRED IMPORTED_TARGET zlib)
# libmariadb has it as well; for the one way to sign in that libmariadb 3.3 lacks.
pkg_check_modules(libcrypto REQUIRED IMPORTED_TARGET libcrypto)
find_path(XXHASH_INCLUDE_DIR xxhash.h REQUIRED)
# Other tools' packings: without its library one is refused, and all else works.
find_package(BZip2)
pkg_check_modules(xz IMPORTED_TARGET liblzma>=5.4)
pkg_check_modules(lz4 IMPORTED_TARGET liblz4)
