#include "script/session_settings.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <string_view>

namespace sluice {
namespace {

std::string after(std::initializer_list<std::string_view> statements) {
  SessionSettings settings;
  for (const std::string_view statement : statements) settings.follow(statement);
  std::string text = settings.charset();
  if (settings.lexing().ansi_quotes) text += " ansi";
  if (!settings.lexing().backslashes) text += " no-backslashes";
  return text;
}

TEST(SessionSettings, FollowsSqlMode) {
  EXPECT_EQ(after({"SELECT 1", "UPDATE t SET sql_mode = 'ANSI'"}), "");
  EXPECT_EQ(after({"set sql_mode='ansi'"}), " ansi");
  EXPECT_EQ(after({"SET SESSION sql_mode := \"NO_BACKSLASH_ESCAPES,ANSI_QUOTES\""}), " ansi no-backslashes");
  for (const std::string_view mode : {"ORACLE", "DB2", "MAXDB", "MSSQL", "POSTGRESQL"}) {
    EXPECT_EQ(after({"SET @@session.sql_mode = '" + std::string(mode) + ",X'"}), " ansi");
  }
  EXPECT_EQ(after({"SET sql_mode = 'NOT_ANSI_AT_ALL,STRICT_ALL_TABLES'"}), "");
  EXPECT_EQ(after({"SET a = F(1, sql_mode = 'ANSI'), @@sql_mode = 'ANSI_QUOTES'"}), " ansi");
  EXPECT_EQ(after({"SET sql_mode = ANSI"}), " ansi");
  EXPECT_EQ(
      after({"SET GLOBAL sql_mode = 'ANSI'", "SET @@global.sql_mode = 'ANSI'", "SET @sql_mode = 'ANSI'"}),
      "");
  EXPECT_EQ(after({"/*!40101 SET SQL_MODE='ANSI' */"}), " ansi");
  EXPECT_EQ(after({"/*M!100101 SET /* x */ SQL_MODE='ANSI' */"}), " ansi");
}

TEST(SessionSettings, EveryValueThatIsNotKnownIsTheDefault) {
  for (const std::string_view value :
       {"DEFAULT", "@saved", "CONCAT('ANSI', '')", "''", "@@global.sql_mode", "4"}) {
    EXPECT_EQ(after({"SET sql_mode = 'ANSI'", "SET sql_mode = " + std::string(value)}), "") << value;
  }
  EXPECT_EQ(after({"SET sql_mode = 'ANSI'", "SET sql_mode = @@sql_mode"}), " ansi");
}

TEST(SessionSettings, WhatWasSavedComesBack) {
  EXPECT_EQ(after({"SET sql_mode = 'ANSI'", "/*!50003 SET @saved_sql_mode = @@sql_mode */",
                   "/*!50003 SET sql_mode = '' */", "/*!50003 SET sql_mode = @saved_sql_mode */"}),
            " ansi");
  EXPECT_EQ(after({"SET @OLD_SQL_MODE=@@SQL_MODE, SQL_MODE='ANSI'", "SET SQL_MODE=@OLD_SQL_MODE"}), "");
  EXPECT_EQ(after({"SET NAMES gbk", "SET @saved_cs_client = @@character_set_client",
                   "SET character_set_client = utf8mb4", "SET character_set_client = @saved_cs_client"}),
            "gbk");
  EXPECT_EQ(after({"SET NAMES gbk", "SET @a = @@character_set_client", "SET @a = 1",
                   "SET character_set_client = @a"}),
            "");
}

TEST(SessionSettings, FollowsTheCharacterSet) {
  EXPECT_EQ(after({"/*!40101 SET NAMES UTF8MB4 */"}), "utf8mb4");
  EXPECT_EQ(after({"SET NAMES 'latin1' COLLATE 'latin1_bin'"}), "latin1");
  EXPECT_EQ(after({"SET NAMES gbk", "SET NAMES DEFAULT"}), "");
  EXPECT_EQ(after({"SET CHARACTER SET sjis"}), "sjis");
  EXPECT_EQ(after({"SET CHARSET big5"}), "big5");
  EXPECT_EQ(after({"SET a = 1, @@SESSION.character_set_client = 'cp932'"}), "cp932");
  EXPECT_EQ(after({"SET NAMES gbk", "SET character_set_results = utf8",
                   "SET character_set_client=@@character_set_client"}),
            "gbk");
}

}  // namespace
}  // namespace sluice
