#include "support/phase_scope.h"

#include <gtest/gtest.h>

#include <vector>

#include "support/held_lane.h"

namespace sluice {
namespace {

constexpr int kLane = 0;
constexpr int kTable = 7;

class PhaseScopeTest : public testing::Test {
 protected:
  PhaseScopeTest() { board_.show_lanes(1); }

  LaneSample lane() { return board_.sample().lanes.at(kLane); }

  ProgressBoard board_;
};

TEST_F(PhaseScopeTest, NamesTheChunkOnceItHasOne) {
  PhaseScope read(board_, kLane, Phase::kRead, kTable, -1);
  EXPECT_EQ(lane().phase, Phase::kRead);
  EXPECT_EQ(lane().chunk, -1);
  read.number_chunk(3);
  EXPECT_EQ(lane().chunk, 3);
}

TEST_F(PhaseScopeTest, SaysSinceWhenTheLaneDoesIt) {
  const double before = board_.elapsed_ms();
  const PhaseScope read(board_, kLane, Phase::kRead, kTable, -1);
  const LaneSample now = lane();
  EXPECT_GE(now.since_ms, before);
  EXPECT_LE(now.since_ms, board_.elapsed_ms());
}

TEST_F(PhaseScopeTest, OneWithinAnotherTakesNothingAwayFromWhatCameBefore) {
  {
    PhaseScope index(board_, kLane, Phase::kIndex, kTable, -1);
    index.moved(5, 50);
    {
      const PhaseScope retry(board_, kLane, Phase::kRetry, kTable, -1);
      EXPECT_EQ(lane().phase, Phase::kRetry);
    }
    const ProgressSample sample = board_.sample();
    EXPECT_EQ(sample.lanes.at(kLane).phase, Phase::kIndex);
    EXPECT_EQ(sample.lanes.at(kLane).table, kTable);
    index.moved(1, 10);
  }
  EXPECT_EQ(lane().phase, Phase::kIdle);
}

TEST_F(PhaseScopeTest, SegmentsOfALaneFollowEachOther) {
  {
    PhaseScope index(board_, kLane, Phase::kIndex, kTable, -1);
    index.moved(5, 50);
    { const PhaseScope retry(board_, kLane, Phase::kRetry, kTable, -1); }
    index.moved(1, 10);
  }
  const std::vector<Segment> segments = board_.sample().segments;
  ASSERT_EQ(segments.size(), 3U);
  EXPECT_EQ(segments[0].phase, Phase::kIndex);
  EXPECT_EQ(segments[0].rows, 5U);
  EXPECT_EQ(segments[1].phase, Phase::kRetry);
  EXPECT_EQ(segments[1].start_ms, segments[0].end_ms);
  EXPECT_EQ(segments[2].phase, Phase::kIndex);
  EXPECT_EQ(segments[2].start_ms, segments[1].end_ms);
  EXPECT_EQ(segments[2].rows, 1U);
}

TEST_F(PhaseScopeTest, ALaneOfAJobThatIsNotPausedDoesNotWait) {
  JobControl control;
  hold_while_paused(control, board_, kLane, kTable);
  control.pause();
  control.cancel();
  hold_while_paused(control, board_, kLane, kTable);
  EXPECT_TRUE(board_.sample().segments.empty());
}

}  // namespace
}  // namespace sluice
