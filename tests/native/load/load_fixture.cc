#include "load/load_fixture.h"

#include <utility>

namespace sluice::test {

LoadFixture::LoadFixture() : schema_(GetParam(), "load") {
  // As app/target/journal/journal.ts creates it.
  schema_.session().execute("CREATE TABLE " + journal() +
                            " (kind VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL, name "
                            "VARBINARY(1024) NOT NULL, detail LONGTEXT NOT NULL, row_count BIGINT UNSIGNED, "
                            "byte_count BIGINT UNSIGNED, xxh64 CHAR(16), PRIMARY KEY (kind, name)) "
                            "ENGINE=InnoDB");
  schema_.session().execute("INSERT INTO " + journal() + " (kind, name, detail) VALUES ('load', '', '')");
}

LoadTable LoadFixture::create(const std::string& name, int id, int width) {
  schema_.session().execute("CREATE TABLE `" + name + "` (id INT PRIMARY KEY, n INT NOT NULL, name VARCHAR(" +
                            std::to_string(width) + ") NOT NULL) ENGINE=InnoDB");
  LoadTable table;
  table.id = id;
  table.schema = schema_.name();
  table.table = name;
  table.load_tail =
      " INTO TABLE `" + schema_.name() + "`.`" + name +
      "` CHARACTER SET utf8mb4 FIELDS TERMINATED BY '\\t' ESCAPED BY '\\\\' LINES TERMINATED BY "
      "'\\n' (`id`, `n`, `name`)";
  return table;
}

ChunkFile LoadFixture::chunk(const std::string& file, int first, int rows, Codec codec, int width) {
  std::string text;
  for (int id = first; id < first + rows; ++id) {
    text += std::to_string(id) + "\t" + std::to_string(id % 97) + "\t";
    text.append(static_cast<std::size_t>(width), static_cast<char>('a' + id % 26));
    text += "\n";
  }
  return folder_.write(file, text, codec);
}

event::Finished LoadFixture::load(std::vector<LoadTable> tables, int lanes) {
  LoadJob job(spec(lanes), log_.handler());
  job.add_tables(std::move(tables));
  job.seal();
  return log_.wait_finished();
}

Failure LoadFixture::failed_load(LoadTable table, int lanes) {
  const int id = table.id;
  const event::Finished finished = load({std::move(table)}, lanes);
  EXPECT_EQ(finished.state, JobState::kFailed);
  EXPECT_TRUE(log_.all<event::TableLoaded>().empty());
  EXPECT_EQ(log_.table(id).state, TableState::kFailed);
  if (finished.failures.size() == 1) return finished.failures.front();
  ADD_FAILURE() << finished.failures.size() << " failures";
  return {};
}

std::uint64_t LoadFixture::rows_in(const std::string& table) {
  return std::stoull(scalar("SELECT COUNT(*) FROM `" + table + "`"));
}

}  // namespace sluice::test
