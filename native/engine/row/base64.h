#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "support/buffer.h"

namespace sluice {

/// The bytes `encode_base64` writes for `bytes` of input.
constexpr std::size_t base64_room(std::size_t bytes) { return (bytes + 2) / 3 * 4; }

/// Writes `bytes` to `out` as base64 with padding and without line breaks (RFC 4648; FROM_BASE64 on both
/// vendors takes it) and returns the end of what was written.
char* encode_base64(std::string_view bytes, char* out);

/// Replaces `hex` with the hexadecimal digits of the bytes that `base64` stands for. Returns false where it
/// is no base64 as `encode_base64` writes it.
bool base64_to_hex(std::string_view base64, std::string& hex);

/// Appends the bytes that `base64` stands for. Line breaks in it are allowed: TO_BASE64 writes them. Returns
/// false where it is no base64.
bool decode_base64(std::string_view base64, Buffer& bytes);

/// Returns whether FROM_BASE64 on both vendors finds bytes in all of it: digits in groups of four with
/// padding, and line breaks, which TO_BASE64 writes.
bool is_base64(std::string_view text);

/// Appends the bytes that pairs of hexadecimal digits stand for. Returns false where they are none.
bool decode_hex(std::string_view digits, Buffer& bytes);

/// Writes two hexadecimal digits for each byte, in capitals, and returns the end of what was written.
char* encode_hex(std::string_view bytes, char* out);

}  // namespace sluice
