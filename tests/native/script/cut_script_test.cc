#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "harness/fuzz_rounds.h"
#include "harness/kept_inputs.h"
#include "harness/scanned.h"
#include "harness/temp_folder.h"
#include "script/rows_decoder.h"
#include "script/script_scanner.h"
#include "support/failure.h"

namespace sluice {
namespace {

/// A piece of a script, and the bytes of it that are one thing: a file that ends between them is cut.
struct Part {
  std::string_view text;
  std::size_t inside;
};

constexpr Part statement(std::string_view text) { return {text, text.rfind(';') + 1}; }
constexpr Part comment(std::string_view text) { return {text, 2}; }
/// It is whole with the first byte of its delimiter.
constexpr Part delimiter(std::string_view text) { return {text, text.find(';') + 1}; }

constexpr std::array kParts{
    Part{"/*M!999999\\- enable the sandbox mode */ \n", 39},
    comment("-- MySQL dump 10.13  Distrib 8.0.36\n"),
    comment("--\n"),
    statement("/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;\n"),
    statement("/*!50503 SET NAMES utf8mb4 */;\n"),
    statement("/*!40101 SET @OLD_SQL_MODE=@@SQL_MODE, SQL_MODE='NO_AUTO_VALUE_ON_ZERO' */;\n\n"),
    statement("DROP TABLE IF EXISTS `t`;\n"),
    statement("CREATE TABLE `t` (\n  `a` int DEFAULT '0', -- it's\n  `b` text /* ; */\n);\n"),
    statement("LOCK TABLES `t` WRITE;\n"),
    statement("INSERT INTO `t` VALUES (1,'a;\\'b'),(-2,NULL),\n(3,_binary 'x''y');\n"),
    statement("INSERT INTO `t` VALUES (4,'(');\n"),
    statement("UNLOCK TABLES;\n"),
    delimiter("DELIMITER ;;\n"),
    statement("/*!50003 CREATE*/ /*!50003 TRIGGER x BEGIN SET @a = ';'; END */;;\n"),
    delimiter("DELIMITER ;\n"),
    statement("/*!40101 SET SQL_MODE=@OLD_SQL_MODE */;\n"),
    comment("-- Dump completed on 2024-01-01\n"),
};

std::string whole_script() {
  std::string script;
  for (const Part& part : kParts) script += part.text;
  return script;
}

TEST(CutScript, IsToldAtEveryByte) {
  const std::string script = whole_script();
  std::size_t begin = 0;
  for (const Part& part : kParts) {
    for (std::size_t bytes = 0; bytes < part.text.size(); ++bytes) {
      const std::string_view cut = std::string_view(script).substr(0, begin + bytes);
      const std::vector<ScriptItem> items = test::scan_in_pieces(cut, {}, cut.size() + 1, cut.size() + 1);
      const auto& end = std::get<ScriptEnd>(items.back());
      EXPECT_EQ(end.cut.has_value(), bytes > 0 && bytes < part.inside) << cut;
      if (end.cut) {
        EXPECT_GT(end.cut->line, end.cut->last_line) << cut;
      }
    }
    begin += part.text.size();
  }
  EXPECT_FALSE(std::get<ScriptEnd>(test::scan_in_pieces(script, {}, 1'000, 1).back()).cut);
}

std::string mutated(std::string bytes, std::minstd_rand& random) {
  constexpr std::string_view kTelling = "'\"`\\;,()-#/*!$\n\0 \xFF\x81";
  constexpr std::array<std::string_view, 8> kWords{"INSERT INTO t VALUES (1)",
                                                   "/*",
                                                   "*/",
                                                   "DELIMITER $\n",
                                                   "-- ",
                                                   "SET sql_mode='ANSI,NO_BACKSLASH_ESCAPES';",
                                                   "SET NAMES gbk;",
                                                   " ON DUPLICATE KEY UPDATE a=1;"};
  for (auto change = random() % 5 + 1; change > 0 && !bytes.empty(); --change) {
    const std::size_t at = random() % bytes.size();
    switch (random() % 5) {
      case 0:
        bytes[at] = kTelling[random() % kTelling.size()];
        break;
      case 1:
        bytes.insert(at, 1, kTelling[random() % kTelling.size()]);
        break;
      case 2:
        bytes.erase(at, 1 + random() % 9);
        break;
      case 3:
        bytes.insert(at, kWords.at(random() % kWords.size()));
        break;
      default:
        bytes[at] = static_cast<char>(random());
    }
  }
  return bytes;
}

/// Reads rows that the scanner has found, or any range, and gives what is wrong with them: a key of a
/// message, or nothing.
std::string decoded(const std::string& path, const ScriptRows& rows, std::size_t columns,
                    std::uint64_t& lines) {
  constexpr std::array kKinds{ScriptColumn::kText, ScriptColumn::kBinary, ScriptColumn::kNumber,
                              ScriptColumn::kBit};
  ScriptPart part{
      "", rows.offset, rows.length, {}, rows.charset, rows.lexing.backslashes, rows.lexing.ansi_quotes};
  for (std::size_t column = 0; column < columns; ++column)
    part.columns.push_back(kKinds[column % kKinds.size()]);
  ProgressBoard board;
  std::string key;
  lines = 0;
  try {
    StoredFile stored(path);
    RowsDecoder decoder(stored, {}, part, "part", board, 1 << 20);
    std::array<char, 100> piece{};
    while (const std::size_t got = decoder.read(piece.data(), piece.size())) {
      lines += static_cast<std::uint64_t>(
          std::count(piece.begin(), piece.begin() + static_cast<std::ptrdiff_t>(got), '\n'));
    }
  } catch (const EngineError& error) {
    EXPECT_FALSE(error.failure().chunk.empty());
    key = error.failure().message.key;
  }
  EXPECT_EQ(board.sample().memory_bytes, 0U);
  return key;
}

/// Whatever the scanner finds, the decoder finds too.
void expect_decoded(const std::string& path, const ScriptRows& rows) {
  for (std::size_t columns = 1; columns < 5; ++columns) {
    std::uint64_t lines = 0;
    const std::string key = decoded(path, rows, columns, lines);
    EXPECT_NE(key, "scriptChanged");
    if (key == "scriptExpression") {
      EXPECT_TRUE(rows.is_computed);
    } else if (key.empty()) {
      EXPECT_FALSE(rows.is_computed);
      EXPECT_EQ(lines, rows.rows);
    }
  }
}

/// Reads a script with windows of two sizes, which must find the same.
void read_untrusted(const std::string& script) {
  ScanLimits limits;
  limits.bytes_per_run = 20;
  std::array<std::string, 2> found;
  const test::TempFolder folder;
  const std::string path = folder.file("dump.sql");
  test::write_file(path, script);
  for (const bool small : {false, true}) {
    const std::size_t size = small ? 3 : script.size() + 1;
    for (const ScriptItem& item : test::scan_in_pieces(script, limits, size, size)) {
      found.at(small ? 1 : 0) += test::described(item) + "\n";
      if (const auto* const rows = std::get_if<ScriptRows>(&item)) {
        const std::string_view text = std::string_view(script).substr(rows->offset, rows->length);
        EXPECT_TRUE(text.size() == rows->length && text.starts_with('(') && text.ends_with(')'));
        if (small) continue;
        expect_decoded(path, *rows);
        ScriptRows other = *rows;
        other.offset += other.rows % 3;
        other.length -= std::min<std::uint64_t>(other.length, other.offset % 5);
        std::uint64_t lines = 0;
        decoded(path, other, 2, lines);
      }
    }
    EXPECT_NE(found.at(small ? 1 : 0).find("end " + std::to_string(script.size()) + " bytes"),
              std::string::npos);
  }
  EXPECT_EQ(found[0], found[1]);
}

TEST(UntrustedScript, NeverMakesTheScannerFailOrLie) {
  const std::string kept = test::kept_folder("scripts");
  if (!test::replay_kept(kept, read_untrusted)) return;
  for (int round = 0; round < test::fuzz_rounds(2'000); ++round) {
    const std::uint32_t seed = test::fuzz_seed() + static_cast<std::uint32_t>(round);
    std::minstd_rand random(seed);
    SCOPED_TRACE("one round again: SLUICE_SEED=" + std::to_string(seed));
    std::string script = mutated(whole_script(), random);
    if (round % 10 == 0) {
      script.assign(random() % 300, '\0');
      for (char& byte : script) byte = static_cast<char>(random());
    }
    if (!test::read_or_keep(kept, script, read_untrusted)) return;
  }
}

}  // namespace
}  // namespace sluice
