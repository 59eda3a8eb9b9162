#include "load/chunk_loader.h"

#include <cstdlib>
#include <utility>

#include "codec/chunk_reader.h"
#include "load/load_verdict.h"
#include "support/sabotage.h"

namespace sluice {

ChunkLoader::ChunkLoader(Session& session, const LoadSpec& spec, ProgressBoard& board,
                         std::uint64_t most_bytes)
    : session_(session),
      journal_(session, spec.journal),
      directory_(spec.directory),
      board_(board),
      most_bytes_(most_bytes) {
  session_.apply(spec.session);
  // The most that either vendor keeps; with autocommit off a mere count would leave a transaction, and with
  // it a metadata lock, behind.
  session_.execute("SET SESSION max_error_count = 65535, autocommit = 1");
}

ChunkReading ChunkLoader::load(const LoadTable& table, const ChunkFile& chunk,
                               const ChunkFeed::OnStep& on_step) {
  ChunkReader reader(directory_ + "/" + chunk.file, chunk.codec, board_, most_bytes_);
  ChunkFeed feed(reader, chunk.dialect, on_step);
  session_.execute("START TRANSACTION");
  try {
    const Outcome outcome =
        session_.load_local("LOAD DATA LOCAL INFILE ", table.load_tail,
                            [&](char* buffer, std::size_t capacity) { return feed.read(buffer, capacity); });
    prove(table, chunk, feed.reading(), outcome);
    commit(table, chunk, feed.reading());
  } catch (const EngineError&) {
    roll_back();
    throw;
  }
  board_.add_stored(reader.stored_bytes());
  return feed.reading();
}

void ChunkLoader::commit(const LoadTable& table, const ChunkFile& chunk, const ChunkReading& reading) {
  crash_point("after-load");
  if (sabotaged(Sabotage::kSplitTransaction)) {
    session_.execute("COMMIT");
    crash_point("after-split");
    session_.execute("START TRANSACTION");
  }
  journal_.write(table, chunk, reading);
  crash_point("before-commit");
  session_.execute("COMMIT");
  crash_point("after-commit");
}

void ChunkLoader::prove(const LoadTable& table, const ChunkFile& chunk, const ChunkReading& reading,
                        const Outcome& outcome) {
  const std::string differs = deviation(chunk, reading);
  if (!differs.empty()) throw EngineError(damage(chunk, differs));
  const std::optional<LoadInfo> info = parse_load_info(outcome.info);
  if (!info) {
    throw EngineError("rows-differ",
                      "The server does not say how many rows it took: \"" + outcome.info + "\".");
  }
  const bool warned = info->warnings > 0;
  const std::vector<ServerWarning> warnings = warned ? read_warnings() : std::vector<ServerWarning>();
  const WarningRules rules(warned ? table.harmless_warnings : std::vector<HarmlessWarning>());
  if (std::optional<Failure> failure = judge_load(*info, reading.rows, warnings, rules)) {
    throw EngineError(std::move(*failure));
  }
}

std::vector<ServerWarning> ChunkLoader::read_warnings() {
  std::vector<ServerWarning> warnings;
  for (auto& row : session_.rows("SHOW WARNINGS")) {
    const std::string number = row.at(1).value_or("0");
    warnings.push_back({row.at(0).value_or(""),
                        static_cast<unsigned>(std::strtoul(number.c_str(), nullptr, 10)),
                        std::move(row.at(2)).value_or("")});
  }
  return warnings;
}

/// Where even this fails the session is gone, and the server rolls back what it left open.
void ChunkLoader::roll_back() noexcept {
  try {
    session_.execute("ROLLBACK");
  } catch (const EngineError&) {
  }
}

}  // namespace sluice
