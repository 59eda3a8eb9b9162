#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "codec/decoder.h"
#include "codec/stored_input.h"

namespace sluice {

/// Streams of xz, one after the other, with padding between them; their checksums are compared.
class XzDecoder final : public Decoder {
 public:
  /// A stream that wants more than `most_bytes` is refused; 0 for what any usual one may want.
  XzDecoder(StoredFile& stored, ProgressBoard& board, std::uint64_t most_bytes);
  ~XzDecoder() override;

  std::size_t read(char* buffer, std::size_t capacity) override;

 private:
  struct Stream;

  StoredFile& stored_;
  ProgressBoard& board_;
  StoredInput input_;
  std::unique_ptr<Stream> stream_;
  std::int64_t stream_bytes_ = 0;
  bool has_ended_ = false;
};

}  // namespace sluice
