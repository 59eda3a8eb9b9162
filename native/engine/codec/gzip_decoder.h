#pragma once

#include <cstddef>
#include <memory>

#include "codec/decoder.h"
#include "support/buffer.h"

struct z_stream_s;

namespace sluice {

/// Members of gzip, one after the other; each one's own checksum is compared.
class GzipDecoder final : public Decoder {
 public:
  GzipDecoder(StoredFile& stored, ProgressBoard& board);
  ~GzipDecoder() override;

  std::size_t read(char* buffer, std::size_t capacity) override;

 private:
  bool fill();

  StoredFile& stored_;
  std::unique_ptr<z_stream_s> stream_;
  Buffer input_;
  /// True if the bytes so far end with a whole member.
  bool member_ended_ = false;
};

}  // namespace sluice
