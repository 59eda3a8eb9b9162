#include "script/script_scanner.h"

#include <gtest/gtest.h>

#include <string>

#include "harness/failure_of.h"
#include "harness/pieces.h"
#include "harness/scanned.h"

namespace sluice {
namespace {

using test::failure_of;
using test::items;
using test::scanned;

TEST(ScriptScanner, GivesStatementsWithoutDelimitersAndPlainComments) {
  EXPECT_EQ(
      items("-- a\n/* b */ CREATE TABLE t (a INT) ;\n# c\n\n/*!40101 SET NAMES utf8 */;\nDROP TABLE t;"),
      "statement CREATE TABLE t (a INT) @13 line 2\n"
      "statement /*!40101 SET NAMES utf8 */ @43 line 5\n"
      "statement DROP TABLE t @71 line 6\n");
  EXPECT_EQ(items(";;/* x */;\n"), "");
  EXPECT_EQ(items("\xEF\xBB\xBFSELECT 1;"), "statement SELECT 1 @3 line 1\n");
}

TEST(ScriptScanner, ADelimiterEndsNothingInTextsNamesAndComments) {
  EXPECT_EQ(items("SELECT ';', \";\", `;` /* ; */ -- ;\n # ; \n + 1;"),
            "statement SELECT ';', \";\", `;` /* ; */ -- ;\n # ; \n + 1 @0 line 1\n");
  EXPECT_EQ(items("SELECT 'it''s;', 'a\\';', \"b\"\";\", `c``;`; SELECT 2;"),
            "statement SELECT 'it''s;', 'a\\';', \"b\"\";\", `c``;` @0 line 1\n"
            "statement SELECT 2 @41 line 1\n");
  // A version comment is a part of the statement, quotes within it are quotes.
  EXPECT_EQ(items("/*!50001 CREATE VIEW v AS SELECT '*/;' */;SELECT 1--1;"),
            "statement /*!50001 CREATE VIEW v AS SELECT '*/;' */ @0 line 1\n"
            "statement SELECT 1--1 @42 line 1\n");
  EXPECT_EQ(
      items("CREATE FUNCTION f() RETURNS INT LANGUAGE JAVASCRIPT AS $js$ return ';' + it's; $js$;SELECT $$;"),
      "statement CREATE FUNCTION f() RETURNS INT LANGUAGE JAVASCRIPT AS $js$ return ';' + it's; $js$ @0 line "
      "1\nstatement SELECT $$ @84 line 1\n");
}

TEST(ScriptScanner, ADelimiterLineChangesTheDelimiter) {
  EXPECT_EQ(items("delimiter ;;\r\nCREATE TRIGGER a BEGIN x; END;;\nDELIMITER ;\nSELECT 1;"),
            "statement CREATE TRIGGER a BEGIN x; END @14 line 2\nstatement SELECT 1 @58 line 4\n");
  EXPECT_EQ(items("DELIMITER //\nSELECT 1; SELECT 2//\nDELIMITER $$\nSELECT 3// $$"),
            "statement SELECT 1; SELECT 2 @13 line 2\nstatement SELECT 3// @47 line 4\n");
  EXPECT_EQ(items("DELIMITER$$ x;"), "statement DELIMITER$$ x @0 line 1\n");
}

TEST(ScriptScanner, ADelimiterFromOutsideHoldsFromTheBeginning) {
  ScanLimits limits;
  limits.delimiter = ";\n";
  EXPECT_EQ(items("CREATE PROCEDURE a() BEGIN x; y; END;\nSET a = 1;\n", limits),
            "statement CREATE PROCEDURE a() BEGIN x; y; END @0 line 1\nstatement SET a = 1 @38 line 2\n");
  EXPECT_EQ(items("CREATE PROCEDURE a() x -- ;; bye;\nSET a = 1;\n# c;\nSET b = 1; # d\n;\n", limits),
            "statement CREATE PROCEDURE a() x -- ;; bye @0 line 1\nstatement SET a = 1 @34 line 2\n"
            "statement SET b = 1; # d @50 line 4\n");
}

TEST(ScriptScanner, WhatTheClientRunsNeedsNoDelimiter) {
  EXPECT_EQ(items("USE shop\nsource a.sql\n\\. b.sql\nSELECT 1;"),
            "statement USE shop @0 line 1\nstatement source a.sql @9 line 2\n"
            "statement \\. b.sql @22 line 3\nstatement SELECT 1 @31 line 4\n");
  EXPECT_EQ(items("/*!999999\\- enable the sandbox mode */ \n-- x\n/*!40101 SET NAMES utf8 */;"),
            "statement /*!999999\\- enable the sandbox mode */ @0 line 1\n"
            "statement /*!40101 SET NAMES utf8 */ @45 line 3\n");
  EXPECT_EQ(items("/*M!999999\\- enable the sandbox mode */\n"),
            "statement /*M!999999\\- enable the sandbox mode */ @0 line 1\n");
  EXPECT_EQ(items("USE\n`shop`;"), "statement USE\n`shop` @0 line 1\n");
}

TEST(ScriptScanner, GivesTheCommentsByWhichToolsSpeak) {
  EXPECT_EQ(items("-- MySQL dump 10.13  Distrib 8.0.36\r\n--\n-- Host: localhost    Database: shop\n-- Dump\n"
                  "-- Server version\t8.0.36\n-- phpMyAdmin SQL Dump\n---- x ----\n-- Dump completed on "
                  "2024-01-01\n"),
            "comment -- MySQL dump 10.13  Distrib 8.0.36 @0 line 1\n"
            "comment -- Host: localhost    Database: shop @40 line 3\n"
            "comment -- Server version\t8.0.36 @85 line 5\n"
            "comment -- phpMyAdmin SQL Dump @110 line 6\n"
            "comment -- Dump completed on 2024-01-01 @145 line 8\n");
  EXPECT_EQ(items("-- Host: " + std::string(600, 'x')),
            "comment -- Host: " + std::string(491, 'x') + " @0 line 1\n");
}

TEST(ScriptScanner, GivesTheErrorsThatAToolWroteIntoTheFile) {
  EXPECT_EQ(items("mysqldump: [Warning] Using a password; it is\nSELECT 1;\nmariadb-dump: Couldn't\n"),
            "noise mysqldump: [Warning] Using a password; it is @0 line 1\nstatement SELECT 1 @45 line 2\n"
            "noise mariadb-dump: Couldn't @55 line 3\n");
  EXPECT_EQ(items("INSERT INTO t VALUES (1);\nmysqlpump: x\nINSERT INTO t VALUES (2);"),
            "rows insert t 1 @21 line 1 +3\nnoise mysqlpump: x @26 line 2\nrows insert t 1 @60 line 3 +3\n");
}

TEST(ScriptScanner, GivesMessagesOfToolsWithTheirPathsAndOfNone) {
  EXPECT_EQ(items("/usr/bin/mysqldump: Deprecated program name\nWarning: A partial dump; it\nSELECT 1;\n"
                  "C:\\x (86)\\mysqldump.exe: Got error\n"),
            "noise /usr/bin/mysqldump: Deprecated program name @0 line 1\n"
            "noise Warning: A partial dump; it @44 line 2\nstatement SELECT 1 @72 line 3\n"
            "noise C:\\x (86)\\mysqldump.exe: Got error @82 line 4\n");
  EXPECT_EQ(items("/* mysqldump: x */ SELECT 1;\nmysql: y\n;"),
            "statement SELECT 1 @19 line 1\nstatement mysql: y @29 line 2\n");
}

TEST(ScriptScanner, ALineThatIsACommentToTheClientAloneEndsARun) {
  EXPECT_EQ(items("INSERT INTO t VALUES (1);\n------\nINSERT INTO t VALUES (2);"),
            "rows insert t 1 @21 line 1 +3\nrows insert t 1 @54 line 3 +3\n");
  EXPECT_EQ(items("INSERT INTO t VALUES (1);\n-- x\nINSERT INTO t VALUES (2);"),
            "rows insert t 2 @21 line 1 +34\n");
}

TEST(ScriptScanner, TellsBytesLinesAndACut) {
  EXPECT_EQ(scanned(""), "end 0 bytes 0 lines\n");
  EXPECT_EQ(scanned("\n\n"), "end 2 bytes 2 lines\n");
  EXPECT_EQ(scanned("-- x"), "end 4 bytes 1 lines\n");
  EXPECT_EQ(scanned("SELECT 1;\nSELECT 2;\nSELECT '3"),
            "statement SELECT 1 @0 line 1\nstatement SELECT 2 @10 line 2\n"
            "end 29 bytes 3 lines cut line 3 after 2 within text\n");
  EXPECT_EQ(scanned("SELECT 1;\nSELECT\n2\n"),
            "statement SELECT 1 @0 line 1\nstatement SELECT\n2 @10 line 2\n"
            "end 19 bytes 3 lines cut line 2 after 1 within statement delivered\n");
  EXPECT_EQ(scanned("SELECT 1;\n/* a\nb"),
            "statement SELECT 1 @0 line 1\nend 16 bytes 3 lines cut line 2 after 1 within comment\n");
  EXPECT_EQ(scanned("SELECT 1 /* a"), "end 13 bytes 1 lines cut line 1 after 0 within comment\n");
}

TEST(ScriptScanner, ACutInsertIsNotDeliveredUnlessOnlyItsDelimiterIsMissing) {
  EXPECT_EQ(scanned("INSERT INTO t VALUES (1);\nINSERT INTO t VALUES (2),(3"),
            "rows insert t 1 @21 line 1 +3\nend 53 bytes 2 lines cut line 2 after 1 within statement\n");
  EXPECT_EQ(scanned("INSERT INTO t VALUES (1);\nINSERT INTO t VALUES (2),('3"),
            "rows insert t 1 @21 line 1 +3\nend 54 bytes 2 lines cut line 2 after 1 within text\n");
  EXPECT_EQ(scanned("INSERT INTO t VALUES (1),"),
            "end 25 bytes 1 lines cut line 1 after 0 within statement\n");
  EXPECT_EQ(scanned("INSERT INTO t VALUES (1) /* x"),
            "end 29 bytes 1 lines cut line 1 after 0 within comment\n");
  EXPECT_EQ(scanned("INSERT INTO t VALUES (1)\n"),
            "rows insert t 1 @21 line 1 +3\n"
            "end 25 bytes 1 lines cut line 1 after 0 within statement delivered\n");
  EXPECT_EQ(scanned("INSERT INTO t VAL"),
            "statement INSERT INTO t VAL @0 line 1\n"
            "end 17 bytes 1 lines cut line 1 after 0 within statement delivered\n");
}

TEST(ScriptScanner, AStatementThatIsLargerThanAnyIsRefused) {
  ScanLimits limits;
  limits.window_bytes = 1 << 10;
  limits.most_bytes = 1 << 12;
  const Failure failure = failure_of(
      [&] { test::scan_in_pieces("SELECT 1;\nSELECT '" + std::string(5'000, 'x'), limits, 100, 100); });
  EXPECT_EQ(failure.code, "dump-unsupported");
  EXPECT_EQ(failure.chunk, "script.sql");
  EXPECT_EQ(plain(failure.message), "statementTooLarge file=script.sql line=2 most=4096");
}

TEST(ScriptScanner, HoldsAboutOneStatement) {
  std::string script = "CREATE TABLE t (a TEXT);\n";
  for (int statement = 0; statement < 20; ++statement) {
    script += "INSERT INTO t VALUES ('')";
    for (int row = 0; row < 1'000; ++row) script += ",('" + std::string(1'000, 'x') + "')";
    script += ";\n";
  }
  ProgressBoard board;
  test::Pieces pieces(script, script.size(), script.size());
  ScriptScanner scanner(pieces, "script.sql", {}, board);
  std::uint64_t rows = 0;
  while (const auto batch = scanner.next()) {
    for (const ScriptItem& item : *batch) {
      if (const auto* const run = std::get_if<ScriptRows>(&item)) rows += run->rows;
    }
  }
  EXPECT_EQ(rows, 20'020U);
  EXPECT_LE(board.sample().memory_peak_bytes, 3U << 20);
}

TEST(ScriptScanner, GivesItemsInBatches) {
  std::string script;
  for (int number = 0; number < 50; ++number) script += "SELECT " + std::to_string(number) + ";\n";
  ScanLimits limits;
  limits.items = 7;
  EXPECT_EQ(items(script, limits), items(script));
  limits.text_bytes = 20;
  EXPECT_EQ(items(script, limits), items(script));
  limits.scanned_bytes = 5;
  EXPECT_EQ(items(script, limits), items(script));
}

}  // namespace
}  // namespace sluice
