#include "support/lane_crew.h"

#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <set>
#include <system_error>

#include "harness/no_more_threads.h"

namespace sluice {
namespace {

/// Lanes that wait until they are let go, one by one or all together.
class WaitingWork final : public LaneWork {
 public:
  void run_lane(int lane) noexcept override {
    std::unique_lock lock(mutex_);
    running_.insert(lane);
    ++starts_;
    changed_.notify_all();
    changed_.wait(lock, [&] { return over_ || released_ == lane || interrupts_ >= needed_interrupts_; });
    if (released_ == lane) released_ = -1;
    running_.erase(lane);
    changed_.notify_all();
  }
  bool finished() const noexcept override {
    const std::lock_guard lock(mutex_);
    return over_;
  }
  void interrupt_lanes() noexcept override {
    const std::lock_guard lock(mutex_);
    ++interrupts_;
    changed_.notify_all();
  }
  void lacks_threads(int running) noexcept override {
    const std::lock_guard lock(mutex_);
    lacking_with_ = running;
    if (running == 0) over_ = true;
    changed_.notify_all();
  }
  void ended() noexcept override {
    const std::lock_guard lock(mutex_);
    EXPECT_TRUE(running_.empty());
    ++endings_;
  }

  void wait_for_lanes(const std::set<int>& lanes, int starts) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return running_ == lanes && starts_ == starts; });
  }
  /// Blocks until the crew has told that only so many run.
  void wait_for_lack(int running) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return lacking_with_ == running; });
  }
  void release(int lane) {
    const std::lock_guard lock(mutex_);
    released_ = lane;
    changed_.notify_all();
  }
  void finish() {
    const std::lock_guard lock(mutex_);
    over_ = true;
    changed_.notify_all();
  }
  void needs_interrupts(int count) { needed_interrupts_ = count; }
  int endings() const { return endings_; }

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::set<int> running_;
  int starts_ = 0;
  int released_ = -1;
  bool over_ = false;
  int interrupts_ = 0;
  int needed_interrupts_ = 1000;
  int endings_ = 0;
  int lacking_with_ = -1;
};

TEST(LaneCrew, KeepsTheWantedLanesRunningUntilTheWorkIsOver) {
  WaitingWork work;
  LaneCrew crew(work, 2);
  crew.start();
  work.wait_for_lanes({0, 1}, 2);
  crew.want(4);
  work.wait_for_lanes({0, 1, 2, 3}, 4);
  work.release(1);
  work.wait_for_lanes({0, 1, 2, 3}, 5);
  work.finish();
  crew.join();
  EXPECT_EQ(work.endings(), 1);
}

TEST(LaneCrew, DoesNotReplaceALaneThatIsOneTooMany) {
  WaitingWork work;
  LaneCrew crew(work, 3);
  crew.start();
  work.wait_for_lanes({0, 1, 2}, 3);
  crew.want(1);
  work.release(2);
  work.wait_for_lanes({0, 1}, 3);
  work.finish();
  crew.join();
  EXPECT_EQ(work.endings(), 1);
}

TEST(LaneCrew, InterruptsAgainUntilTheLastLaneHasEnded) {
  WaitingWork work;
  work.needs_interrupts(2);
  LaneCrew crew(work, 2);
  crew.start();
  work.wait_for_lanes({0, 1}, 2);
  crew.stop();
  crew.join();
  EXPECT_EQ(work.endings(), 1);
}

TEST(LaneCrew, StartsNothingOnceStopped) {
  WaitingWork work;
  work.needs_interrupts(1);
  LaneCrew crew(work, 1);
  crew.stop();
  crew.want(3);
  crew.start();
  crew.join();
  EXPECT_EQ(work.endings(), 1);
  work.wait_for_lanes({}, 0);
}

TEST(LaneCrew, GoesOnWithTheLanesThatTheSystemStarts) {
  WaitingWork work;
  LaneCrew crew(work, 2);
  crew.start();
  work.wait_for_lanes({0, 1}, 2);
  {
    const test::NoMoreThreads refusing;
    crew.want(4);
    work.wait_for_lack(2);
  }
  work.wait_for_lanes({0, 1}, 2);
  // The next time that anything changes, the system may have room.
  crew.want(3);
  work.wait_for_lanes({0, 1, 2}, 3);
  work.finish();
  crew.join();
  EXPECT_EQ(work.endings(), 1);
}

TEST(LaneCrew, StartsNowhereWithoutAThreadOfItsOwn) {
  WaitingWork work;
  LaneCrew crew(work, 1);
  const test::NoMoreThreads refusing;
  EXPECT_THROW(crew.start(), std::system_error);
  crew.join();
}

}  // namespace
}  // namespace sluice
