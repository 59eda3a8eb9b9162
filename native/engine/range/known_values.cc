#include "range/known_values.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace sluice {
namespace {

/// The bounds of some ranges, of which those fall away, part by part, that known values leave behind.
class Bounds {
 public:
  explicit Bounds(const std::vector<KeyRange>& ranges) {
    for (const KeyRange& range : ranges) {
      if (range.start) starts_.push_back(&*range.start);
      if (range.before) ends_.push_back(&*range.before);
    }
  }

  /// The only value that the part at `at` can have, all parts before it being known.
  std::optional<std::string> only_value(const KeyPart& part, std::size_t at) const {
    return part.kind == KeyKind::kNumbered ? only_number(part, at) : agreed(at);
  }

  /// The part at `at` has this value: bounds with another one, or of no more parts, tell nothing of the next.
  void narrow(std::size_t at, const std::string& value) {
    const auto tells_nothing = [&](const Key& key) { return key.size() < at + 2 || key[at] != value; };
    std::erase_if(starts_, [&](const RangeStart* start) { return tells_nothing(start->key); });
    std::erase_if(ends_, [&](const Key* end) { return tells_nothing(*end); });
  }

 private:
  std::optional<std::string> agreed(std::size_t at) const {
    for (const RangeStart* start : starts_) {
      for (const Key* end : ends_) {
        if (start->key[at] == (*end)[at]) return start->key[at];
      }
    }
    return std::nullopt;
  }

  std::optional<std::string> only_number(const KeyPart& part, std::size_t at) const {
    const int most = static_cast<int>(part.most);
    const auto place = [&](const std::string& number) {
      return part.descending ? most - std::stoi(number) : std::stoi(number);
    };
    int first = 0;
    int last = most;
    for (const RangeStart* start : starts_) {
      const bool without = start->edge == Edge::kBehind && start->key.size() == at + 1;
      first = std::max(first, place(start->key[at]) + (without ? 1 : 0));
    }
    for (const Key* end : ends_) {
      const bool without = end->size() == at + 1;
      last = std::min(last, place((*end)[at]) - (without ? 1 : 0));
    }
    if (first != last) return std::nullopt;
    return std::to_string(part.descending ? most - first : first);
  }

  std::vector<const RangeStart*> starts_;
  std::vector<const Key*> ends_;
};

}  // namespace

Key known_values(const KeyParts& parts, const std::vector<KeyRange>& ranges) {
  Bounds bounds(ranges);
  Key known;
  for (const KeyPart& part : parts) {
    auto value = bounds.only_value(part, known.size());
    if (!value) break;
    bounds.narrow(known.size(), *value);
    known.push_back(std::move(*value));
  }
  return known;
}

}  // namespace sluice
