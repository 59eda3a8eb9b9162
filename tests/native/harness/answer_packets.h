#pragma once

#include <string>

namespace sluice::test {

/// Definition of one column `c`, as a server sends it before the rows.
inline const std::string kDefinition =
    std::string("\x03") + "def" + std::string("\0\0\0\1c\0\x0c\x2d\0\xff\0\0\0\xfd\0\0\0\0\0", 20);
/// Packet behind the definitions, and behind the rows.
inline const std::string kEof("\xfe\0\0\2\0", 5);

}  // namespace sluice::test
