#include "codec/xz_index.h"

#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <new>

#include "codec/file_error.h"

namespace sluice {
namespace {

/// Some hundred thousand blocks: those of a file of terabytes.
constexpr std::uint64_t kMostIndexBytes = 32 << 20;
constexpr std::size_t kReadBytes = 16 << 10;

/// Bytes from a place of the file; 0 at its end.
std::size_t read_at(const StoredFile& stored, std::uint64_t place, std::uint8_t* buffer, std::size_t bytes) {
  ssize_t got = 0;
  do {
    got = ::pread(stored.descriptor(), buffer, bytes, static_cast<off_t>(place));
  } while (got < 0 && errno == EINTR);
  if (got < 0) throw file_error(stored.path(), "read", errno);
  return static_cast<std::size_t>(got);
}

struct Stream {
  Stream() = default;
  ~Stream() { lzma_end(&xz); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  lzma_stream xz = LZMA_STREAM_INIT;
};

/// Finds the lists from the end of the file on, as liblzma asks for its parts; null where it can't.
lzma_index* find_index(const StoredFile& stored, std::uint64_t size) {
  Stream stream;
  lzma_stream& xz = stream.xz;
  // It is set once all is read.
  lzma_index* index = nullptr;
  if (lzma_file_info_decoder(&xz, &index, kMostIndexBytes, size) != LZMA_OK) throw std::bad_alloc();
  std::array<std::uint8_t, kReadBytes> buffer{};
  std::uint64_t place = 0;
  while (true) {
    if (xz.avail_in == 0) {
      xz.next_in = buffer.data();
      xz.avail_in = read_at(stored, place, buffer.data(), buffer.size());
      if (xz.avail_in == 0) return nullptr;
      place += xz.avail_in;
    }
    switch (lzma_code(&xz, LZMA_RUN)) {
      case LZMA_OK:
        break;
      case LZMA_SEEK_NEEDED:
        place = xz.seek_pos;
        xz.avail_in = 0;
        break;
      case LZMA_STREAM_END:
        return index;
      case LZMA_MEM_ERROR:
        throw std::bad_alloc();
      default:
        return nullptr;
    }
  }
}

XzBlock block_of(const lzma_index_iter& at) {
  return {at.block.uncompressed_file_offset, at.block.compressed_file_offset, at.stream.flags->check};
}

}  // namespace

std::shared_ptr<const XzIndex> XzIndex::read(const StoredFile& stored) {
  struct stat facts {};
  if (::fstat(stored.descriptor(), &facts) != 0 || facts.st_size <= 0) return nullptr;
  lzma_index* const found = find_index(stored, static_cast<std::uint64_t>(facts.st_size));
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
