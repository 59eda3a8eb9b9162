#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

namespace sluice {

/// Reads the packets of the client/server protocol from a socket that carries them as they are, without TLS
/// and compression. One `recv` takes all that has arrived and packets are handed out where they lie, where
/// libmariadb has two copies of each and waits for 16 KiB at a time. Used by the session's thread, from the
/// moment that a statement was sent to the last packet of its answer: then nothing is left in here that
/// libmariadb would miss.
class PacketSocket {
 public:
  /// Bytes that it holds as long as no packet is larger.
  static constexpr std::size_t kLeastBytes = 1 << 16;

  /// The socket must outlive it.
  explicit PacketSocket(int socket);

  /// The payload of the next packet, put together where it came in parts of 16 MiB; until the next call.
  /// Nothing when the connection has ended. May throw std::bad_alloc.
  std::optional<std::string_view> next() {
    const std::size_t there = end_ - at_;
    if (there < kHeaderBytes) return next_slowly();
    const std::size_t length = length_at(at_);
    if (there - kHeaderBytes < length || length == kMostPart) return next_slowly();
    if (!is_next(at_)) return disordered();
    const char* const payload = data_.get() + at_ + kHeaderBytes;
    at_ += kHeaderBytes + length;
    return std::string_view(payload, length);
  }

  /// From here on the packets of one answer are expected, of which the first has this number. A packet out of
  /// order, or of more than `most_bytes`, ends the connection.
  void expect(std::uint8_t number, std::size_t most_bytes);
  /// Sets the most bytes that a packet of the answer that comes now may have.
  void allow(std::size_t most_bytes) { most_bytes_ = most_bytes; }
  /// Returns whether a packet ended the connection that no honest server sends: one out of order, or too
  /// large.
  bool was_malformed() const { return malformed_; }

  /// The largest packet that either server sends (max_allowed_packet's own limit), with room for its headers.
  static constexpr std::size_t kMostBytes = (std::size_t{1} << 30) + (1 << 16);

  /// Bytes that have arrived so far. From any thread.
  std::uint64_t received_bytes() const noexcept { return received_bytes_.load(std::memory_order_relaxed); }
  /// The memory it holds: enough for the largest packet so far.
  std::size_t bytes() const { return capacity_; }
  /// Gives the memory of a larger packet back. Between two answers.
  void trim();
  /// Ends the connection: for an answer that can't be read to its end.
  void cut() noexcept;

 private:
  /// Three bytes of length and one of a number.
  static constexpr std::size_t kHeaderBytes = 4;
  /// A part of this length is followed by another one.
  static constexpr std::size_t kMostPart = 0xFFFFFF;

  std::size_t length_at(std::size_t place) const {
    const auto byte = [&](std::size_t at) -> std::size_t {
      return static_cast<unsigned char>(data_[place + at]);
    };
    return byte(0) | byte(1) << 8 | byte(2) << 16;
  }

  bool is_next(std::size_t place) {
    if (!numbered_) return true;
    return static_cast<std::uint8_t>(data_[place + 3]) == number_++;
  }

  std::optional<std::string_view> next_slowly();
  std::nullopt_t disordered() noexcept;
  bool fill(std::size_t bytes);
  void make_room(std::size_t bytes);
  bool receive();
  bool wait() const;

  const int socket_;
  std::size_t capacity_ = kLeastBytes;
  std::unique_ptr<char[]> data_;
  /// Range of the bytes that have arrived and were not handed out yet.
  std::size_t at_ = 0;
  std::size_t end_ = 0;
  std::size_t most_bytes_ = kMostBytes;
  std::atomic<std::uint64_t> received_bytes_{0};
  /// The number of the next packet, once they are counted.
  bool numbered_ = false;
  std::uint8_t number_ = 0;
  bool malformed_ = false;
};

}  // namespace sluice
