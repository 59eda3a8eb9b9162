#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "codec/archive_entry.h"
#include "codec/decoder.h"

namespace sluice {

/// A file in an archive, whose size and checksum its list records. Where more comes out than that, or
/// another text, it is damaged.
class EntryDecoder final : public Decoder {
 public:
  /// `stored` is the archive, which must outlive the decoder.
  EntryDecoder(StoredFile& stored, const ArchiveEntry& entry, Codec codec, ProgressBoard& board);

  std::size_t read(char* buffer, std::size_t capacity) override;
  void leave_points(std::shared_ptr<AccessPoints> points) override {
    decoder_->leave_points(std::move(points));
  }
  std::optional<std::uint64_t> frame_before(std::uint64_t unpacked) const override {
    return decoder_->frame_before(unpacked);
  }

 private:
  StoredFile& stored_;
  const ArchiveEntry entry_;
  const std::unique_ptr<Decoder> decoder_;
  std::uint64_t bytes_ = 0;
  std::uint32_t crc32_ = 0;
};

}  // namespace sluice
