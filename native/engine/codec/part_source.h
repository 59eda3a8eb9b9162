#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "codec/decoder.h"
#include "codec/packing.h"
#include "support/progress.h"

namespace sluice {

/// Range of a file's bytes, or of those of a file in an archive.
struct StoredPart {
  /// Before it was compressed.
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
};

/// The bytes of a part, unpacked. Of a compressed file all that stands between the nearest access point, or
/// its beginning, and the part is read too. Throws "dump-damaged" where the file ends before the part. Used
/// by one thread.
class PartSource final : public Decoder {
 public:
  /// `stored`, which nothing was read of, and `board` must outlive it.
  PartSource(StoredFile& stored, const Packing& packing, const StoredPart& part, ProgressBoard& board);

  std::size_t read(char* buffer, std::size_t capacity) override;
  /// Bytes of the part that were not read yet.
  std::uint64_t left() const { return left_; }

 private:
  std::size_t read_some(char* buffer, std::size_t capacity);

  StoredFile& stored_;
  /// Unpacks a compressed file; none for others.
  std::unique_ptr<Decoder> decoder_;
  std::uint64_t before_ = 0;  ///< Bytes to the part.
  std::uint64_t left_;
};

}  // namespace sluice
