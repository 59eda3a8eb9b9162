#include "harness/kept_inputs.h"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include "harness/temp_folder.h"

namespace sluice {
namespace {

/// A reader with a fault.
void read(const std::string& bytes) { EXPECT_EQ(bytes.find("XY"), std::string::npos); }

TEST(KeptInputsTest, KeepWhatIsLeftOfAnInputThatFailsAndReplayIt) {
  const test::TempFolder parent;
  const std::string folder = parent.file("kept");
  EXPECT_TRUE(test::replay_kept(folder, read));
  EXPECT_TRUE(test::read_or_keep(folder, "a good one", read));
  EXPECT_TRUE(test::kept_inputs(folder).empty());

  const std::string long_input = std::string(700, 'a') + "XY" + std::string(301, 'Y');
  EXPECT_TRUE(test::fails([&] { test::read_or_keep(folder, long_input, read); }));
  ASSERT_EQ(test::kept_inputs(folder).size(), 1U);
  EXPECT_EQ(test::kept_inputs(folder).front().bytes, "XY");
  EXPECT_TRUE(test::fails([&] { test::replay_kept(folder, read); }));
  EXPECT_TRUE(test::replay_kept(folder, [](const std::string&) {}));
}

TEST(KeptInputsTest, AreThoseOfTheRepository) {
  EXPECT_GE(test::kept_inputs(test::kept_folder("answers")).size(), 2U);
}

}  // namespace
}  // namespace sluice
