#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codec/access_points.h"
#include "codec/compression.h"
#include "codec/decoder.h"
#include "codec/packer.h"
#include "input/copy_store.h"
#include "input/input_pipe.h"
#include "input/sha256.h"
#include "support/buffer.h"
#include "support/progress.h"

namespace sluice {

/// The copy of an input that is wished.
struct CopySpec {
  /// A file that does not exist yet, for a copy that does not fit into memory; empty for no copy at all.
  std::string path;
  /// `Codec::kNone` or `Codec::kZstd`.
  Codec codec = Codec::kNone;
  std::uint64_t most_memory_bytes = 0;
};

/// Totals of an input that was copied.
struct CopiedInput {
  std::uint64_t bytes = 0;
  /// Those of the copy.
  std::uint64_t stored_bytes = 0;
  std::string sha256;
  /// The copy's descriptor where it is in memory, else -1.
  int memory = -1;
};

/// Gives an input's bytes once, while it copies them. A compressed copy is made of frames of 4 MiB each, so
/// that it can be begun near any place: whoever unpacks a part of it finds their access points. Used by one
/// thread. Throws EngineError as `InputPipe` and `CopyStore` do.
class InputCopy final : public Decoder {
 public:
  static constexpr std::uint64_t kFrameBytes = 4 << 20;

  /// `head` was read of `pipe` before; both must outlive it, as `board` must.
  InputCopy(InputPipe& pipe, std::string_view head, const CopySpec& spec, ProgressBoard& board);

  std::size_t read(char* buffer, std::size_t capacity) override;
  std::optional<std::uint64_t> frame_before(std::uint64_t unpacked) const override;

  /// Copies what was not read yet, and finishes.
  CopiedInput finish();

  std::uint64_t bytes() const { return bytes_; }
  /// Those of the copy so far.
  std::uint64_t stored_bytes() const { return store_.bytes() + packed_.size(); }

 private:
  void copy(std::string_view bytes);
  void end_frame();
  void end_copy();
  void keep_points();

  InputPipe& pipe_;
  std::string_view head_;
  const std::unique_ptr<Packer> packer_;
  Buffer packed_;
  CopyStore store_;
  Sha256 digest_;
  std::uint64_t bytes_ = 0;
  bool has_ended_ = false;
  std::vector<AccessPoint> frames_;
};

}  // namespace sluice
