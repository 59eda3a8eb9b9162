#include "read/chunk_check.h"

#include <array>
#include <cinttypes>
#include <cstdio>
#include <string>
#include <utility>

namespace sluice {
namespace {

std::string hex(std::uint64_t value) {
  std::array<char, 17> text{};
  std::snprintf(text.data(), text.size(), "%016" PRIx64, value);
  return text.data();
}

}  // namespace

std::vector<Message> deviations(const ChunkFile& recorded, const ChunkReading& reading) {
  std::vector<Message> found;
  if (recorded.bytes && *recorded.bytes != reading.bytes)
    found.push_back({"holdsBytes", {{"bytes", reading.bytes}, {"recorded", *recorded.bytes}}});
  if (recorded.rows && *recorded.rows != reading.rows)
    found.push_back({"holdsRows", {{"rows", reading.rows}, {"recorded", *recorded.rows}}});
  if (reading.ends_within_row) found.push_back("endsWithinRow");
  if (recorded.xxh64 && *recorded.xxh64 != reading.xxh64) {
    found.push_back({"hasDigest", {{"digest", hex(reading.xxh64)}, {"recorded", hex(*recorded.xxh64)}}});
  }
  return found;
}

Failure damage(const ChunkFile& chunk, std::vector<Message> deviations) {
  Failure failure;
  failure.code = "dump-damaged";
  failure.message = {"fileDiffers", {{"file", chunk.file}, {"deviations", std::move(deviations)}}};
  failure.chunk = chunk.file;
  return failure;
}

}  // namespace sluice
