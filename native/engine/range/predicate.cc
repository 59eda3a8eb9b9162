#include "range/predicate.h"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "support/identifier.h"

namespace sluice {
namespace {

enum class Side { kBefore, kAt, kBehind };

enum class Comparison { kEqual, kLess, kLessOrEqual, kGreater, kGreaterOrEqual };

std::string_view in_sql(Comparison comparison) {
  switch (comparison) {
    case Comparison::kEqual:
      return " = ";
    case Comparison::kLess:
      return " < ";
    case Comparison::kLessOrEqual:
      return " <= ";
    case Comparison::kGreater:
      return " > ";
    case Comparison::kGreaterOrEqual:
      return " >= ";
  }
  return {};
}

Comparison comparison(bool greater, bool or_equal) {
  if (greater) return or_equal ? Comparison::kGreaterOrEqual : Comparison::kGreater;
  return or_equal ? Comparison::kLessOrEqual : Comparison::kLess;
}

/// Rows with the bound's own values are in where `side` is at it, which only the last part decides.
Comparison comparison_of(const KeyPart& part, Side side, bool last) {
  return comparison((side != Side::kBefore) != part.descending, side == Side::kAt && last);
}

/// The numbers from `first` to `last`, each by itself: of ENUM and SET both vendors look up in the index what
/// a value equals, and nothing else (Field_enum::optimize_range in MySQL's source, measured on 9.7
/// and 10.11).
std::string listed(const KeyPart& part, unsigned first, unsigned last) {
  if (first > last) return "FALSE";
  std::string numbers;
  for (unsigned number = first; number <= last; ++number) {
    if (number > first) numbers += ", ";
    numbers += std::to_string(number);
  }
  return quote_identifier(part.column) + " IN (" + numbers + ")";
}

std::string compare_number(const KeyPart& part, Comparison comparison, unsigned number) {
  switch (comparison) {
    case Comparison::kEqual:
      break;
    case Comparison::kLess:
      return number == 0 ? "FALSE" : listed(part, 0, number - 1);
    case Comparison::kLessOrEqual:
      return listed(part, 0, number);
    case Comparison::kGreater:
      return listed(part, number + 1, part.most);
    case Comparison::kGreaterOrEqual:
      return listed(part, number, part.most);
  }
  return quote_identifier(part.column) + " = " + std::to_string(number);
}

std::string compare(const KeyPart& part, Comparison comparison, std::string_view value) {
  if (part.kind != KeyKind::kNumbered)
    return quote_identifier(part.column).append(in_sql(comparison)) + literal(part, value);
  unsigned number = 0;
  std::from_chars(value.data(), value.data() + value.size(), number);
  return compare_number(part, comparison, number);
}

/// The rows on one side of a bound: for each part from `first` on the rows that are decided there, the parts
/// before it being equal.
std::string beside(const KeyParts& parts, const Key& bound, std::size_t first, Side side) {
  std::string condition;
  std::string equal;
  for (std::size_t at = first; at < bound.size(); ++at) {
    const bool last = at + 1 == bound.size();
    const std::string decided = equal + compare(parts[at], comparison_of(parts[at], side, last), bound[at]);
    if (at > first) condition += " OR ";
    condition += at > first ? "(" + decided + ")" : decided;
    equal += compare(parts[at], Comparison::kEqual, bound[at]) + " AND ";
  }
  return bound.size() > first + 1 ? "(" + condition + ")" : condition;
}

/// Counts the leading parts that have the same value in both bounds, one part of each being left over.
std::size_t agreeing_parts(const KeyRange& range) {
  if (!range.start || !range.before) return 0;
  const Key& start = range.start->key;
  const std::size_t most = std::min(start.size(), range.before->size()) - 1;
  const auto end = start.begin() + static_cast<std::ptrdiff_t>(most);
  const auto differ = std::mismatch(start.begin(), end, range.before->begin()).first;
  return static_cast<std::size_t>(differ - start.begin());
}

}  // namespace

std::string predicate(const KeyParts& parts, const KeyRange& range) {
  std::string condition;
  const auto add = [&condition](const std::string& more) {
    if (!condition.empty()) condition += " AND ";
    condition += more;
  };
  const std::size_t agreeing = agreeing_parts(range);
  for (std::size_t at = 0; at < agreeing; ++at)
    add(compare(parts[at], Comparison::kEqual, (*range.before)[at]));
  if (range.start) {
    const Side side = range.start->edge == Edge::kAt ? Side::kAt : Side::kBehind;
    add(beside(parts, range.start->key, agreeing, side));
  }
  if (range.before) add(beside(parts, *range.before, agreeing, Side::kBefore));
  // Any comparison leaves NULL out.
  if (condition.empty() && parts.front().nullable)
    add(quote_identifier(parts.front().column) + " IS NOT NULL");
  return condition;
}

std::string beginning_with(const KeyParts& parts, const Key& values) {
  if (values.empty()) return predicate(parts, {});
  std::string condition;
  for (std::size_t at = 0; at < values.size(); ++at) {
    if (at > 0) condition += " AND ";
    condition += compare(parts[at], Comparison::kEqual, values[at]);
  }
  return condition;
}

std::string beginning_before(const KeyParts& parts, const Key& values, const std::optional<Key>& before) {
  const std::string beginning = beginning_with(parts, values);
  if (!before || !std::equal(values.begin(), values.end(), before->begin())) return beginning;
  const std::size_t next = values.size();
  // Rows with the value of this part of a longer bound may lie before it.
  const bool more = next + 1 < before->size();
  const KeyPart& part = parts[next];
  return beginning + (beginning.empty() ? "" : " AND ") +
         compare(part, comparison(part.descending, more), (*before)[next]);
}

std::string without_key(const KeyParts& parts) { return quote_identifier(parts.front().column) + " IS NULL"; }

std::string order_by(const KeyParts& parts, const Key& known) {
  std::string columns;
  for (std::size_t at = known.size(); at < parts.size(); ++at) {
    const KeyPart& part = parts[at];
    if (!columns.empty()) columns += ", ";
    columns += quote_identifier(part.column);
    if (part.descending) columns += " DESC";
  }
  return columns;
}

std::string reverse_order_by(const KeyPart& part) {
  return quote_identifier(part.column) + (part.descending ? "" : " DESC");
}

}  // namespace sluice
