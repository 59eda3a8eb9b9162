#include "wire/packet_rows.h"

#include <errmsg.h>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <string>

namespace sluice {
namespace {

using Byte = unsigned char;

constexpr Byte kOk = 0x00;
constexpr Byte kNull = 0xFB;
constexpr Byte kLocalInfile = 0xFB;
constexpr Byte kEnd = 0xFE;
constexpr Byte kError = 0xFF;
/// A packet that begins like this one and is longer is a row whose first value has 16 MiB or more.
constexpr std::size_t kEndBytes = 9;
/// Neither server takes a SELECT of more columns (MySQL's MAX_FIELDS, ER_TOO_MANY_FIELDS).
constexpr std::size_t kMostFields = 4096;
/// A definition is names of up to 64 characters, a few more bytes, and a server's message where it has
/// failed.
constexpr std::size_t kMostDefinitionBytes = 64 << 10;
constexpr const char* kGeneralState = "HY000";

Byte first_byte(std::string_view packet) { return packet.empty() ? kOk : static_cast<Byte>(packet.front()); }

bool is_end(std::string_view packet) { return packet.size() < kEndBytes && first_byte(packet) == kEnd; }
bool is_error(std::string_view packet) { return !packet.empty() && first_byte(packet) == kError; }

/// Returns how many bytes follow the first one of a length.
constexpr std::size_t more_bytes(Byte first) {
  if (first < kNull) return 0;
  if (first == 0xFC) return 2;
  return first == 0xFD ? 3 : 8;
}

std::uint64_t little_endian(const char* bytes, std::size_t count) {
  std::uint64_t number = 0;
  for (std::size_t at = count; at-- > 0;) number = number << 8 | static_cast<Byte>(bytes[at]);
  return number;
}

}  // namespace

PacketRows::PacketRows(MYSQL* handle, PacketSocket& packets, Place place)
    : handle_(handle), packets_(packets) {
  read_head(place);
}

PacketRows::~PacketRows() {
  try {
    while (!ended_) {
      const auto packet = packets_.next();
      ended_ = !packet || is_end(*packet) || is_error(*packet);
      if (ended_) end_at(packet.value_or(std::string_view()));
    }
  } catch (const std::exception&) {
    // No memory for a packet: what comes next would take this answer's rest for its own.
    packets_.cut();
  }
}

std::optional<RowSource::Row> PacketRows::next() {
  if (ended_) return std::nullopt;
  const auto packet = packets_.next();
  if (packet && !is_error(*packet) && !is_end(*packet) && split(*packet)) return Row{values_, lengths_};
  ended_ = true;
  if (!packet || !is_end(*packet)) {
    fail_at(packet);
  } else {
    end_at(*packet);
  }
  return std::nullopt;
}

/// An end without a status, as of a server of 2003, and an error have nothing behind them.
void PacketRows::end_at(std::string_view packet) {
  constexpr std::size_t kStatusAt = 3;
  const bool told = is_end(packet) && packet.size() >= kStatusAt + 2;
  handle_->server_status = told ? static_cast<unsigned>(little_endian(packet.data() + kStatusAt, 2))
                                : handle_->server_status & ~SERVER_MORE_RESULTS_EXIST;
}

/// Fails with the error that an unexpected packet, or the lack of one, stands for.
void PacketRows::fail_at(std::optional<std::string_view> packet) {
  end_at({});
  if (packet && is_error(*packet)) return fail(*packet);
  if (!packet && !packets_.was_malformed()) return fail(CR_SERVER_LOST);
  // Later packets can't be told from the rest of this answer.
  packets_.cut();
  fail(CR_MALFORMED_PACKET);
}

void PacketRows::read_head(Place place) {
  ended_ = true;
  if (place == Place::kFirst) {
    packets_.expect(static_cast<std::uint8_t>(handle_->net.pkt_nr), kMostDefinitionBytes);
  } else {
    packets_.allow(kMostDefinitionBytes);
  }
  const auto head = packets_.next();
  if (!head || head->empty() || is_error(*head)) return fail_at(head);
  const Byte first = first_byte(*head);
  if (first == kOk) return end_at({});
  // No file is offered to whoever asks for one, and a query without LOAD DATA has no need of any.
  const std::size_t more = more_bytes(first);
  if (first == kLocalInfile || head->size() < 1 + more) return fail_at(head);
  const std::uint64_t count = more == 0 ? first : little_endian(head->data() + 1, more);
  if (count == 0 || count > kMostFields) return fail_at(head);
  ended_ = false;
  values_.resize(count);
  lengths_.resize(count);
  skip_definitions(count);
}

/// Up to the packet that ends them: libmariadb does not ask the server to leave that one out.
void PacketRows::skip_definitions(std::size_t count) {
  for (std::size_t at = 0; at <= count; ++at) {
    const auto packet = packets_.next();
    const bool is_last = at == count;
    if (packet && !is_error(*packet) && is_end(*packet) == is_last) continue;
    ended_ = true;
    return fail_at(packet);
  }
  packets_.allow(PacketSocket::kMostBytes);
}

/// Finds the values of a row; false where the packet ends amid them.
bool PacketRows::split(std::string_view packet) {
  const char* at = packet.data();
  const char* const end = at + packet.size();
  const std::size_t count = values_.size();
  for (std::size_t field = 0; field < count; ++field) {
    if (at == end) return false;
    const Byte first = static_cast<Byte>(*at++);
    if (first == kNull) {
      values_[field] = nullptr;
      lengths_[field] = 0;
      continue;
    }
    const std::size_t more = more_bytes(first);
    if (static_cast<std::size_t>(end - at) < more) return false;
    const std::uint64_t length = more == 0 ? first : little_endian(at, more);
    at += more;
    if (static_cast<std::uint64_t>(end - at) < length) return false;
    values_[field] = at;
    lengths_[field] = length;
    at += length;
  }
  return at == end;
}

/// Fails with the server's error: its number, a mark, the SQLSTATE and a text.
void PacketRows::fail(std::string_view error_packet) {
  constexpr std::size_t kTextAt = 9;
  if (error_packet.size() < kTextAt || error_packet[3] != '#') return fail(CR_MALFORMED_PACKET);
  const auto number = static_cast<unsigned>(little_endian(error_packet.data() + 1, 2));
  // An error that has no number would pass for a good end.
  if (number == 0) return fail(CR_MALFORMED_PACKET);
  const std::string state(error_packet.substr(4, 5));
  const std::string text(error_packet.substr(kTextAt));
  handle_->methods->set_error(handle_, number, state.c_str(), "%s", text.c_str());
}

void PacketRows::fail(unsigned error) { handle_->methods->set_error(handle_, error, kGeneralState, nullptr); }

}  // namespace sluice
