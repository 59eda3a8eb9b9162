#include "dump/publish.h"

#include <array>
#include <string_view>
#include <utility>

#include "codec/file.h"
#include "support/sabotage.h"

namespace sluice {
namespace {

/// The format's index: big-endian offsets of row boundaries, of which readers use the last one, the total.
void write_index(const std::string& path, std::uint64_t total_bytes) {
  std::array<char, 8> big_endian{};
  for (char& byte : big_endian) {
    byte = static_cast<char>(total_bytes >> 56);
    total_bytes <<= 8;
  }
  OutputFile index(path);
  index.write({big_endian.data(), big_endian.size()});
  index.close();
}

}  // namespace

std::string chunk_extension(const Compression& compression) {
  return compression.codec == Codec::kZstd ? "tsv.zst" : "tsv";
}

std::vector<ChunkFacts> publish_chunks(const std::string& directory, const std::string& basename,
                                       const std::string& extension, std::vector<StagedChunk> chunks) {
  if (sabotaged(Sabotage::kSwapChunks) && chunks.size() > 1) std::swap(chunks[0].path, chunks[1].path);
  std::vector<ChunkFacts> facts;
  for (std::size_t number = 0; number < chunks.size(); ++number) {
    StagedChunk& chunk = chunks[number];
    const bool last = number + 1 == chunks.size();
    chunk.facts.file = basename + (last ? "@@" : "@") + std::to_string(number) + "." + extension;
    const std::string path = directory + "/" + chunk.facts.file;
    facts.push_back(chunk.facts);
    if (sabotaged(Sabotage::kReportEarly) && last) break;
    // The index first: whoever sees a chunk's final name finds its size.
    write_index(path + ".idx", chunk.facts.bytes);
    rename_file(chunk.path, path);
  }
  return facts;
}

}  // namespace sluice
