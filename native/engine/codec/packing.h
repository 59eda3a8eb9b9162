#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "codec/archive_entry.h"
#include "codec/compression.h"
#include "codec/decoder.h"
#include "support/progress.h"

namespace sluice {

/// Way in which the bytes of a file lie on disk.
struct Packing {
  Codec codec = Codec::kNone;
  /// Set where the file is an archive: that of its files which is meant.
  std::optional<ArchiveEntry> entry = {};

  /// Place at which the packed bytes begin.
  std::uint64_t begin() const { return entry ? entry->offset : 0; }
};

/// Unpacks the whole file, as `make_decoder` of a codec does; one of an archive is held against its size and
/// checksum.
std::unique_ptr<Decoder> make_decoder(const Packing& packing, StoredFile& stored, ProgressBoard& board,
                                      std::uint64_t most_bytes);

}  // namespace sluice
