#pragma once

#include <string>

namespace sluice::test {

/// Return the bytes as one whole stream or frame of the packing, by its own library.
std::string bzip2(const std::string& bytes);
/// `dictionary`: bytes that its reader has to hold.
std::string xz(const std::string& bytes, unsigned dictionary = 1U << 20);
/// As xz does with several threads: blocks of so many bytes.
std::string xz_blocks(const std::string& bytes, std::size_t block_bytes);
std::string lz4(const std::string& bytes);

}  // namespace sluice::test
