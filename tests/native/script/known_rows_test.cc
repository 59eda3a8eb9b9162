#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

#include "harness/failure_of.h"
#include "harness/pieces.h"
#include "harness/scanned.h"
#include "script/script_scanner.h"

namespace sluice {
namespace {

using test::described;
using test::failure_of;
using test::Pieces;
using test::rows_of;
using test::scan_of;
using test::SkippingPieces;

/// Two tables with several ranges each, and what stands between them.
std::string large_script() {
  std::string script = "SET NAMES utf8mb4;\nCREATE TABLE a (i INT, t TEXT);\n";
  const auto insert = [&script](const std::string& table, int rows) {
    script += "INSERT INTO " + table + " VALUES";
    for (int row = 0; row < rows; ++row) {
      script += (row == 0 ? " (" : ",\n(") + std::to_string(row) + ",'" + std::string(90, 'x') + "')";
    }
    script += ";\n";
  };
  for (int times = 0; times < 40; ++times) insert("a", 200);
  script += "CREATE TABLE b (i INT, t TEXT);\n";
  insert("b", 9'000);
  return script + "-- Dump completed\n";
}

ScanLimits limits_of(std::uint64_t bytes_per_run) {
  ScanLimits limits;
  limits.bytes_per_run = bytes_per_run;
  limits.bytes_per_near_run = bytes_per_run;
  limits.window_bytes = 64 << 10;
  return limits;
}

std::string text_of(const std::vector<ScriptItem>& items) {
  std::string text;
  for (const ScriptItem& item : items) text += described(item) + "\n";
  return text;
}

TEST(KnownRows, AreLeftOutOfWhatIsRead) {
  const std::string script = large_script();
  const ScanLimits limits = limits_of(400'000);
  const std::size_t all = script.size();
  SkippingPieces first(script, all, all);
  const std::vector<ScriptItem> found = scan_of(first, limits);
  EXPECT_EQ(first.read_bytes(), all);
  ASSERT_GT(rows_of(found).size(), 3U);

  SkippingPieces second(script, all, all);
  const std::vector<ScriptItem> again = scan_of(second, limits, rows_of(found));
  EXPECT_EQ(text_of(again), text_of(found));
  EXPECT_LT(second.read_bytes(), (rows_of(found).size() + 1) * limits.window_bytes);

  Pieces packed(script, all, all);
  EXPECT_EQ(text_of(scan_of(packed, limits, rows_of(found))), text_of(found));
  EXPECT_EQ(packed.read_bytes(), all);
}

TEST(KnownRows, MayBeThoseOfSomeHeadsAlone) {
  const std::string script = large_script();
  const ScanLimits limits = limits_of(400'000);
  Pieces whole(script, script.size(), script.size());
  const std::vector<ScriptItem> found = scan_of(whole, limits);
  for (const char* const table : {"a", "b"}) {
    std::vector<ScriptRows> known = rows_of(found);
    std::erase_if(known, [table](const ScriptRows& rows) { return rows.head.table != table; });
    SkippingPieces pieces(script, script.size(), script.size());
    const std::vector<ScriptItem> again = scan_of(pieces, limits, known);
    EXPECT_EQ(text_of(again), text_of(found));
    for (std::size_t at = 0; at < known.size(); ++at) {
      EXPECT_EQ(test::facts_of(rows_of(again)[at]), test::facts_of(rows_of(found)[at]));
    }
  }
}

TEST(KnownRows, AreNotTakenWhereNoRowBegins) {
  const std::string script = "INSERT INTO t VALUES (1,'(2'),\n(3,'4');SELECT (5);";
  const auto scanned_with = [&script](std::uint64_t offset, std::uint64_t length, std::uint64_t line) {
    ScriptRows known;
    known.offset = offset;
    known.length = length;
    known.line = line;
    known.rows = 77;
    Pieces pieces(script, script.size(), script.size());
    return text_of(scan_of(pieces, {}, {known}));
  };
  Pieces pieces(script, script.size(), script.size());
  const std::string whole = text_of(scan_of(pieces, {}));
  EXPECT_NE(scanned_with(script.find("(1"), 8, 1), whole);
  for (std::size_t offset = 0; offset < script.size(); ++offset) {
    // Within a text, in a statement, behind a row; and a row on another line.
    const bool begins = offset == script.find("(1") || offset == script.find("(3");
    EXPECT_EQ(scanned_with(offset, 3, begins ? 9 : 1), whole) << offset;
  }
}

TEST(KnownRows, OfAScriptThatHasChangedEndTheScan) {
  const std::string script = large_script();
  const ScanLimits limits = limits_of(400'000);
  Pieces whole(script, script.size(), script.size());
  std::vector<ScriptRows> known = rows_of(scan_of(whole, limits));
  const auto scan_of_changed = [&](std::size_t place, const std::string& bytes) {
    std::string changed = script;
    changed.replace(place, bytes.size(), bytes);
    SkippingPieces pieces(changed, changed.size(), changed.size());
    return text_of(scan_of(pieces, limits, known));
  };
  const std::size_t end = known[0].offset + known[0].length;
  const auto failure = failure_of([&] { scan_of_changed(end, "x"); });
  EXPECT_EQ(failure.code, "dump-damaged");
  EXPECT_EQ(plain(failure.message), "scriptChanged file=script.sql offset=" + std::to_string(end));
  // Shorter than it was.
  SkippingPieces cut(std::string_view(script).substr(0, known[0].offset + 10), 1 << 20, 1 << 20);
  EXPECT_NE(text_of(scan_of(cut, limits, known)).find(" cut line"), std::string::npos);
}

}  // namespace
}  // namespace sluice
