#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "codec/decoder.h"
#include "codec/frame_points.h"
#include "codec/stored_input.h"
#include "codec/xz_index.h"

namespace sluice {

/// Streams of xz, one after the other, with padding between them; their checksums are compared. Begins at any
/// of their blocks: xz makes several where it packs with several threads.
class XzDecoder final : public Decoder {
 public:
  /// A stream that wants more than `most_bytes` is refused; 0 for what any usual one may want.
  XzDecoder(StoredFile& stored, ProgressBoard& board, std::uint64_t most_bytes);
  ~XzDecoder() override;

  std::size_t read(char* buffer, std::size_t capacity) override;
  void leave_points(std::shared_ptr<AccessPoints> points) override;
  std::uint64_t begin_near(const AccessPoints& points, std::uint64_t unpacked) override;
  std::optional<std::uint64_t> frame_before(std::uint64_t unpacked) const override {
    return frames_.before(unpacked);
  }

 private:
  struct Stream;

  /// Has the next bytes come from a block; those that stand before it in the file are passed over.
  void open_block(const XzBlock& block);
  void pass_over(std::uint64_t bytes);
  std::uint8_t next_byte();
  /// Unpacks as much as there is in hand, `capacity` bytes at most; returns how many.
  std::size_t unpack(char* buffer, std::size_t capacity);
  /// Goes on where a stream, or a block that was begun at, has ended.
  void end_stream();
  void count_memory();

  StoredFile& stored_;
  ProgressBoard& board_;
  const std::uint64_t most_bytes_;
  StoredInput input_;
  std::unique_ptr<Stream> stream_;
  std::int64_t stream_bytes_ = 0;
  bool has_ended_ = false;
  FramePoints frames_;
  std::shared_ptr<const XzIndex> index_;
  /// Place of the next byte in what comes out.
  std::uint64_t unpacked_ = 0;
  /// The block in hand where it was begun at one.
  std::optional<XzBlock> begun_;
  /// The next block while all are unpacked from the file's beginning on; nothing behind the last one.
  std::optional<XzBlock> next_;
};

}  // namespace sluice
