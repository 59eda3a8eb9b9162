#include <gtest/gtest.h>
#include <zstd.h>

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

#include "codec/decoder.h"
#include "harness/failure_of.h"
#include "harness/scanned.h"
#include "harness/temp_folder.h"
#include "script/script_scanner.h"

namespace sluice {
namespace {

using test::failure_of;
using test::items;

TEST(ScriptRows, FindsTheHeadsThatItKnows) {
  EXPECT_EQ(items("INSERT INTO t VALUES (1);"), "rows insert t 1 @21 line 1 +3\n");
  EXPECT_EQ(items("insert t value\n(1)\n,\n(2);"), "rows insert t 2 @15 line 2 +9\n");
  EXPECT_EQ(items("INSERT IGNORE INTO `a``b` . `c d` (`x``y`, z) VALUES(1,2);"),
            "rows insert-ignore a`b.c d(x`y,z) 1 @52 line 1 +5\n");
  EXPECT_EQ(items("REPLACE DELAYED INTO s.t VALUES (1);"), "rows replace s.t 1 @32 line 1 +3\n");
  EXPECT_EQ(items("INSERT HIGH_PRIORITY IGNORE t VALUES (1);"), "rows insert-ignore t 1 @37 line 1 +3\n");
  EXPECT_EQ(items("INSERT -- a\nINTO/* b */t #c\n(a)VALUES(1);"), "rows insert t(a) 1 @37 line 3 +3\n");
  EXPECT_EQ(items("SET sql_mode='ANSI_QUOTES';INSERT INTO \"a\"\"b\" VALUES (1);"),
            "statement SET sql_mode='ANSI_QUOTES' @0 line 1\nrows insert a\"b 1 @53 line 1 +3 ansi\n");
}

TEST(ScriptRows, ARangeHasOneCharacterSetForTheTextsOfAColumn) {
  EXPECT_EQ(items("INSERT INTO t VALUES (1,_gbk 0x815C),(2,NULL),(3,_GBK 'a');"),
            "rows insert t 3 @21 line 1 +37 charsets ,gbk\n");
  EXPECT_EQ(items("INSERT INTO t VALUES (NULL,_sjis 0x5C),(_gbk 'a',NULL);"),
            "rows insert t 2 @21 line 1 +33 charsets gbk,sjis\n");
  // Other values, and texts of another character set, begin a range of their own.
  EXPECT_EQ(items("INSERT INTO t VALUES (_gbk 'a'),('b'),(_big5 'c'),(_gbk 'd');"),
            "rows insert t 1 @21 line 1 +10 charsets gbk\n"
            "rows insert t 1 @32 line 1 +5\n"
            "rows insert t 1 @38 line 1 +11 charsets big5\n"
            "rows insert t 1 @50 line 1 +10 charsets gbk\n");
  // UTF-8 and bytes need no range of their own.
  EXPECT_EQ(items("INSERT INTO t VALUES (_utf8mb4 'a'),(_binary 'b'),(N'c'),('d');"),
            "rows insert t 4 @21 line 1 +41\n");
}

TEST(ScriptRows, FindsTextsThatAreNotUtf8WhereNoCharacterSetIsNamed) {
  EXPECT_EQ(items("INSERT INTO t VALUES (1,'\xFC','u'),(2,'\xC3\xBC',NULL);"),
            "rows insert t 2 @21 line 1 +25 not UTF-8 2\n");
  EXPECT_EQ(items("SET NAMES latin1;INSERT INTO t VALUES ('\xFC');"),
            "statement SET NAMES latin1 @0 line 1\nrows insert t 1 @38 line 1 +5 latin1\n");
  EXPECT_EQ(items("INSERT INTO t VALUES (_binary '\xFC');"), "rows insert t 1 @21 line 1 +13\n");
}

TEST(ScriptRows, OtherInsertsAreStatements) {
  for (const std::string statement : {"INSERT INTO t SELECT 1",
                                      "INSERT INTO t SET a = 1",
                                      "INSERT INTO t VALUES (1) ON DUPLICATE KEY UPDATE a = 2",
                                      "INSERT INTO t VALUES (1),(2) AS n ON DUPLICATE KEY UPDATE a = n.a",
                                      "INSERT INTO t PARTITION (p) VALUES (1)",
                                      "INSERT INTO t () VALUES ()",
                                      "INSERT INTO t VALUES ()",
                                      "INSERT INTO t VALUES ROW(1)",
                                      "INSERT INTO t VALUES (1) RETURNING a",
                                      "INSERT SLOWLY INTO t VALUES (1)",
                                      "INSERT INTO t (SELECT 1)",
                                      "INSERT INTO t VALUES (1,)",
                                      "INSERT INTO t VALUES (1),",
                                      "INSERT INTO t (a.b) VALUES (1)",
                                      "INSERT /*+ SET_VAR(x=1) */ INTO t VALUES (1)",
                                      "/*!50000 INSERT INTO t VALUES (1) */",
                                      "INSERT INTO t /*! VALUES (1) */",
                                      "INSERT INTO t VALUES (1) 2",
                                      "REPLACE IGNORE INTO t VALUES (1)",
                                      "INSERT INTO t VALUES (1,(SELECT MAX(a) FROM u))",
                                      "INSERT INTO t VALUES (1),(@id)",
                                      "INSERT INTO t VALUES (1 + LAST_INSERT_ID())",
                                      "INSERT INTO t VALUES (last_insert_id())",
                                      "INSERT INTO t VALUES ('a' + (select 1))"}) {
    EXPECT_EQ(items(statement + ";"), "statement " + statement + " @0 line 1\n");
  }
}

TEST(ScriptRows, AStatementAmongInsertsTakesNothingFromThem) {
  EXPECT_EQ(items("INSERT INTO t VALUES (1);\nINSERT INTO t VALUES (2) ON DUPLICATE KEY UPDATE a=1;\n"
                  "INSERT INTO t VALUES (3);"),
            "rows insert t 1 @21 line 1 +3\n"
            "statement INSERT INTO t VALUES (2) ON DUPLICATE KEY UPDATE a=1 @26 line 2\n"
            "rows insert t 1 @101 line 3 +3\n");
}

TEST(ScriptRows, InsertsWithOneHeadAreOneRun) {
  EXPECT_EQ(
      items("INSERT INTO t VALUES (1),(2);\n-- x\ninsert into `t` values (3);;\nINSERT INTO t VALUES (4);\n"),
      "rows insert t 4 @21 line 1 +67\n");
  EXPECT_EQ(
      items("INSERT INTO t VALUES (1);INSERT INTO t (a) VALUES (1);REPLACE INTO t (a) VALUES (1);"
            "REPLACE INTO s.t (a) VALUES (1);REPLACE INTO s.t (b) VALUES (1);"),
      "rows insert t 1 @21 line 1 +3\nrows insert t(a) 1 @50 line 1 +3\nrows replace t(a) 1 @80 line 1 +3\n"
      "rows replace s.t(a) 1 @112 line 1 +3\nrows replace s.t(b) 1 @144 line 1 +3\n");
}

TEST(ScriptRows, ARunIsCutAtTheBorderOfARow) {
  ScanLimits limits;
  limits.bytes_per_run = 7;
  EXPECT_EQ(items("INSERT INTO t VALUES (1),(2), (3),\n(4);\nINSERT INTO t VALUES (5);SELECT 1;", limits),
            "rows insert t 2 @21 line 1 +7\nrows insert t 2 @30 line 1 +8\nrows insert t 1 @61 line 3 +3\n"
            "statement SELECT 1 @65 line 3\n");
  // A run that has ended is a part of the statement again.
  EXPECT_EQ(
      items("INSERT INTO t VALUES (0);INSERT INTO t VALUES (1),(2),(3),(4) ON DUPLICATE KEY UPDATE a=1;",
            limits),
      "rows insert t 1 @21 line 1 +3\n"
      "statement INSERT INTO t VALUES (1),(2),(3),(4) ON DUPLICATE KEY UPDATE a=1 @25 line 1\n");
}

TEST(ScriptRows, RowsThatAreNotConstantsAreRunsOfTheirOwn) {
  const std::string script =
      "INSERT INTO t VALUES (1),(2);INSERT INTO t VALUES (3),(a()),(4);INSERT INTO t VALUES (5);";
  EXPECT_EQ(items(script), "rows insert t 3 @21 line 1 +32\nrows insert t 3 @54 line 1 +34 computed\n");
  ScanLimits limits;
  limits.bytes_per_computed_run = 5;
  EXPECT_EQ(items(script, limits),
            "rows insert t 3 @21 line 1 +32\nrows insert t 1 @54 line 1 +5 computed\n"
            "rows insert t 2 @60 line 1 +28\n");
  // A run of the rows before ends where the statement is another one.
  EXPECT_EQ(items("INSERT INTO t VALUES (1);INSERT INTO t VALUES (2),(a()) ON DUPLICATE KEY UPDATE a=1;"),
            "rows insert t 1 @21 line 1 +3\n"
            "statement INSERT INTO t VALUES (2),(a()) ON DUPLICATE KEY UPDATE a=1 @25 line 1\n");
}

TEST(ScriptRows, NotesWhichColumnsHaveNullAndZero) {
  const std::string script = "INSERT INTO t VALUES (1,NULL,0,a()),(0,'','0',false);";
  const std::vector<ScriptItem> found = test::scan_in_pieces(script, {}, script.size(), 1);
  const ScriptRows& rows = std::get<ScriptRows>(found.front());
  EXPECT_EQ(rows.nulls, 2U);
  EXPECT_EQ(rows.zeros, 1U + 4U + 8U);
}

TEST(ScriptRows, NotesWhichColumnsHaveNumbers) {
  std::string script = "INSERT INTO t VALUES (1,'1',NULL,'a',-0.5,'x'),('1',1e3,true,'a',0,_utf8mb4'1'";
  for (std::size_t column = 6; column < 300; ++column) script += column == 280 ? ",7" : ",'7'";
  script += ");";
  const std::vector<ScriptItem> found = test::scan_in_pieces(script, {}, script.size(), 1);
  const ColumnBits& numbers = std::get<ScriptRows>(found.front()).numbers;
  for (std::size_t column = 0; column < ColumnBits::kColumns; ++column) {
    const bool is_number = column < 3 || column == 4 || column == ColumnBits::kColumns - 1;
    EXPECT_EQ(numbers.has(column), is_number) << column;
  }
}

TEST(ScriptRows, CountsRowsThatBeginWithASmallerIntegerThanTheRowBefore) {
  const std::string script =
      "INSERT INTO t VALUES (1,9),(2,8),(2,7);INSERT INTO t VALUES (1,1),('5',0),( "
      "-3,0),(NULL,1),(1,1),(0.5,1);"
      "INSERT INTO u VALUES (0);INSERT INTO t VALUES (18446744073709551615,1),(1,1),('a',1),(0,1);";
  ScanLimits limits;
  limits.bytes_per_run = 20;
  std::uint64_t backward = 0;
  std::uint64_t rows = 0;
  for (const ScriptItem& item : test::scan_in_pieces(script, limits, 3, 5)) {
    const auto* const found = std::get_if<ScriptRows>(&item);
    if (found == nullptr) continue;
    backward += found->backward;
    rows += found->rows;
  }
  EXPECT_EQ(rows, 14U);
  EXPECT_EQ(backward, 2U);
}

TEST(ScriptRows, CountsRowsThatBeginWithASmallerTextThanTheRowBefore) {
  const auto falls = [](const std::string& rows) {
    const std::string script = "INSERT INTO t VALUES " + rows + ";";
    const std::vector<ScriptItem> found = test::scan_in_pieces(script, {}, script.size(), 1);
    return std::get<ScriptRows>(found.front()).backward;
  };
  EXPECT_EQ(falls("('b',1),('a',2),('ab',1),('ab',0),( 'aa',1)"), 2U);
  EXPECT_EQ(falls("('2024-01-02'),('2024-01-01'),('2024-01-01 00:00:01')"), 1U);
  EXPECT_EQ(falls("(0x10AB,1),(0x10AA,'z'),(0x10AA,'a')"), 1U);
  EXPECT_EQ(falls("(_binary 'b'),(_binary 'a')"), 1U);
  // Some collations have capitals before small letters, others not.
  EXPECT_EQ(falls("('a'),('B'),('b'),('C'),('d'),('A')"), 1U);
  EXPECT_EQ(falls("('A'),('B'),('a'),('b')"), 0U);
  EXPECT_EQ(falls("(NULL,1),('a',1),(5,1),('b',1),(4,1)"), 0U);
}

TEST(ScriptRows, RunsOfAPackedScriptAreShortWhereFramesBeginNear) {
  std::string script = "INSERT INTO t VALUES (0)";
  while (script.size() < 5'000'000) script += ",(" + std::to_string(script.size()) + ")";
  script += ";";
  const auto zstd = [](const std::string& text) {
    std::string bytes(ZSTD_compressBound(text.size()), '\0');
    bytes.resize(ZSTD_compress(bytes.data(), bytes.size(), text.data(), text.size(), 1));
    return bytes;
  };
  const test::TempFolder folder;
  const auto runs_of = [&](const std::string& packed) {
    test::write_file(folder.file("a.sql.zst"), packed);
    ProgressBoard board;
    StoredFile stored(folder.file("a.sql.zst"));
    const auto decoder = make_decoder(Codec::kZstd, stored, board, 0);
    ScanLimits limits;
    limits.bytes_per_run = 1ULL << 40;
    limits.bytes_per_near_run = 300'000;
    ScriptScanner scanner(*decoder, "a.sql", limits, board);
    std::vector<std::uint64_t> runs;
    while (auto batch = scanner.next()) {
      for (const ScriptItem& item : *batch) {
        if (const auto* const rows = std::get_if<ScriptRows>(&item)) runs.push_back(rows->length);
      }
    }
    return runs;
  };
  std::string frames;
  for (std::size_t at = 0; at < script.size(); at += 1'100'000) frames += zstd(script.substr(at, 1'100'000));
  const std::vector<std::uint64_t> runs = runs_of(frames);
  EXPECT_GT(runs.size(), 10U);
  // Nothing is known to begin within the first frame until it has ended.
  EXPECT_GT(runs.front(), 1'000'000U);
  EXPECT_LT(*std::max_element(runs.begin() + 1, runs.end()), 400'000U);
  EXPECT_EQ(runs_of(zstd(script)).size(), 1U);
}

TEST(ScriptRows, OtherDelimitersEndARun) {
  EXPECT_EQ(items("DELIMITER ;;\nINSERT INTO t VALUES (1);;INSERT INTO t VALUES (2);;\nDELIMITER ;\n"
                  "INSERT INTO t VALUES (3);"),
            "rows insert t 1 @34 line 2 +3\nrows insert t 1 @60 line 2 +3\nrows insert t 1 @99 line 4 +3\n");
  EXPECT_EQ(items("DELIMITER 1\nINSERT INTO t VALUES (2)1"),
            "statement INSERT INTO t VALUES (2) @12 line 2\n");
}

TEST(ScriptRows, TellsConstantsFromExpressions) {
  const auto is_constant = [](const std::string& value) {
    const std::string found = items("INSERT INTO t VALUES (0),\n(0," + value + " , 0);");
    const bool is_one_run = found.starts_with("rows insert t 2 ");
    const bool is_computed = found.find("line 2 ") != std::string::npos && found.ends_with(" computed\n");
    EXPECT_NE(is_one_run, is_computed) << found;
    return is_one_run;
  };
  for (const std::string value : {"NULL",
                                  "null",
                                  "TRUE",
                                  "False",
                                  "1",
                                  "-1",
                                  "+1",
                                  "- 1",
                                  "--1",
                                  "1.5",
                                  ".5",
                                  "5.",
                                  "-1e10",
                                  "1.5E-3",
                                  "'a'",
                                  "''",
                                  "\"a\"",
                                  "'a''b'",
                                  "'a' 'b'",
                                  "'a'\n\"b\"/* x */'c'",
                                  "'a\\'b'",
                                  "'),('",
                                  "_utf8mb4'a'",
                                  "_binary 'a'",
                                  "_binary\n\"a\"",
                                  "_utf8mb4 X'41'",
                                  "_latin1 0x41",
                                  "_binary b'1'",
                                  "N'a'",
                                  "n'a'",
                                  "X'41'",
                                  "x''",
                                  "0x41",
                                  "0xABC",
                                  "B'101'",
                                  "b''",
                                  "0b101",
                                  "/* a */ 1 /* b */",
                                  "-- a\n1",
                                  "'a' -- b\n",
                                  "CONVERT('a' USING UTF8MB4)",
                                  "convert( \"{\\\"a\\\": 1}\" USING utf8mb4)",
                                  "'\xE4\xBD\xA0'"}) {
    EXPECT_TRUE(is_constant(value)) << value;
  }
  for (const std::string value : {"DEFAULT",
                                  "NOW()",
                                  "CONVERT('a' USING latin1)",
                                  "CONVERT('a' USING utf8mb4) + 1",
                                  "CONVERT('a', CHAR)",
                                  "1+1",
                                  "(1)",
                                  "'a' COLLATE x",
                                  "'a' || 'b'",
                                  "-NULL",
                                  "NOT 1",
                                  "NULL+1",
                                  "F(')', \",\", `,`)",
                                  "1 -- ,\n + 2",
                                  "CONCAT('a', (1), 'b')",
                                  "X'4'",
                                  "X'4G'",
                                  "0x",
                                  "0X41",
                                  "1a",
                                  "1.2.3",
                                  "1e",
                                  "b'2'",
                                  "_binary",
                                  "_utf8mb4 1",
                                  "DATE '2024-01-01'",
                                  "{d '2024-01-01'}",
                                  "'a' + /* , */ 1",
                                  "/*! 1 */ + 1",
                                  "t.a",
                                  "`a`",
                                  "-'1'",
                                  "+",
                                  "1 /*! + 1 */"}) {
    EXPECT_FALSE(is_constant(value)) << value;
  }
}

TEST(ScriptRows, ReadsTextsAsTheSqlModeSays) {
  EXPECT_EQ(items("/*!40101 SET @OLD_SQL_MODE=@@SQL_MODE, SQL_MODE='NO_BACKSLASH_ESCAPES' */;\n"
                  "INSERT INTO t VALUES ('\\'),('a');\n/*!40101 SET SQL_MODE=@OLD_SQL_MODE */;\n"
                  "INSERT INTO t VALUES ('\\'),(');"),
            "statement /*!40101 SET @OLD_SQL_MODE=@@SQL_MODE, SQL_MODE='NO_BACKSLASH_ESCAPES' */ @0 line 1\n"
            "rows insert t 2 @96 line 2 +11 no-backslashes\n"
            "statement /*!40101 SET SQL_MODE=@OLD_SQL_MODE */ @109 line 3\n"
            "rows insert t 1 @170 line 4 +9\n");
}

TEST(ScriptRows, ReadsPairsOfBytesAsTheCharacterSetSays) {
  // The second byte of each is a backslash.
  const std::string insert = "INSERT INTO t VALUES ('\x95\x5C'),('\x95\x5C\\'');";
  for (const std::string charset : {"gbk", "gb18030", "sjis", "cp932"}) {
    const std::string set = "SET NAMES '" + charset + "' COLLATE x;";
    EXPECT_EQ(items(set + insert), "statement SET NAMES '" + charset +
                                       "' COLLATE x @0 line 1\nrows insert t 2 @" +
                                       std::to_string(set.size() + 21) + " line 1 +15 " + charset + "\n");
  }
  EXPECT_EQ(items("SET character_set_client = BIG5;INSERT INTO t VALUES ('\xA1\x5C'),(1);"),
            "statement SET character_set_client = BIG5 @0 line 1\nrows insert t 2 @53 line 1 +10 big5\n");
  EXPECT_NE(items("SET NAMES utf8mb4;" + insert).find(" computed"), std::string::npos);
}

TEST(ScriptRows, TellsBytesAndTextsOfUtf8InACharacterSetWhoseLettersHoldBackslashes) {
  const std::string insert = "INSERT INTO t VALUES ('a',_utf8mb4 'b',NULL,0xFF),(1,'b',_binary 'x',N'c');";
  const std::string set = "SET NAMES gbk;";
  EXPECT_EQ(
      items(set + insert),
      "statement SET NAMES gbk @0 line 1\nrows insert t 2 @35 line 1 +53 gbk not-own 1 not-own 2 not-own "
      "3\n");
  EXPECT_EQ(items(insert).find("not-own"), std::string::npos);
  EXPECT_NE(items(set + "INSERT INTO t VALUES (CONVERT('a' USING utf8mb4));").find(" computed"),
            std::string::npos);
}

TEST(ScriptRows, GivesANameThatIsNoUtf8AsItsBytes) {
  EXPECT_EQ(items("INSERT INTO `\xE4\xBD\xA0` VALUES (1);"), "rows insert \xE4\xBD\xA0 1 @25 line 1 +3\n");
  EXPECT_EQ(items("INSERT INTO `\xE4` VALUES (1);"), "rows insert \xE4 1 @23 line 1 +3 byte-names\n");
  EXPECT_EQ(items("INSERT INTO t (`\xE4`) VALUES (1);"), "rows insert t(\xE4) 1 @27 line 1 +3 byte-names\n");
  EXPECT_EQ(
      items("SET NAMES latin1;INSERT INTO `\xE4\xBD\xA0` VALUES (1);"),
      "statement SET NAMES latin1 @0 line 1\nrows insert \xE4\xBD\xA0 1 @42 line 1 +3 latin1 byte-names\n");
}

TEST(ScriptRows, ANameMayHoldQuotesWithinItsLetters) {
  // A backtick is the second byte of the first letter and of the last one.
  const std::string name = "\x81`a``\x82`";
  EXPECT_EQ(items("SET NAMES gbk;INSERT INTO `" + name + "` VALUES (1);"),
            "statement SET NAMES gbk @0 line 1\nrows insert \x81`a`\x82` 1 @" +
                std::to_string(14 + 22 + name.size()) + " line 1 +3 gbk byte-names\n");
}

TEST(ScriptRows, NulAndCarriageReturnsAreBytes) {
  using namespace std::string_literals;
  EXPECT_EQ(items("INSERT INTO t VALUES ('\0\r\n'),\r\n('b');"s), "rows insert t 2 @21 line 1 +15\n");
}

TEST(ScriptRows, ALongInsertIsNotKept) {
  ScanLimits limits;
  limits.window_bytes = 64;
  limits.kept_bytes = 200;
  std::string script = "SELECT 1;\nINSERT INTO t VALUES (0)";
  for (int row = 1; row < 100; ++row) script += ",\n(" + std::to_string(row) + ")";
  EXPECT_EQ(items(script + ";", limits), items(script + ";"));
  EXPECT_EQ(items(script + "; SELECT 2;", limits), items(script + "; SELECT 2;"));
  const Failure failure =
      failure_of([&] { test::scan_in_pieces(script + " ON DUPLICATE KEY UPDATE a = 1;", limits, 50, 50); });
  EXPECT_EQ(failure.code, "dump-unsupported");
  EXPECT_EQ(plain(failure.message), "longInsertEndsOtherwise file=script.sql line=2");
}

}  // namespace
}  // namespace sluice
