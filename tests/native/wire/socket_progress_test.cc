#include "wire/socket_progress.h"

#include <gtest/gtest.h>
#include <sys/socket.h>

#include <array>
#include <optional>

#include "support/unique_fd.h"
#include "wire/stoppable_wait.h"

namespace sluice {
namespace {

constexpr int kBrieflyMs = 1;

TEST(SocketProgress, CountsTheWaitsThatEndWithTheSocketReady) {
  std::array<int, 2> ends{-1, -1};
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()), 0);
  const UniqueFd ours(ends[0]);
  const UniqueFd theirs(ends[1]);
  const SocketProgress progress(ours.get());

  EXPECT_EQ(stoppable_wait(ours.get(), 1, kBrieflyMs), 0);
  EXPECT_EQ(progress.ready_waits(), 0U);
  ASSERT_EQ(::send(theirs.get(), "x", 1, 0), 1);
  EXPECT_GT(stoppable_wait(ours.get(), 1, kBrieflyMs), 0);
  EXPECT_EQ(progress.ready_waits(), 1U);
  EXPECT_GT(stoppable_wait(ours.get(), 0, kBrieflyMs), 0);
  EXPECT_EQ(progress.ready_waits(), 2U);
  // Another socket's bytes are not its own.
  EXPECT_GT(stoppable_wait(theirs.get(), 0, kBrieflyMs), 0);
  EXPECT_EQ(progress.ready_waits(), 2U);
}

TEST(SocketProgress, OfALaterSocketWithTheSameNumberCountsAlone) {
  constexpr my_socket kNumber = 1'000'000;
  std::optional<SocketProgress> lost(kNumber);
  const SocketProgress later(kNumber);
  SocketProgress::note(kNumber);
  EXPECT_EQ(lost->ready_waits(), 0U);
  lost.reset();
  SocketProgress::note(kNumber);
  EXPECT_EQ(later.ready_waits(), 2U);
}

}  // namespace
}  // namespace sluice
