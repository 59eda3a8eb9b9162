#include "harness/scanned.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "harness/pieces.h"

namespace sluice::test {
namespace {

constexpr std::array<const char*, 3> kVerbs{"insert", "insert-ignore", "replace"};
constexpr std::array<const char*, 3> kWithin{"statement", "text", "comment"};

std::string place(std::uint64_t offset, std::uint64_t line) {
  return " @" + std::to_string(offset) + " line " + std::to_string(line);
}

struct Describer {
  std::string operator()(const ScriptStatement& item) const {
    return "statement " + item.text + place(item.offset, item.line);
  }
  std::string operator()(const ScriptRows& item) const {
    std::string text = std::string("rows ") + kVerbs.at(static_cast<std::size_t>(item.head.verb)) + " " +
                       (item.head.schema.empty() ? "" : item.head.schema + ".") + item.head.table;
    if (item.head.columns) {
      std::string names;
      for (const std::string& name : *item.head.columns) names += (names.empty() ? "" : ",") + name;
      text += "(" + names + ")";
    }
    text +=
        " " + std::to_string(item.rows) + place(item.offset, item.line) + " +" + std::to_string(item.length);
    if (item.is_computed) text += " computed";
    if (!item.charset.empty()) text += " " + item.charset;
    if (!item.lexing.backslashes) text += " no-backslashes";
    if (item.lexing.ansi_quotes) text += " ansi";
    if (item.not_utf8 != 0) text += " not UTF-8 " + std::to_string(item.not_utf8);
    for (std::size_t at = 0; at < item.charsets.size(); ++at) {
      text += (at == 0 ? " charsets " : ",") + item.charsets[at];
    }
    for (std::size_t at = 0; at < ColumnBits::kColumns; ++at) {
      if (item.not_own_texts.has(at)) text += " not-own " + std::to_string(at);
    }
    if (item.has_byte_names) text += " byte-names";
    return text;
  }
  std::string operator()(const ScriptComment& item) const {
    return "comment " + item.text + place(item.offset, item.line);
  }
  std::string operator()(const ScriptNoise& item) const {
    return "noise " + item.text + place(item.offset, item.line);
  }
  std::string operator()(const ScriptEnd& item) const {
    std::string text =
        "end " + std::to_string(item.bytes) + " bytes " + std::to_string(item.lines) + " lines";
    if (!item.cut) return text;
    return text + " cut line " + std::to_string(item.cut->line) + " after " +
           std::to_string(item.cut->last_line) + " within " +
           kWithin.at(static_cast<std::size_t>(item.cut->within)) +
           (item.cut->is_delivered ? " delivered" : "");
  }
};

/// Holds an item against the script that it says it is of.
class PlaceCheck {
 public:
  explicit PlaceCheck(std::string_view script) : script_(script) {}

  void operator()(const ScriptStatement& item) const { check_text(item.text, item.offset, item.line); }
  void operator()(const ScriptComment& item) const { check_text(item.text, item.offset, item.line); }
  void operator()(const ScriptNoise& item) const { check_text(item.text, item.offset, item.line); }
  void operator()(const ScriptRows& item) const {
    check_line(item.offset, item.line);
    const std::string_view rows = script_.substr(item.offset, item.length);
    EXPECT_EQ(rows.size(), item.length);
    EXPECT_TRUE(rows.starts_with('(') && rows.ends_with(')')) << rows;
    EXPECT_EQ(item.lines, static_cast<std::uint64_t>(std::count(rows.begin(), rows.end(), '\n'))) << rows;
  }
  void operator()(const ScriptEnd& item) const { EXPECT_EQ(item.bytes, script_.size()); }

 private:
  void check_text(std::string_view text, std::uint64_t offset, std::uint64_t line) const {
    check_line(offset, line);
    EXPECT_EQ(script_.substr(offset, text.size()), text);
  }
  void check_line(std::uint64_t offset, std::uint64_t line) const {
    const std::string_view before = script_.substr(0, offset);
    EXPECT_EQ(line, 1U + static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n')));
  }

  const std::string_view script_;
};

std::string lines_of(const std::vector<ScriptItem>& items) {
  std::string all;
  for (const ScriptItem& item : items) all += described(item) + "\n";
  return all;
}

/// A scan that knows all rows gives what the one gave that found them, whether it can leave them out or has
/// to unpack them, and however few bytes of the script are in hand.
void expect_same_of_known(std::string_view script, const ScanLimits& limits,
                          const std::vector<ScriptItem>& found) {
  // Lines of the statements around a cut are not told by known rows.
  if (std::get<ScriptEnd>(found.back()).cut) return;
  const std::vector<ScriptRows> known = rows_of(found);
  const auto expect_same = [&](const std::vector<ScriptItem>& items) {
    EXPECT_EQ(lines_of(items), lines_of(found));
    const std::vector<ScriptRows> now = rows_of(items);
    for (std::size_t at = 0; at < std::min(now.size(), known.size()); ++at) {
      EXPECT_EQ(facts_of(now[at]), facts_of(known[at]));
    }
  };
  ScanLimits narrow = limits;
  narrow.window_bytes = std::min<std::size_t>(limits.window_bytes, 16);
  for (const std::size_t size : {std::size_t{1}, std::size_t{5}, script.size() + 1}) {
    SkippingPieces skipping(script, size, size);
    expect_same(scan_of(skipping, narrow, known));
    Pieces unpacking(script, size, size);
    expect_same(scan_of(unpacking, narrow, known));
  }
}

}  // namespace

std::vector<ScriptItem> scan_in_pieces(std::string_view script, const ScanLimits& limits, std::size_t first,
                                       std::size_t size) {
  Pieces pieces(script, first, size);
  return scan_of(pieces, limits);
}

std::vector<ScriptItem> scan_of(Decoder& source, const ScanLimits& limits, std::vector<ScriptRows> known) {
  ProgressBoard board;
  std::vector<ScriptItem> all;
  {
    ScriptScanner scanner(source, "script.sql", limits, board, std::move(known));
    while (auto batch = scanner.next()) {
      for (ScriptItem& item : *batch) all.push_back(std::move(item));
    }
  }
  EXPECT_EQ(board.sample().memory_bytes, 0U);
  return all;
}

std::vector<ScriptRows> rows_of(const std::vector<ScriptItem>& items) {
  std::vector<ScriptRows> rows;
  for (const ScriptItem& item : items) {
    if (const auto* const found = std::get_if<ScriptRows>(&item)) rows.push_back(*found);
  }
  return rows;
}

std::string facts_of(const ScriptRows& rows) {
  std::string text;
  for (const std::uint64_t fact :
       {rows.rows, rows.line, rows.lines, rows.backward, std::uint64_t{rows.is_computed},
        std::uint64_t{rows.nulls}, std::uint64_t{rows.zeros}, std::uint64_t{rows.plain},
        std::uint64_t{rows.not_utf8}}) {
    text += std::to_string(fact) + " ";
  }
  for (std::size_t column = 0; column < ColumnBits::kColumns; ++column) {
    if (rows.numbers.has(column)) text += (rows.not_years.has(column) ? "n" : "y") + std::to_string(column);
  }
  for (const std::string& charset : rows.charsets) text += "," + charset;
  return text;
}

std::string described(const ScriptItem& item) { return std::visit(Describer(), item); }

std::string scanned(std::string_view script, const ScanLimits& limits) {
  const std::vector<ScriptItem> found = scan_in_pieces(script, limits, script.size() + 1, script.size() + 1);
  for (const ScriptItem& item : found) std::visit(PlaceCheck(script), item);
  expect_same_of_known(script, limits, found);
  const std::string whole = lines_of(found);
  const auto expect_same = [&](std::size_t first, std::size_t size) {
    const std::string now = lines_of(scan_in_pieces(script, limits, first, size));
    EXPECT_EQ(now, whole) << "in pieces of " << first << ", then " << size;
    return now == whole;
  };
  for (const std::size_t size : {1U, 2U, 3U, 7U, 16U, 61U}) {
    if (!expect_same(size, size)) return whole;
  }
  for (std::size_t first = 1; first < script.size(); ++first) {
    if (!expect_same(first, script.size() + 1)) return whole;
  }
  return whole;
}

std::string items(std::string_view script, const ScanLimits& limits) {
  const std::string all = scanned(script, limits);
  const std::size_t end = all.rfind("end ");
  EXPECT_EQ(all.find(" cut ", end), std::string::npos) << all;
  return all.substr(0, end);
}

}  // namespace sluice::test
