#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "harness/live_server.h"
#include "harness/scanned.h"
#include "harness/temp_folder.h"
#include "read/open_chunk.h"
#include "script/script_scanner.h"

namespace sluice {
namespace {

using test::LiveTest;
using test::TestSchema;
using test::Vendor;

/// Session for which a script is made.
struct Setting {
  std::string charset;
  bool backslashes = true;
  /// Characters that its texts are made of.
  std::vector<std::string> characters;
};

std::vector<Setting> settings() {
  const std::vector<std::string> plain{"a",  "Z",    "0",  "'",   "\"",
                                       "\\", "`",    "%",  "_",   "n",
                                       "\n", "\t",   "\r", " ",   ";",
                                       ",",  "(",    ")",  "--",  "/*",
                                       "#",  "\x1A", "\b", "\\N", std::string(1, '\0')};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.end(), plain.begin(), plain.end());
    return more;
  };
  const std::vector<std::string> utf8{"\xC3\xA4", "\xE4\xBD\xA0", "\xF0\x9F\x98\x80"};
  return {{"utf8mb4", true, with(utf8)},
          {"utf8mb4", false, with(utf8)},
          {"latin1", true, with({"\xE4", "\xFF"})},
          {"gbk", true, with({"\x95\x5C", "\xC4\xE3", "\x81\x40", "\x81\x60"})},
          {"gbk", false, with({"\x95\x5C", "\xC4\xE3"})},
          {"sjis", true, with({"\x95\x5C", "\x83\x5C", "\x83\x41", "\xB1"})},
          {"cp932", true, with({"\x95\x5C", "\x83\x5C", "\x83\x41", "\xB1"})},
          {"big5", true, with({"\xA4\x40", "\xB3\x5C", "\xA5\x5C"})},
          {"big5", false, with({"\xA4\x40", "\xB3\x5C", "\xA5\x5C"})}};
}

/// A text as a literal, with escapes where they must be and some where they may be.
std::string quoted(const Setting& setting, const std::vector<std::string>& text, std::minstd_rand& random) {
  const char quote = random() % 4 == 0 ? '"' : '\'';
  std::string literal(1, quote);
  for (const std::string& character : text) {
    const bool is_wide = static_cast<unsigned char>(character.front()) >= 0x80;
    for (const char byte : character) {
      if (is_wide) {
        literal += byte;
      } else if (byte == quote) {
        literal +=
            setting.backslashes && random() % 2 == 0 ? std::string{'\\', quote} : std::string(2, quote);
      } else if (setting.backslashes && byte == '\\') {
        literal += "\\\\";
      } else if (setting.backslashes && byte == '\0') {
        literal += "\\0";
      } else if (setting.backslashes && byte == '\n' && random() % 2 == 0) {
        literal += "\\n";
      } else if (setting.backslashes && (byte == ';' || byte == '%') && random() % 2 == 0) {
        literal += std::string{'\\', byte};
      } else {
        literal += byte;
      }
    }
    if (random() % 40 == 0) literal += std::string{quote, ' ', quote};
  }
  return literal + quote;
}

std::string text_of(const Setting& setting, std::minstd_rand& random) {
  std::vector<std::string> text(random() % 20);
  for (std::string& character : text) character = setting.characters[random() % setting.characters.size()];
  return quoted(setting, text, random);
}

template <std::size_t count>
std::string one_of(const std::array<const char*, count>& literals, std::minstd_rand& random) {
  return literals[random() % count];
}

/// A script with an INSERT of rows into `a`, whose columns are those of the test's tables.
std::string script_of(const Setting& setting, int rows, std::minstd_rand& random) {
  constexpr std::array kTexts{"NULL", "TRUE", "12", "-3.50", "0x4142", "X'41'", "_binary 'ab'", "''", "N'x'"};
  constexpr std::array kBytes{"NULL",          "''", "X'00FF41'", "0xABC",
                              "b'1000000011'", "12", "-1.5",      "_binary '\xFF\xFE'"};
  constexpr std::array kNumbers{"NULL",   "1",    "-1",   "+17", "- 5", "0x10",
                                "b'101'", "'12'", "TRUE", "1e3", "2.5", ".5"};
  constexpr std::array kBits{"NULL",
                             "b'0'",
                             "b'101'",
                             "0",
                             "255",
                             "18446744073709551615",
                             "0xFF00",
                             "X'0001'",
                             "'a'",
                             "TRUE",
                             "b'1111111111111111111111111111111111111111111111111111111111111111'"};
  std::string script = "SET NAMES " + setting.charset + ";\nSET sql_mode = '" +
                       (setting.backslashes ? "" : "NO_BACKSLASH_ESCAPES") + "';\n";
  for (int row = 0; row < rows; ++row) {
    const bool is_text = random() % 4 != 0;
    script += row % 50 == 0 ? "INSERT INTO a VALUES " : ",";
    script += "(" + std::to_string(row) + "," +
              (is_text ? text_of(setting, random) : one_of(kTexts, random)) + ", " +
              (random() % 2 == 0 ? text_of(setting, random) : one_of(kBytes, random)) + " ," +
              one_of(kNumbers, random) + "/* x */," + one_of(kBits, random) + ")";
    script += row % 50 == 49 ? ";\n" : "\n";
  }
  return script;
}

class ScriptRoundTripTest : public LiveTest {
 protected:
  ScriptRoundTripTest() : schema_(GetParam(), "script") {}

  std::vector<std::vector<std::optional<std::string>>> stored(const std::string& table) {
    return schema_.session().rows("SELECT id, HEX(t), HEX(b), n, HEX(bits) FROM " + table + " ORDER BY id");
  }

  /// Has the server run the statements itself, and LOAD DATA take what becomes of the rows.
  void run(const std::string& script, const Setting& setting) {
    const test::TempFolder folder;
    test::write_file(folder.file("a.sql"), script);
    ScanLimits limits;
    limits.bytes_per_run = 5'000;
    for (const ScriptItem& item : test::scan_in_pieces(script, limits, 1'000, 1'000)) {
      if (const auto* const statement = std::get_if<ScriptStatement>(&item))
        schema_.session().execute(statement->text);
      const auto* const rows = std::get_if<ScriptRows>(&item);
      if (rows == nullptr) continue;
      EXPECT_FALSE(rows->is_computed);
      EXPECT_EQ(rows->charset, setting.charset);
      EXPECT_EQ(rows->lexing.backslashes, setting.backslashes);
      const ScriptColumn text = is_wide(setting) ? ScriptColumn::kBinary : ScriptColumn::kText;
      ChunkFile chunk;
      chunk.file = "part";
      chunk.part = ScriptPart{
          "a.sql",
          rows->offset,
          rows->length,
          {ScriptColumn::kNumber, text, ScriptColumn::kBinary, ScriptColumn::kNumber, ScriptColumn::kBit},
          rows->charset,
          rows->lexing.backslashes,
          rows->lexing.ansi_quotes};
      load(folder.path(), chunk, setting);
    }
    for (std::size_t at = script.find("INSERT"); at != std::string::npos;) {
      const std::size_t next = script.find("\nINSERT INTO a", at);
      schema_.session().execute(script.substr(at, next == std::string::npos ? next : next - at));
      at = next == std::string::npos ? next : next + 1;
    }
  }

  /// True where letters may hold backslashes: their texts go in as bytes.
  static bool is_wide(const Setting& setting) { return multi_byte_of(setting.charset) != MultiByte::kNone; }

  void load(const std::string& folder, const ChunkFile& chunk, const Setting& setting) {
    ProgressBoard board;
    ChunkReader reader = open_chunk(folder, chunk, board, 0);
    Session loading(test::live_server(GetParam()), {});
    loading.execute("SET sql_mode = ''");
    loading.execute("USE `" + schema_.name() + "`");
    const std::string text =
        is_wide(setting) ? "CONVERT(FROM_BASE64(@t) USING " + setting.charset + ")" : "@t";
    const Outcome outcome = loading.load_local(
        "LOAD DATA LOCAL INFILE ",
        " INTO TABLE b CHARACTER SET " + (is_wide(setting) ? "utf8mb4" : setting.charset) +
            " FIELDS TERMINATED BY '\\t' ESCAPED BY '\\\\' LINES TERMINATED BY '\\n' (id, @t, @b, n, @bits)"
            " SET t = " +
            text + ", b = FROM_BASE64(@b), bits = FROM_BASE64(@bits)",
        [&](char* buffer, std::size_t capacity) { return reader.read(buffer, capacity); });
    EXPECT_NE(outcome.info.find("Warnings: 0"), std::string::npos) << outcome.info;
  }

  TestSchema schema_;
};
SLUICE_ON_BOTH_SERVERS(ScriptRoundTripTest);

TEST_P(ScriptRoundTripTest, RowsAreWhatTheServerMakesOfTheirInsert) {
  std::minstd_rand random(20261126);
  for (const Setting& setting : settings()) {
    SCOPED_TRACE(setting.charset + (setting.backslashes ? "" : " without backslashes"));
    for (const std::string table : {"a", "b"}) {
      schema_.session().execute("DROP TABLE IF EXISTS " + table);
      schema_.session().execute(
          "CREATE TABLE " + table +
          " (id INT PRIMARY KEY, t LONGTEXT CHARACTER SET utf8mb4, b LONGBLOB, n DOUBLE,"
          " bits BIT(64))");
    }
    run(script_of(setting, 600, random), setting);
    const auto inserted = stored("a");
    const auto loaded = stored("b");
    ASSERT_EQ(inserted.size(), 600U);
    ASSERT_EQ(loaded.size(), 600U);
    for (std::size_t row = 0; row < inserted.size(); ++row) ASSERT_EQ(inserted[row], loaded[row]) << row;
  }
}

}  // namespace
}  // namespace sluice
