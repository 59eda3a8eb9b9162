#include "harness/dump_folder.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "codec/chunk_writer.h"

namespace sluice::test {

ChunkFile DumpFolder::write(const std::string& file, std::string_view text, Codec codec) {
  ChunkWriter writer({codec, 1}, board_);
  writer.open(folder_.file(file));
  writer.write(text);
  const WrittenChunk written = writer.finish();
  const auto rows = static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
  return {file, codec, rows, written.bytes, written.xxh64};
}

void DumpFolder::cut(const ChunkFile& chunk, std::size_t bytes) {
  const std::string file = folder_.file(chunk.file);
  std::filesystem::resize_file(file, std::filesystem::file_size(file) - bytes);
}

void DumpFolder::damage(const ChunkFile& chunk, std::size_t at) {
  std::fstream file(folder_.file(chunk.file), std::ios::in | std::ios::out | std::ios::binary);
  file.seekg(static_cast<std::streamoff>(at));
  const int byte = file.get();
  file.seekp(static_cast<std::streamoff>(at));
  file.put(static_cast<char>(byte ^ 1));
}

}  // namespace sluice::test
