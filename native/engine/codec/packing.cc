#include "codec/packing.h"

#include "codec/entry_decoder.h"

namespace sluice {

std::unique_ptr<Decoder> make_decoder(const Packing& packing, StoredFile& stored, ProgressBoard& board,
                                      std::uint64_t most_bytes) {
  if (packing.entry) return std::make_unique<EntryDecoder>(stored, *packing.entry, packing.codec, board);
  return make_decoder(packing.codec, stored, board, most_bytes);
}

}  // namespace sluice
