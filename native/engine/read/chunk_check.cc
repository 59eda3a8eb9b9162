#include "read/chunk_check.h"

#include <array>
#include <cinttypes>
#include <cstdio>
#include <vector>

namespace sluice {
namespace {

std::string hex(std::uint64_t value) {
  std::array<char, 17> text{};
  std::snprintf(text.data(), text.size(), "%016" PRIx64, value);
  return text.data();
}

std::string instead_of(std::string_view what, std::uint64_t found, std::uint64_t recorded) {
  return std::string("holds ")
      .append(std::to_string(found))
      .append(" ")
      .append(what)
      .append(" instead of ")
      .append(std::to_string(recorded));
}

}  // namespace

std::string deviation(const ChunkFile& recorded, const ChunkReading& reading) {
  std::vector<std::string> found;
  if (recorded.bytes && *recorded.bytes != reading.bytes) {
    found.push_back(instead_of("bytes", reading.bytes, *recorded.bytes));
  }
  if (recorded.rows && *recorded.rows != reading.rows) {
    found.push_back(instead_of("rows", reading.rows, *recorded.rows));
  }
  if (reading.ends_within_row) found.emplace_back("ends in the middle of a row");
  if (recorded.xxh64 && *recorded.xxh64 != reading.xxh64) {
    found.push_back("has the digest " + hex(reading.xxh64) + " instead of " + hex(*recorded.xxh64));
  }
  std::string text;
  for (const std::string& one : found) text += (text.empty() ? "" : ", ") + one;
  return text;
}

Failure damage(const ChunkFile& chunk, std::string_view what) {
  Failure failure;
  failure.code = "dump-damaged";
  failure.message = chunk.file + " " + std::string(what) + ".";
  failure.chunk = chunk.file;
  return failure;
}

}  // namespace sluice
