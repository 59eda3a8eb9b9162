#include "range/midpoint_temporal.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>

#include "range/halfway.h"

namespace sluice {
namespace {

constexpr std::int64_t kMicrosecond = 1'000'000;
constexpr std::size_t kDateLength = 10;
/// The first moment a TIMESTAMP holds: a comparison with an earlier one reads the whole index.
constexpr std::string_view kFirstTimestamp = "1970-01-01 00:00:01";

/// Units from the largest one to the second: how many there are of each in the one before it, so many that
/// the order is that of the text, also for dates that are in no calendar.
constexpr std::array<std::int64_t, 6> kDateUnits{10'000, 13, 32, 24, 60, 60};
constexpr std::array<std::int64_t, 3> kTimeUnits{1'000, 60, 60};

/// The numbers of a text, whatever stands between them, as one count of microseconds.
template <std::size_t count>
std::optional<std::int64_t> pack(std::string_view text, const std::array<std::int64_t, count>& units) {
  const std::size_t point = std::min(text.find('.'), text.size());
  std::array<std::int64_t, count> values{};
  std::size_t unit = 0;
  for (std::size_t at = 0; at < point; ++at) {
    const char c = text[at];
    if (c < '0' || c > '9') {
      ++unit;
    } else if (unit < count) {
      values[unit] = values[unit] * 10 + (c - '0');
    }
    if (unit >= count) return std::nullopt;
  }
  std::int64_t packed = 0;
  for (std::size_t at = 0; at < count; ++at) packed = packed * units[at] + values[at];
  std::int64_t fraction = 0;
  for (std::size_t digit = 1; digit <= 6; ++digit) {
    const bool given = point + digit < text.size();
    fraction = fraction * 10 + (given ? text[point + digit] - '0' : 0);
  }
  return packed * kMicrosecond + fraction;
}

template <std::size_t count>
std::array<int, count> unpack(std::int64_t packed, const std::array<std::int64_t, count>& units) {
  std::array<int, count> values{};
  packed /= kMicrosecond;
  for (std::size_t at = count; at-- > 0; packed /= units[at]) {
    values[at] = static_cast<int>(packed % units[at]);
  }
  return values;
}

template <class... Values>
std::string format(const char* pattern, Values... values) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), pattern, values...);
  return text.data();
}

}  // namespace

std::optional<std::string> date_time_midpoint(const KeyPart& part, std::string_view early,
                                              std::string_view late) {
  const auto from = pack(early, kDateUnits);
  const auto to = pack(late, kDateUnits);
  if (!from || !to) return std::nullopt;
  const auto [year, month, day, hour, minute, second] = unpack(halfway(*from, *to), kDateUnits);
  // Days that every month has: whether a server takes another one depends on its modes.
  std::string text = format("%04d-%02d-%02d", year, std::clamp(month, 1, 12), std::clamp(day, 1, 28));
  if (early.size() > kDateLength) text += format(" %02d:%02d:%02d", hour, minute, second);
  if (part.kind == KeyKind::kTimestamp) text = std::max(text, std::string(kFirstTimestamp));
  return text;
}

std::optional<std::string> time_midpoint(std::string_view early, std::string_view late) {
  const auto signed_pack = [](std::string_view text) {
    const bool negative = !text.empty() && text.front() == '-';
    const auto packed = pack(text.substr(negative ? 1 : 0), kTimeUnits);
    return packed ? std::optional(negative ? -*packed : *packed) : std::nullopt;
  };
  const auto from = signed_pack(early);
  const auto to = signed_pack(late);
  if (!from || !to) return std::nullopt;
  const std::int64_t middle = halfway(*from, *to);
  const auto [hour, minute, second] = unpack(middle < 0 ? -middle : middle, kTimeUnits);
  return (middle < 0 ? "-" : "") + format("%02d:%02d:%02d", hour, minute, second);
}

}  // namespace sluice
