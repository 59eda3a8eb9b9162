#include "range/predicate.h"

#include <algorithm>
#include <string_view>

#include "support/identifier.h"

namespace sluice {
namespace {

enum class Side { kBefore, kAt, kBehind };

/// Rows with the bound's own values are in where `side` is at it, which only the last part decides.
std::string_view comparison(const KeyPart& part, Side side, bool last) {
  const bool greater = (side != Side::kBefore) != part.descending;
  if (side == Side::kAt && last) return greater ? " >= " : " <= ";
  return greater ? " > " : " < ";
}

std::string compare(const KeyPart& part, std::string_view comparison, std::string_view value) {
  return quote_identifier(part.column).append(comparison) + literal(part, value);
}

/// The rows on one side of a bound: for each part from `first` on the rows that are decided there, the parts
/// before it being equal.
std::string beside(const KeyParts& parts, const Key& bound, std::size_t first, Side side) {
  std::string condition;
  std::string equal;
  for (std::size_t at = first; at < bound.size(); ++at) {
    const bool last = at + 1 == bound.size();
    const std::string decided = equal + compare(parts[at], comparison(parts[at], side, last), bound[at]);
    if (at > first) condition += " OR ";
    condition += at > first ? "(" + decided + ")" : decided;
    equal += compare(parts[at], " = ", bound[at]) + " AND ";
  }
  return bound.size() > first + 1 ? "(" + condition + ")" : condition;
}

/// How many leading parts have the same value in both bounds, one part of each being left over.
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
  for (std::size_t at = 0; at < agreeing; ++at) add(compare(parts[at], " = ", (*range.before)[at]));
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
    condition += compare(parts[at], " = ", values[at]);
  }
  return condition;
}

std::string beginning_before(const KeyParts& parts, const Key& values, const std::optional<Key>& before) {
  const std::string beginning = beginning_with(parts, values);
  if (!before || !std::equal(values.begin(), values.end(), before->begin())) return beginning;
  const std::size_t next = values.size();
  std::string limit = parts[next].descending ? " >" : " <";
  limit += next + 1 < before->size() ? "= " : " ";
  return beginning + (beginning.empty() ? "" : " AND ") + compare(parts[next], limit, (*before)[next]);
}

std::string without_key(const KeyParts& parts) { return quote_identifier(parts.front().column) + " IS NULL"; }

std::string order_by(const KeyParts& parts) {
  std::string columns;
  for (const KeyPart& part : parts) {
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
