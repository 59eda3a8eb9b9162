#include "dump/dump_job_fixture.h"

#include <algorithm>
#include <utility>

#include "codec/chunk_reader.h"

namespace sluice::test {

DumpSpec DumpJobFixture::spec(int lanes) const {
  DumpSpec spec;
  spec.connection = live_server(GetParam());
  spec.directory = folder_.path();
  spec.lanes = lanes;
  spec.memory_limit_bytes = 64 << 20;
  spec.bytes_per_chunk = 128 << 10;
  return spec;
}

DumpTable DumpJobFixture::table(int id, const std::string& name, const std::vector<std::string>& columns,
                                KeyParts key) const {
  DumpTable table;
  table.id = id;
  table.schema = schema_.name();
  table.table = name;
  table.basename = "s@" + name;
  for (const std::string& column : columns)
    table.columns.push_back({column, "`" + column + "`", Encoding::kText});
  table.key = std::move(key);
  if (!table.key.empty()) table.key_index = "PRIMARY";
  table.count_check = CountCheck::kAlways;
  table.estimated_rows = 10'000;
  table.estimated_bytes = 100 << 20;
  return table;
}

std::string DumpJobFixture::numbers(int digits) {
  const std::string digit =
      "(SELECT 0 d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL "
      "SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9)";
  std::string number = "0";
  std::string tables;
  for (int at = 0; at < digits; ++at) {
    const std::string name = "t" + std::to_string(at);
    number = "(" + number + " * 10 + " + name + ".d)";
    tables += (at > 0 ? ", " : "") + digit + " " + name;
  }
  return "(SELECT " + number + " i FROM " + tables + ") n";
}

event::Finished DumpJobFixture::dump(DumpSpec spec, std::vector<DumpTable> tables) {
  DumpJob job(std::move(spec), log_.handler());
  job.add_tables(std::move(tables));
  job.seal();
  log_.wait_for<event::SessionsOpen>();
  job.take_snapshots();
  return log_.wait_finished();
}

std::string DumpJobFixture::read_back(const event::TableDumped& dumped) {
  ProgressBoard board;
  std::string bytes;
  for (const ChunkFacts& chunk : dumped.chunks) {
    const std::size_t begin = bytes.size();
    ChunkReader reader(folder_.file(chunk.file), Codec::kZstd, board);
    std::string part(100'000, '\0');
    while (const std::size_t got = reader.read(part.data(), part.size())) bytes.append(part, 0, got);
    EXPECT_EQ(reader.digest(), chunk.xxh64);
    EXPECT_EQ(reader.bytes(), chunk.bytes);
    EXPECT_EQ(reader.stored_bytes(), chunk.stored_bytes);
    EXPECT_EQ(std::count(bytes.begin() + static_cast<std::ptrdiff_t>(begin), bytes.end(), '\n'),
              static_cast<std::ptrdiff_t>(chunk.rows));
  }
  return bytes;
}

std::string DumpJobFixture::expected(const std::string& query) {
  std::string lines;
  for (const auto& row : session().rows(query)) lines += row.at(0).value() + "\n";
  return lines;
}

}  // namespace sluice::test
