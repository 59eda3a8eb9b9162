#include "codec/digest.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace sluice {

struct Digest::State {
  XXH64_state_t xxh;
};

Digest::Digest() : state_(std::make_unique<State>()) { reset(); }
Digest::~Digest() = default;

void Digest::add(std::string_view bytes) { XXH64_update(&state_->xxh, bytes.data(), bytes.size()); }
std::uint64_t Digest::value() const { return XXH64_digest(&state_->xxh); }
void Digest::reset() { XXH64_reset(&state_->xxh, 0); }

std::uint64_t xxh64(std::string_view bytes) { return XXH64(bytes.data(), bytes.size(), 0); }

}  // namespace sluice
