#include "wire/session_watch.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>

#include "harness/failure_of.h"
#include "harness/live_server.h"

namespace sluice {
namespace {

using std::chrono::milliseconds;
using test::failure_of;
using test::live_server;

TEST(SessionWatchRules, WhoWaitsForAServerThatWaitsForItWaitsInVain) {
  EXPECT_TRUE(waits_in_vain(std::nullopt));
  EXPECT_TRUE(waits_in_vain(ServerView{"Sleep", ""}));
  EXPECT_TRUE(waits_in_vain(ServerView{"Query", "Receiving from client"}));
  EXPECT_TRUE(waits_in_vain(ServerView{"Query", "Reading from net"}));
  EXPECT_FALSE(waits_in_vain(ServerView{"Query", "altering table"}));
  EXPECT_FALSE(waits_in_vain(ServerView{"Query", "Waiting for table metadata lock"}));
}

constexpr const char* kServer = "one";

WaitingSession session_of(const std::string& server, std::uint64_t id) {
  return {id, 1, ConnectionIdentity{server, id, "user", "host:1"}};
}

ProcessList list_of(const std::string& server, std::vector<ProcessEntry> entries) {
  return {{server, 99, "user", "host:2"}, std::move(entries)};
}

TEST(SessionWatchRules, AnotherServerKnowsNothingOfASession) {
  EXPECT_EQ(judge(session_of(kServer, 7), list_of("another", {})), Answer::kUnknown);
  EXPECT_EQ(judge(session_of(kServer, 7), std::nullopt), Answer::kUnknown);
  EXPECT_EQ(judge(session_of("", 7), list_of("", {})), Answer::kUnknown);
  EXPECT_EQ(judge(session_of(kServer, 7), list_of(kServer, {})), Answer::kInVain);
}

TEST(SessionWatchRules, AStrangerWithItsNumberIsNotTheSession) {
  const ProcessEntry own{{kServer, 7, "user", "host:1"}, "Query", "altering table"};
  const ProcessEntry stranger{{kServer, 7, "user", "host:3"}, "Query", "altering table"};
  EXPECT_EQ(judge(session_of(kServer, 7), list_of(kServer, {own})), Answer::kAtWork);
  EXPECT_EQ(judge(session_of(kServer, 7), list_of(kServer, {stranger})), Answer::kInVain);
}

TEST(SessionWatchRules, SettingASessionUpTakesNoTime) {
  EXPECT_EQ(judge({7, 1}, list_of(kServer, {})), Answer::kInVain);
}

TEST(SilenceRecord, ALookThatTellsNothingChangesNothing) {
  SilenceRecord record;
  const WaitingSession session{7, 1};
  record.look({session});
  record.look({session});
  EXPECT_FALSE(record.is_lost(session, Answer::kUnknown));
  EXPECT_FALSE(record.is_lost(session, Answer::kInVain));
  EXPECT_FALSE(record.is_lost(session, Answer::kUnknown));
  EXPECT_TRUE(record.is_lost(session, Answer::kInVain));
}

TEST(SilenceRecord, OnlyTheSameWaitAtTwoLooksIsASilence) {
  SilenceRecord record;
  EXPECT_TRUE(record.look({{7, 1}, {8, 3}}).empty());
  EXPECT_EQ(record.look({{7, 1}, {8, 5}}), (std::vector<WaitingSession>{{7, 1}}));
  EXPECT_EQ(record.look({{7, 1}, {8, 5}}), (std::vector<WaitingSession>{{7, 1}, {8, 5}}));
}

TEST(SilenceRecord, TwiceInARowInVainIsLost) {
  SilenceRecord record;
  const WaitingSession session{7, 1};
  record.look({session});
  record.look({session});
  EXPECT_FALSE(record.is_lost(session, Answer::kInVain));
  EXPECT_TRUE(record.is_lost(session, Answer::kInVain));
}

TEST(SilenceRecord, WhatMovesOrIsWorkedForBetweenCountsFromTheBeginning) {
  SilenceRecord record;
  const WaitingSession session{7, 1};
  record.look({session});
  record.look({session});
  EXPECT_FALSE(record.is_lost(session, Answer::kInVain));
  EXPECT_FALSE(record.is_lost(session, Answer::kAtWork));
  EXPECT_FALSE(record.is_lost(session, Answer::kInVain));
  record.look({{7, 3}});
  record.look({{7, 3}});
  EXPECT_FALSE(record.is_lost({7, 3}, Answer::kInVain));
}

class SessionWatchTest : public test::LiveTest {};
SLUICE_ON_BOTH_SERVERS(SessionWatchTest);

TEST_P(SessionWatchTest, AServerThatWorksForALongTimeIsWaitedFor) {
  Session session(live_server(GetParam()), {});
  session.identify();
  SessionRoster roster;
  const SessionRoster::Entry entry(roster, session);
  Session observer(live_server(GetParam()), {});
  const std::string id = std::to_string(session.connection_id());
  std::thread sleeper([&] {
    const WireThread wire;
    try {
      session.scalar("SELECT SLEEP(3600)");
    } catch (const EngineError& error) {
      // ER_QUERY_INTERRUPTED of MariaDB; MySQL's SLEEP gives 1.
      EXPECT_EQ(error.failure().errnum, 1317u);
    }
  });
  while (observer.scalar(
             "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE COMMAND = 'Query' AND ID = " + id) ==
         "0") {
    std::this_thread::yield();
  }
  bool told = false;
  {
    const SessionWatch watch(live_server(GetParam()), roster, milliseconds(20),
                             [&](const Message&) { told = true; });
    std::this_thread::sleep_for(milliseconds(400));
  }
  EXPECT_FALSE(told);
  observer.execute("KILL QUERY " + id);
  sleeper.join();
  EXPECT_EQ(session.scalar("SELECT CONNECTION_ID()"), id);
}

TEST_P(SessionWatchTest, AnIdleSessionIsLeftAlone) {
  Session session(live_server(GetParam()), {});
  SessionRoster roster;
  const SessionRoster::Entry entry(roster, session);
  EXPECT_TRUE(roster.waiting().empty());
  EXPECT_FALSE(roster.cut({session.connection_id(), 1}));
  EXPECT_EQ(session.scalar("SELECT 1"), "1");
}

TEST_P(SessionWatchTest, ASessionThatIsCutSaysThatItsConnectionIsLost) {
  Session session(live_server(GetParam()), {});
  SessionRoster roster;
  const SessionRoster::Entry entry(roster, session);
  std::thread cutter([&] {
    while (roster.waiting().empty()) std::this_thread::yield();
    EXPECT_TRUE(roster.cut(roster.waiting().front()));
  });
  const Failure failure = failure_of([&] { session.scalar("SELECT SLEEP(3600)"); });
  cutter.join();
  EXPECT_EQ(failure.code, "connect-lost");
}

}  // namespace
}  // namespace sluice
