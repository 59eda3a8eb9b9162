#pragma once

#include <memory>
#include <string_view>

#include "codec/compression.h"
#include "support/buffer.h"

namespace sluice {

/// Compresses one stream, in whatever pieces it comes. Used by one thread.
class Packer {
 public:
  Packer() = default;
  virtual ~Packer() = default;
  Packer(const Packer&) = delete;
  Packer& operator=(const Packer&) = delete;

  /// Appends to `packed` what is ready; with `last`, all that there is.
  virtual void pack(std::string_view bytes, bool last, Buffer& packed) = 0;
};

/// None for `Codec::kNone`. Throws EngineError or std::bad_alloc.
std::unique_ptr<Packer> make_packer(const Compression& compression);

}  // namespace sluice
