#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/chunk_lines.h"
#include "harness/failure_of.h"
#include "harness/temp_folder.h"
#include "json/json_decoder.h"
#include "json/json_scan.h"

namespace sluice {
namespace {

using namespace std::string_literals;
using test::failure_of;
using test::TempFolder;

class JsonTest : public ::testing::Test {
 protected:
  JsonContent scan(const std::string& text) {
    test::write_file(folder_.file("a.jsonl"), text);
    return scan_json({folder_.file("a.jsonl"), {}, range_bytes_});
  }
  /// The one fault of a file of one line.
  BadJsonLine fault(const std::string& line) {
    const JsonContent content = scan(line + "\n");
    EXPECT_EQ(content.bad_line_count, 1U) << line;
    return content.bad_lines.empty() ? BadJsonLine() : content.bad_lines[0];
  }
  std::string decode(const std::string& rows, std::vector<JsonColumn> columns, std::size_t step = 1'000,
                     std::uint64_t most_bytes = 0) {
    test::write_file(folder_.file("a.jsonl"), "{}\n" + rows);
    ChunkFile chunk;
    chunk.file = "a.jsonl:3";
    chunk.json = JsonPart{"a.jsonl", 3, rows.size(), 2, std::move(columns)};
    return test::lines_of(folder_.path(), chunk, board_, step, most_bytes);
  }

  TempFolder folder_;
  ProgressBoard board_;
  std::uint64_t range_bytes_ = 1 << 20;
};

TEST_F(JsonTest, FindsKeysInAnyOrderAndWhatTheirValuesAre) {
  const JsonContent content = scan(
      "\xEF\xBB\xBF{\"id\":1,\"v\":\"a\"}\r\n\n{\"v\":null,\"id\":2.5,\"more\":{\"x\":[1,{}]}}\n{\"id\":true}"
      "\n");
  ASSERT_EQ(content.columns.size(), 3U);
  EXPECT_EQ(content.columns[0].key, "id");
  EXPECT_EQ(content.columns[0].numbers, 2U);
  EXPECT_EQ(content.columns[0].booleans, 1U);
  EXPECT_EQ(content.columns[1].strings, 1U);
  EXPECT_EQ(content.columns[2].containers, 1U);
  EXPECT_EQ(content.rows, 3U);
  EXPECT_EQ(content.bad_line_count, 0U);
  ASSERT_EQ(content.ranges.size(), 1U);
  EXPECT_EQ(content.ranges[0].offset, 3U);
}

TEST_F(JsonTest, CountsRowsBehindALargerFirstValue) {
  const JsonContent content = scan(
      "{\"id\":3,\"v\":9}\n{\"id\":2,\"v\":1}\n{\"v\":1,\"id\":1}\n{\"id\":null}\n{\"id\":5}\n{\"id\":\"4\"}"
      "\n");
  ASSERT_EQ(content.ranges.size(), 1U);
  EXPECT_EQ(content.ranges[0].backward, 2U);
}

TEST_F(JsonTest, EndsRangesWithTheirLines) {
  range_bytes_ = 1;
  const JsonContent content = scan("{\"a\":1}\n\n{\"a\":2}");
  ASSERT_EQ(content.ranges.size(), 2U);
  EXPECT_EQ(content.ranges[0].length, 8U);
  EXPECT_EQ(content.ranges[1].length, 8U);
  EXPECT_EQ(content.ranges[1].rows, 1U);
  EXPECT_EQ(content.bytes, 16U);
}

TEST_F(JsonTest, KnowsWhatTheStringsOfAKeyAre) {
  const JsonContent content = scan(R"({"j":"{\"a\":[1]}","b":"AAEC","h":"0xAbff","t":"it"})"s + "\n" +
                                   R"({"j":"1","b":"","h":"0x"})" + "\n");
  EXPECT_TRUE(content.columns[0].json_texts);
  EXPECT_TRUE(content.columns[1].base64);
  EXPECT_TRUE(content.columns[2].hex);
  EXPECT_FALSE(content.columns[3].json_texts);
  EXPECT_FALSE(content.columns[3].base64);
  EXPECT_FALSE(content.columns[3].hex);
}

TEST_F(JsonTest, NamesWhatIsNoObject) {
  const std::vector<std::pair<std::string, JsonFault>> lines{
      {"[1]", JsonFault::kNoObject},
      {"1", JsonFault::kNoObject},
      {"{\"a\":1", JsonFault::kCut},
      {"{\"a\":\"", JsonFault::kCut},
      {"{\"a\":1}{", JsonFault::kMore},
      {"{\"a\":01}", JsonFault::kUnexpected},
      {"{\"a\":1.}", JsonFault::kUnexpected},
      {"{\"a\":.5}", JsonFault::kUnexpected},
      {"{\"a\":+1}", JsonFault::kUnexpected},
      {"{\"a\":NaN}", JsonFault::kUnexpected},
      {"{\"a\":nul}", JsonFault::kUnexpected},
      {"{a:1}", JsonFault::kUnexpected},
      {"{\"a\":1,}", JsonFault::kUnexpected},
      {"{\"a\":[1,]}", JsonFault::kUnexpected},
      {"{\"a\":[1}}", JsonFault::kUnexpected},
      {"{\"a\":{1:2}}", JsonFault::kUnexpected},
      {"{\"a\":\"\t\"}", JsonFault::kControl},
      {"{\"a\":\"\\x\"}", JsonFault::kEscape},
      {"{\"a\":\"\\u12g4\"}", JsonFault::kEscape},
      {"{\"a\":\"\\ud800\"}", JsonFault::kSurrogate},
      {"{\"a\":\"\\udc00\"}", JsonFault::kSurrogate},
      {"{\"a\":\"\\ud800\\u0041\"}", JsonFault::kSurrogate},
      {"{\"a\":[\"\\ud800\"]}", JsonFault::kSurrogate},
      {"{\"a\":\"\xFF\"}", JsonFault::kNotUtf8},
      {"{\"a\":\"\xED\xA0\x80\"}", JsonFault::kNotUtf8},
      {"{\"a\":1,\"a\":2}", JsonFault::kTwice},
      {"{\"a\":1,\"\\u0061\":2}", JsonFault::kTwice},
      {"{\"a\":" + std::string(2'000, '['), JsonFault::kTooDeep},
  };
  for (const auto& [line, wanted] : lines) EXPECT_EQ(fault(line).fault, wanted) << line;
  EXPECT_EQ(fault("{\"a\":1 x}").column, 8U);
  const JsonContent content = scan("{\"a\":1}\n\n{\"a\"}\n{\"a\":2}\n");
  ASSERT_EQ(content.bad_lines.size(), 1U);
  EXPECT_EQ(content.bad_lines[0].line, 3U);
  EXPECT_EQ(content.rows, 3U);
}

TEST_F(JsonTest, EndsWhereATableCanNotHaveSoManyColumns) {
  std::string line = "{";
  for (int key = 0; key < 5'000; ++key) line += (key == 0 ? "\"" : ",\"") + std::to_string(key) + "\":1";
  EXPECT_TRUE(scan(line + "}\n").has_too_many_keys);
}

TEST_F(JsonTest, TellsKeysApartThatNoRowBeforeHasHad) {
  const JsonContent content = scan(
      "{\"a\":1,\"b\":1,\"\\u0062\":2}\n"
      "{\"a\":1,\"c\":1,\"d\":1}\n"
      "{\"d\":2,\"e\":1,\"c\":2}\n");
  ASSERT_EQ(content.bad_line_count, 1U);
  EXPECT_EQ(content.bad_lines[0].fault, JsonFault::kTwice);
  std::vector<std::string> keys;
  for (const JsonColumnFacts& column : content.columns) keys.push_back(column.key);
  // A line that is no row makes no column.
  EXPECT_EQ(keys, (std::vector<std::string>{"a", "c", "d", "e"}));
  EXPECT_EQ(content.columns[1].numbers, 2U);
}

TEST_F(JsonTest, ComparesValuesByTheirKeysWhateverTheirOrder) {
  test::write_file(
      folder_.file("a.jsonl"),
      "{\"id\":1,\"n\":\"x\"}\n{\"n\":2,\"\\u0069d\":2}\n{\"n\":3}\n{\"more\":1,\"id\":4,\"n\":5}\n");
  const FieldCheck integer{.kind = FieldKind::kInteger, .not_null = true, .bits = 32};
  const JsonContent content = scan_json({.path = folder_.file("a.jsonl"),
                                         .bytes_per_range = range_bytes_,
                                         .checks = {{"n", integer}, {"id", integer}}});
  ASSERT_EQ(content.misfit_count, 2U);
  EXPECT_EQ(content.misfits[0].line, 1U);
  EXPECT_EQ(content.misfits[0].column, 0U);
  EXPECT_EQ(content.misfits[0].misfit, Misfit::kNumber);
  EXPECT_EQ(content.misfits[1].line, 3U);
  EXPECT_EQ(content.misfits[1].column, 1U);
  EXPECT_EQ(content.misfits[1].misfit, Misfit::kNull);
}

TEST_F(JsonTest, GivesMomentsWithTheirOffsetInUtc) {
  EXPECT_EQ(decode("{\"a\":\"2026-01-01T00:30:00+02:00\"}\n{\"a\":\"2025-12-31T23:59:59\\u005A\"}\n"
                   "{\"a\":\"soon\"}\n{\"a\":7}\n",
                   {{"a", JsonForm::kInstant}}),
            "2025-12-31 22:30:00\n2025-12-31 23:59:59\nsoon\n7\n");
  test::write_file(folder_.file("a.jsonl"), "{\"a\":\"2025-12-31T23:59:59Z\"}\n{\"a\":\"soon\"}\n");
  const FieldCheck moment{.kind = FieldKind::kDateTime};
  const JsonContent content = scan_json({.path = folder_.file("a.jsonl"),
                                         .bytes_per_range = range_bytes_,
                                         .checks = {{"a", moment, JsonForm::kInstant}}});
  ASSERT_EQ(content.misfit_count, 1U);
  EXPECT_EQ(content.misfits[0].line, 2U);
  EXPECT_EQ(content.columns[0].facts.instants, 1U);
}

TEST_F(JsonTest, GivesFieldsInTheColumnsOrder) {
  EXPECT_EQ(decode("{\"b\":\"x\\ty\",\"a\":12345678901234567890.50}\n{ \"a\" : -0 }\n{}\n{\"b\":null}\n",
                   {{"a", JsonForm::kNumber}, {"b", JsonForm::kText}}),
            "12345678901234567890.50\tx\\ty\n-0\t\\N\n\\N\t\\N\n\\N\t\\N\n");
}

TEST_F(JsonTest, ReadsEscapes) {
  EXPECT_EQ(
      decode(R"({"a":"\"\\\/\b\f\n\r\tA\u00e4\u20AC\ud83d\ude00\u0000"})"s + "\n", {{"a", JsonForm::kText}}),
      "\"\\\\/\\b\f\\n\\r\\tA\u00e4\u20AC\U0001F600\\0\n");
}

TEST_F(JsonTest, GivesEachFormItsValues) {
  const std::string rows = R"({"a":true})"s + "\n" + R"({"a":"\n"})" + "\n" + R"({"a":{"x":"\n"}})" + "\n" +
                           R"({"a":1e400})" + "\n";
  EXPECT_EQ(decode(rows, {{"a", JsonForm::kText}}), "true\n\\n\n{\"x\":\"\\\\n\"}\n1e400\n");
  EXPECT_EQ(decode(rows, {{"a", JsonForm::kNumber}}), "1\n\\n\n{\"x\":\"\\\\n\"}\n1e400\n");
  EXPECT_EQ(decode(rows, {{"a", JsonForm::kJson}}), "true\n\"\\\\n\"\n{\"x\":\"\\\\n\"}\n1e400\n");
}

TEST_F(JsonTest, GivesTheSameInPiecesOfAnySize) {
  const std::string rows = "{\"a\":\"\\ud83d\\ude00\",\"b\":[1, 2]}\r\n\r\n{\"b\":3}";
  const std::vector<JsonColumn> columns{{"a", JsonForm::kText}, {"b", JsonForm::kJson}};
  const std::string whole = decode(rows, columns);
  EXPECT_EQ(whole, "\U0001F600\t[1, 2]\n\\N\t3\n");
  for (std::size_t step = 1; step < 9; ++step) EXPECT_EQ(decode(rows, columns, step), whole);
}

TEST_F(JsonTest, RefusesAFileThatHasChangedAndALineThatIsTooLong) {
  for (const std::string& rows : {"{\"b\":1}\n"s, "{\"a\":}\n"s, "[]\n"s}) {
    const Failure failure = failure_of([&] { decode(rows, {{"a", JsonForm::kText}}); });
    EXPECT_EQ(failure.code, "dump-damaged") << rows;
    EXPECT_EQ(failure.chunk, "a.jsonl:3");
  }
  const std::string line = "{\"a\":\"" + std::string(200'000, 'x') + "\"}\n";
  EXPECT_EQ(failure_of([&] { decode(line, {{"a", JsonForm::kText}}, 100, 4'096); }).code, "memory-limit");
}

/// The decoder gives what the scan takes, and neither reads outside of a line, whatever stands there.
TEST_F(JsonTest, ReadsWhateverStandsThere) {
  const std::string sample =
      R"({"a":"x\ud83d\ude00\n","b":[1,{"c":null}],"d":-1.5e+3,"e":true,"f":{"g":[]}})";
  constexpr std::string_view kBytes = "{}[]\",:\\u0dD8e.-+tfn\x80\xff\n ";
  std::mt19937 random(7);
  for (int round = 0; round < 4'000; ++round) {
    std::string line = sample;
    for (int change = 0; change < 1 + round % 4; ++change) {
      const std::size_t at = random() % line.size();
      if (random() % 2 == 0) {
        line[at] = kBytes[random() % kBytes.size()];
      } else {
        line.erase(at, 1 + random() % 3);
      }
      if (line.empty()) line = "{";
    }
    const JsonContent content = scan(line + "\n");
    if (content.bad_line_count > 0) continue;
    std::vector<JsonColumn> columns;
    for (const JsonColumnFacts& column : content.columns) columns.push_back({column.key, JsonForm::kText});
    if (columns.empty()) continue;
    const std::string lines = decode(line + "\n", columns);
    EXPECT_EQ(static_cast<std::uint64_t>(std::count(lines.begin(), lines.end(), '\n')), content.rows) << line;
  }
}

}  // namespace
}  // namespace sluice
