#include "target/load_verdict.h"

#include <gtest/gtest.h>

namespace sluice {
namespace {

const ServerWarning kEnumIndexZero{"Warning", 1265, "Data truncated for column 'state' at row 2"};
const ServerWarning kTooLong{"Warning", 1265, "Data truncated for column 'name' at row 7"};
const ServerWarning kDuplicate{"Warning", 1062, "Duplicate entry '5' for key 'orders.PRIMARY'"};

WarningRules state_rule() {
  return WarningRules({{1265, "^Data truncated for column 'state' at row \\d+$"}});
}

TEST(ParseLoadInfo, ReadsTheServersSentence) {
  const auto info = parse_load_info("Records: 12  Deleted: 1  Skipped: 3  Warnings: 70000");
  ASSERT_TRUE(info);
  EXPECT_EQ(info->records, 12u);
  EXPECT_EQ(info->deleted, 1u);
  EXPECT_EQ(info->skipped, 3u);
  EXPECT_EQ(info->warnings, 70000u);
}

TEST(ParseLoadInfo, ReadsItInAnotherLanguage) {
  const auto info = parse_load_info("Datensätze: 4  Gelöscht: 0  Ausgelassen: 2  Warnungen: 1");
  ASSERT_TRUE(info);
  EXPECT_EQ(info->records, 4u);
  EXPECT_EQ(info->skipped, 2u);
}

TEST(ParseLoadInfo, RefusesWhatIsNoSuchSentence) {
  EXPECT_FALSE(parse_load_info(""));
  EXPECT_FALSE(parse_load_info("Records: 1  Duplicates: 0  Warnings: 0"));
  EXPECT_FALSE(parse_load_info("Records: 99999999999999999999999  Deleted: 0  Skipped: 0  Warnings: 0"));
}

TEST(JudgeLoad, AcceptsWhenEveryRowArrived) { EXPECT_FALSE(judge_load({3, 0, 0, 0}, 3, {}, state_rule())); }

TEST(JudgeLoad, AcceptsWarningsThatARuleCovers) {
  EXPECT_FALSE(judge_load({3, 0, 0, 1}, 3, {kEnumIndexZero}, state_rule()));
}

TEST(JudgeLoad, NamesRowAndColumnOfAnyOtherWarning) {
  const auto failure = judge_load({9, 0, 0, 3}, 9, {kEnumIndexZero, kTooLong, kTooLong}, state_rule());
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->code, "statement-failed");
  EXPECT_EQ(failure->errnum, 1265u);
  EXPECT_EQ(plain(failure->message),
            "warned row=7 column=name warning=Data truncated for column 'name' at row 7 others=1");
}

TEST(JudgeLoad, ARuleForAnotherErrnoDoesNotCover) {
  EXPECT_TRUE(judge_load({3, 0, 0, 1}, 3, {kEnumIndexZero}, WarningRules({{1264, ".*"}})));
}

TEST(JudgeLoad, ADuplicateIsNamedByTheServersWords) {
  const auto failure = judge_load({3, 0, 1, 1}, 3, {kDuplicate}, state_rule());
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->errnum, 1062u);
  EXPECT_EQ(plain(failure->message),
            "warned row=0 column= warning=Duplicate entry '5' for key 'orders.PRIMARY' others=0");
}

TEST(JudgeLoad, CountsDecideEvenWhereEveryWarningIsAllowed) {
  const WarningRules all({{1062, ""}});
  for (const LoadInfo& info :
       {LoadInfo{3, 0, 1, 1}, LoadInfo{2, 0, 0, 1}, LoadInfo{4, 0, 0, 1}, LoadInfo{3, 1, 0, 1}}) {
    const auto failure = judge_load(info, 3, {kDuplicate}, all);
    ASSERT_TRUE(failure);
    EXPECT_EQ(failure->code, "rows-differ");
  }
}

TEST(JudgeLoad, WarningsThatCanNotBeReadAreNotTrusted) {
  const auto failure = judge_load({3, 0, 0, 2}, 3, {kEnumIndexZero}, state_rule());
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->code, "statement-failed");
  EXPECT_NE(plain(failure->message).find("warnings=2 returned=1"), std::string::npos);
}

}  // namespace
}  // namespace sluice
