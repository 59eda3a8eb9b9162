#include "support/message.h"

#include <gtest/gtest.h>

#include "support/failure.h"

namespace sluice {
namespace {

TEST(MessageTest, NobodyHasSaidAnythingInAnEmptyOne) {
  EXPECT_TRUE(Message().empty());
  EXPECT_EQ(plain(Message()), "");
  EXPECT_FALSE(Message("loadStopped").empty());
}

TEST(MessageTest, WordsOfOthersStandAsTheyAre) { EXPECT_EQ(plain(said("Got error 28")), "Got error 28"); }

TEST(MessageTest, IsKeyAndValuesForProgrammers) {
  const Message differs("fileDiffers",
                        {{"file", "a.tsv"}, {"deviations", {Message("endsWithinRow"), Message("goesOn")}}});
  EXPECT_EQ(plain(differs), "fileDiffers file=a.tsv deviations=[endsWithinRow, goesOn]");
  EXPECT_EQ(plain({"sourceLost", {{"reason", said("gone")}}}), "sourceLost reason=gone");
  EXPECT_EQ(plain({"fewerThreads", {{"running", 3}}}), "fewerThreads running=3");
}

TEST(EngineErrorTest, SaysItsMessageToProgrammers) {
  EXPECT_STREQ(EngineError("rows-differ", {"notAllRowsSent", {{"read", 3}, {"sent", 2}}}).what(),
               "notAllRowsSent read=3 sent=2");
  EXPECT_EQ(defect("no codec").failure().code, "internal");
}

}  // namespace
}  // namespace sluice
