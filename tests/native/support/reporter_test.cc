#include "support/reporter.h"

#include <gtest/gtest.h>

#include <atomic>
#include <new>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "harness/event_log.h"

namespace sluice {
namespace {

TEST(ReporterTest, FinishIsTheLastThingItSays) {
  ProgressBoard board;
  board.add_table(3).add(7, 70);
  test::EventLog log;
  Reporter reporter(board, log.handler());
  reporter.log(LogLevel::kWarning, "careful", 3, 1);
  reporter.finish({JobState::kFailed, {}});
  reporter.post(event::SessionsOpen{});
  EXPECT_EQ(log.wait_finished().state, JobState::kFailed);
  EXPECT_TRUE(log.all<event::SessionsOpen>().empty());
  ASSERT_EQ(log.all<event::Log>().size(), 1U);
  EXPECT_EQ(log.all<event::Log>()[0].message.key, "careful");
  EXPECT_EQ(log.last_sample().rows, 7U);
}

TEST(ReporterTest, SaysEveryMilestoneOnceAndInOrder) {
  ProgressBoard board;
  test::EventLog log;
  Reporter reporter(board, log.handler());
  constexpr int kThreads = 4;
  constexpr int kEach = 500;
  {
    std::vector<std::jthread> lanes;
    for (int lane = 0; lane < kThreads; ++lane) {
      lanes.emplace_back([&reporter, lane] {
        for (int at = 0; at < kEach; ++at)
          reporter.post(event::TableLoaded{lane, static_cast<std::uint64_t>(at), 0});
      });
    }
  }
  reporter.finish({});
  std::vector<std::uint64_t> next(kThreads, 0);
  for (const auto& loaded : log.all<event::TableLoaded>()) {
    EXPECT_EQ(loaded.rows, next.at(static_cast<std::size_t>(loaded.table))++);
  }
  EXPECT_EQ(next, std::vector<std::uint64_t>(kThreads, kEach));
}

TEST(ReporterTest, SamplesWhileNothingHappens) {
  ProgressBoard board;
  test::EventLog log;
  Reporter reporter(board, log.handler());
  EXPECT_TRUE(
      log.wait_until([](const test::EventLog& so_far) { return so_far.last_sample().elapsed_ms > 150; }));
  reporter.finish({});
}

TEST(ReporterTest, SaysAgainWhatItsOwnerHadNoMemoryFor) {
  ProgressBoard board;
  test::EventLog log;
  std::atomic<int> refusals = 0;
  const BatchHandler hear = log.handler();
  Reporter reporter(board, [&](Batch batch) {
    if (!batch.events.empty() && refusals++ < 2) throw std::bad_alloc();
    hear(std::move(batch));
  });
  for (int table = 0; table < 3; ++table) reporter.post(event::TableLoaded{table, 0, 0});
  while (refusals.load() < 2) std::this_thread::yield();
  reporter.post(event::TableLoaded{3, 0, 0});
  refusals = 1;
  reporter.finish({});
  EXPECT_EQ(log.wait_finished().state, JobState::kDone);
  const auto loaded = log.all<event::TableLoaded>();
  ASSERT_EQ(loaded.size(), 4U);
  for (int table = 0; table < 4; ++table) EXPECT_EQ(loaded.at(static_cast<std::size_t>(table)).table, table);
}

}  // namespace
}  // namespace sluice
