#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sluice {

/// The bytes `encode_base64` writes for `bytes` of input.
constexpr std::size_t base64_room(std::size_t bytes) { return (bytes + 2) / 3 * 4; }

/// Writes `bytes` to `out` as base64 with padding and without line breaks (RFC 4648; FROM_BASE64 on both
/// vendors takes it) and returns the end of what was written.
char* encode_base64(std::string_view bytes, char* out);

/// Replaces `hex` with the hexadecimal digits of the bytes that `base64` stands for. Returns false where it
/// is no base64 as `encode_base64` writes it.
bool base64_to_hex(std::string_view base64, std::string& hex);

}  // namespace sluice
