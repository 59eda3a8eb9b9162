#include "codec/xz_index.h"

#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>

namespace sluice {
namespace {

/// Some hundred thousand blocks: those of a file of terabytes.
constexpr std::uint64_t kMostIndexBytes = 32 << 20;
constexpr std::size_t kReadBytes = 16 << 10;

/// Bytes from a place of the file; 0 at its end, and where it can't be read.
std::size_t read_at(int file, std::uint64_t place, std::uint8_t* buffer, std::size_t bytes) {
  ssize_t got = 0;
  do {
    got = ::pread(file, buffer, bytes, static_cast<off_t>(place));
  } while (got < 0 && errno == EINTR);
  return got < 0 ? 0 : static_cast<std::size_t>(got);
}

/// Finds the lists from the end of the file on, as liblzma asks for its parts; null where it can't.
lzma_index* find_index(lzma_stream& stream, lzma_index*& index, int file, std::uint64_t size) {
  if (lzma_file_info_decoder(&stream, &index, kMostIndexBytes, size) != LZMA_OK) return nullptr;
  std::array<std::uint8_t, kReadBytes> buffer{};
  std::uint64_t place = 0;
  while (true) {
    if (stream.avail_in == 0) {
      stream.next_in = buffer.data();
      stream.avail_in = read_at(file, place, buffer.data(), buffer.size());
      if (stream.avail_in == 0) return nullptr;
      place += stream.avail_in;
    }
    switch (lzma_code(&stream, LZMA_RUN)) {
      case LZMA_OK:
        break;
      case LZMA_SEEK_NEEDED:
        place = stream.seek_pos;
        stream.avail_in = 0;
        break;
      case LZMA_STREAM_END:
        return index;
      default:
        return nullptr;
    }
  }
}

XzBlock block_of(const lzma_index_iter& at) {
  return {at.block.uncompressed_file_offset, at.block.compressed_file_offset, at.stream.flags->check};
}

}  // namespace

std::shared_ptr<const XzIndex> XzIndex::read(int file) {
  struct stat facts {};
  if (::fstat(file, &facts) != 0 || facts.st_size <= 0) return nullptr;
  lzma_stream stream = LZMA_STREAM_INIT;
  lzma_index* index = nullptr;
  lzma_index* const found = find_index(stream, index, file, static_cast<std::uint64_t>(facts.st_size));
  lzma_end(&stream);
  return found == nullptr ? nullptr : std::shared_ptr<const XzIndex>(new XzIndex(found));
}

std::optional<XzBlock> XzIndex::at(std::uint64_t unpacked) const {
  lzma_index_iter at;
  lzma_index_iter_init(&at, index_.get());
  if (lzma_index_iter_locate(&at, unpacked) != 0) return std::nullopt;
  return block_of(at);
}

std::optional<XzBlock> XzIndex::behind(const XzBlock& block) const {
  lzma_index_iter at;
  lzma_index_iter_init(&at, index_.get());
  if (lzma_index_iter_locate(&at, block.unpacked) != 0) return std::nullopt;
  if (lzma_index_iter_next(&at, LZMA_INDEX_ITER_NONEMPTY_BLOCK) != 0) return std::nullopt;
  return block_of(at);
}

}  // namespace sluice
