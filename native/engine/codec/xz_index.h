#pragma once

#include <lzma.h>

#include <cstdint>
#include <memory>
#include <optional>

#include "codec/decoder.h"

namespace sluice {

/// Block of xz, which needs nothing of what came before it (the .xz file format, section 3).
struct XzBlock {
  /// Place of its first byte in what comes out.
  std::uint64_t unpacked = 0;
  /// Offset of its header in the file.
  std::uint64_t stored = 0;
  /// Kind of the checksum behind it.
  lzma_check check = LZMA_CHECK_NONE;
};

/// The list of blocks at the end of each stream of a file. Immutable: any thread may use it.
class XzIndex {
 public:
  /// Reads it where it is; nothing where the file does not end as it should, or says what can't be true: to
  /// unpack the file tells what is wrong. Leaves the file's place. Throws "file-failed" where the file can't
  /// be read, and std::bad_alloc.
  static std::shared_ptr<const XzIndex> read(const StoredFile& stored);

  /// The last block that begins at this place or before it, of those with any bytes.
  std::optional<XzBlock> at(std::uint64_t unpacked) const;
  /// The one behind it; nothing behind the last one.
  std::optional<XzBlock> behind(const XzBlock& block) const;

 private:
  struct Free {
    void operator()(lzma_index* index) const noexcept { lzma_index_end(index, nullptr); }
  };

  explicit XzIndex(lzma_index* index) : index_(index) {}

  const std::unique_ptr<lzma_index, Free> index_;
};

}  // namespace sluice
