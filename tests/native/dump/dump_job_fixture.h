#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "dump/dump_job.h"
#include "harness/event_log.h"
#include "harness/live_server.h"
#include "harness/temp_folder.h"

namespace sluice::test {

/// A schema, a folder and a listener for one dump of a live server.
class DumpJobFixture : public LiveTest {
 protected:
  DumpJobFixture() : schema_(GetParam(), "dump") {}

  Session& session() { return schema_.session(); }

  DumpSpec spec(int lanes) const;
  DumpTable table(int id, const std::string& name, const std::vector<std::string>& columns,
                  KeyParts key) const;

  /// Numbers from 0 up to 10^`digits` as the rows of a derived table `n (i)`.
  static std::string numbers(int digits);

  /// Runs a job to its end.
  event::Finished dump(DumpSpec spec, std::vector<DumpTable> tables);
  /// The bytes of a table's chunks in their order, each compared with its facts.
  std::string read_back(const event::TableDumped& dumped);
  /// Expected text of the files, by the server's own word: a query of one column that makes lines.
  std::string expected(const std::string& query);

  TestSchema schema_;
  TempFolder folder_;
  EventLog log_;
};

}  // namespace sluice::test
