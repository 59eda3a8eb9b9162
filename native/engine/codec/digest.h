#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

namespace sluice {

/// xxHash64 (seed 0) of a stream: what a dump records of each chunk's uncompressed bytes. Used by one thread.
class Digest {
 public:
  Digest();
  ~Digest();
  Digest(const Digest&) = delete;
  Digest& operator=(const Digest&) = delete;

  void add(std::string_view bytes);
  std::uint64_t value() const;
  /// Starts anew.
  void reset();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// xxHash64 (seed 0) of these bytes alone.
std::uint64_t xxh64(std::string_view bytes);

}  // namespace sluice
