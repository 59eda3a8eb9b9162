#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/dump_folder.h"
#include "harness/event_log.h"
#include "harness/live_server.h"
#include "load/load_job.h"

namespace sluice::test {

/// The build of one index.
inline IndexBatch index_build(const std::string& statement) { return {statement, {statement}}; }

/// One schema of a live server and one folder of chunk files for it.
class LoadFixture : public LiveTest {
 protected:
  LoadFixture();

  /// The table of the load's journal.
  std::string journal() const { return "`" + schema_.name() + "`.journal"; }

  /// Creates `name` with the columns `id INT PRIMARY KEY, n INT NOT NULL, name VARCHAR(`width`) NOT NULL`,
  /// and returns its load without chunks.
  LoadTable create(const std::string& name, int id = 0, int width = 20);
  /// As a chunk file: `rows` rows of that table, from `first` on, `name` being `width` letters.
  ChunkFile chunk(const std::string& file, int first, int rows, Codec codec = Codec::kZstd, int width = 3);
  ChunkFile chunk_of(const std::string& file, const std::string& text) {
    return folder_.write(file, text, Codec::kZstd);
  }

  LoadSpec spec(int lanes) const {
    LoadSpec spec;
    spec.connection = live_server(GetParam());
    spec.session = session_variables_;
    spec.directory = folder_.path();
    spec.lanes = lanes;
    spec.memory_limit_bytes = 1 << 28;
    spec.reconnect_ms = 60'000;
    spec.tune_index_builds = GetParam() == Vendor::kMySql;
    spec.journal = journal();
    spec.load_name = schema_.name();
    return spec;
  }
  /// Runs a job to its end.
  event::Finished load(std::vector<LoadTable> tables, int lanes = 1);
  /// Runs a job that must fail once, and returns that failure.
  Failure failed_load(LoadTable table, int lanes = 1);

  std::uint64_t rows_in(const std::string& table);
  std::string scalar(const std::string& query) { return schema_.session().scalar(query).value_or("NULL"); }

  TestSchema schema_;
  DumpFolder folder_;
  EventLog log_;
  SessionVariables session_variables_;
};

}  // namespace sluice::test
