#include "codec/entry_decoder.h"

#include <zlib.h>

namespace sluice {

EntryDecoder::EntryDecoder(StoredFile& stored, const ArchiveEntry& entry, Codec codec, ProgressBoard& board)
    : stored_(stored), entry_(entry), decoder_([&] {
        stored.confine(entry.offset, entry.stored_bytes);
        return make_decoder(codec, stored, board, 0);
      }()) {}

std::size_t EntryDecoder::read(char* buffer, std::size_t capacity) {
  const std::size_t got = decoder_->read(buffer, capacity);
  bytes_ += got;
  crc32_ = static_cast<std::uint32_t>(::crc32_z(crc32_, reinterpret_cast<const Bytef*>(buffer), got));
  const bool is_wrong = got == 0 ? bytes_ != entry_.bytes || crc32_ != entry_.crc32 : bytes_ > entry_.bytes;
  if (is_wrong) throw undecodable(stored_.path(), "wrongCodeOrChecksum");
  return got;
}

}  // namespace sluice
