#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "load/load_fixture.h"
#include "load/load_job.h"

namespace sluice {
namespace {

using test::LoadFixture;

constexpr int kRoom = 2;

/// A server that lets so many sessions of the load in, and no more.
class LoadRoomTest : public LoadFixture {
 protected:
  LoadRoomTest() : account_("'" + schema_.name().substr(0, 32) + "'@'%'") {
    Session& session = schema_.session();
    session.execute("CREATE USER " + account_ + " IDENTIFIED BY 'room' WITH MAX_USER_CONNECTIONS " +
                    std::to_string(kRoom));
    session.execute("GRANT ALL ON `" + schema_.name() + "`.* TO " + account_);
    // A lane's settings at its beginning take it there.
    if (GetParam() == test::Vendor::kMySql) {
      session.execute("GRANT SESSION_VARIABLES_ADMIN ON *.* TO " + account_);
    }
  }
  ~LoadRoomTest() override { schema_.session().execute("DROP USER " + account_); }

  LoadSpec narrow_spec(int lanes) const {
    LoadSpec narrow = spec(lanes);
    narrow.connection.user = schema_.name().substr(0, 32);
    narrow.connection.password = "room";
    narrow.reconnect_ms = 30'000;
    return narrow;
  }

  const std::string account_;
};
SLUICE_ON_BOTH_SERVERS(LoadRoomTest);

TEST_P(LoadRoomTest, AServerThatIsFullIsLoadedByAsManyLanesAsItLetsIn) {
  std::vector<LoadTable> tables;
  for (int id = 0; id < 4; ++id) {
    LoadTable table = create("t" + std::to_string(id), id);
    table.chunks = {chunk(table.table + "@@0", 0, 100), chunk(table.table + "@@1", 100, 100)};
    table.expected_rows = 200;
    tables.push_back(std::move(table));
  }
  // No chunk is in before all lanes have knocked.
  schema_.session().execute("LOCK TABLES " + journal() + " WRITE");
  LoadJob job(narrow_spec(4), log_.handler());
  job.add_tables(std::move(tables));
  job.seal();
  // 0: further lanes are tried again and again.
  EXPECT_EQ(log_.wait_for<event::LanesRefused>().lanes, 0);
  schema_.session().execute("UNLOCK TABLES");
  const event::Finished finished = log_.wait_finished();
  EXPECT_EQ(finished.state, JobState::kDone);
  for (const Failure& failure : finished.failures) ADD_FAILURE() << plain(failure.message);
  EXPECT_EQ(log_.all<event::TableLoaded>().size(), 4u);
  for (int id = 0; id < 4; ++id) EXPECT_EQ(rows_in("t" + std::to_string(id)), 200u);
}

}  // namespace
}  // namespace sluice
