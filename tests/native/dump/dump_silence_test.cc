#include <gtest/gtest.h>

#include <string>
#include <system_error>
#include <thread>

#include "dump/dump_job.h"
#include "harness/event_log.h"
#include "harness/fake_server.h"
#include "harness/live_server.h"
#include "harness/no_more_threads.h"
#include "harness/temp_folder.h"

namespace sluice {
namespace {

using test::FakeClient;
using test::FakeServer;

/// Longer than anybody runs these tests: what ends sooner was ended.
constexpr unsigned kHourMs = 3'600'000;

/// Ends of a dump before its first row, where a server or the system fails it.
class DumpSilenceTest : public ::testing::Test {
 protected:
  DumpSpec spec(const Connection& connection, int lanes) const {
    DumpSpec spec;
    spec.connection = connection;
    spec.connection.connect_timeout_ms = kHourMs;
    spec.directory = folder_.path();
    spec.lanes = lanes;
    spec.memory_limit_bytes = 64 << 20;
    spec.bytes_per_chunk = 128 << 10;
    return spec;
  }

  static void wait_until_heard(FakeServer& server, const std::string& word) {
    while (server.heard().find(word) == std::string::npos) std::this_thread::yield();
  }

  void expect_cancelled() {
    const event::Finished finished = log_.wait_finished();
    EXPECT_EQ(finished.state, JobState::kCancelled);
    EXPECT_TRUE(finished.failures.empty());
  }

  test::TempFolder folder_;
  test::EventLog log_;
};

// The second of its clients is not even greeted.
TEST_F(DumpSilenceTest, CancelEndsSignInsThatAreNotAnswered) {
  FakeServer server({}, [](FakeClient& client) {
    while (client.read()) continue;
  });
  DumpJob job(spec(server.connection(), 3), log_.handler());
  wait_until_heard(server, FakeServer::kUser);
  job.cancel();
  expect_cancelled();
}

TEST_F(DumpSilenceTest, ADestroyedJobHasEndedItsSignIns) {
  FakeServer server({}, [](FakeClient& client) {
    while (client.read()) continue;
  });
  {
    DumpJob job(spec(server.connection(), 2), log_.handler());
    wait_until_heard(server, FakeServer::kUser);
  }
  EXPECT_EQ(log_.all<event::Finished>().size(), 1U);
}

TEST_F(DumpSilenceTest, CancelEndsAJobWhoseFirstStatementIsNotAnswered) {
  FakeServer server({}, [](FakeClient& client) {
    if (!client.read()) return;
    client.ok();
    while (client.read()) continue;
  });
  DumpJob job(spec(server.connection(), 1), log_.handler());
  wait_until_heard(server, "SET SESSION wait_timeout");
  job.cancel();
  expect_cancelled();
}

// Sessions are open, and the lock is held: then the system starts no more threads.
TEST_F(DumpSilenceTest, AThreadLimitIsANamedFailure) {
  DumpJob job(spec(test::live_server(test::Vendor::kMariaDb), 2), log_.handler());
  log_.wait_for<event::SessionsOpen>();
  const test::NoMoreThreads refusing;
  job.take_snapshots();
  const event::Finished finished = log_.wait_finished();
  EXPECT_EQ(finished.state, JobState::kFailed);
  ASSERT_EQ(finished.failures.size(), 1U);
  EXPECT_EQ(finished.failures[0].code, "threads-refused");
}

TEST_F(DumpSilenceTest, AJobWithoutAnyThreadDoesNotBegin) {
  const test::NoMoreThreads refusing;
  EXPECT_THROW(DumpJob(spec(test::live_server(test::Vendor::kMariaDb), 2), log_.handler()),
               std::system_error);
}

TEST_F(DumpSilenceTest, MoreLanesThanThereAreAreAsManyAsThereAre) {
  DumpJob job(spec(test::live_server(test::Vendor::kMariaDb), kMaxLanes + 36), log_.handler());
  log_.wait_for<event::SessionsOpen>();
  job.set_lanes(10 * kMaxLanes);
  job.seal();
  job.take_snapshots();
  EXPECT_EQ(log_.wait_finished().state, JobState::kDone);
  EXPECT_EQ(log_.last_sample().lanes.size(), static_cast<std::size_t>(kMaxLanes));
}

}  // namespace
}  // namespace sluice
