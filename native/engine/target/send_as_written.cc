// The part of ChunkLoader that sends the rows of a script as they stand there.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "codec/file.h"
#include "read/chunk_check.h"
#include "script/part_rows.h"
#include "script/row_statements.h"
#include "support/identifier.h"
#include "target/chunk_loader.h"
#include "target/run_insert.h"
#include "wire/session_variables.h"

namespace sluice {
namespace {

/// The values to which the session returns; its own are among the load's.
SessionVariables own_values(const SessionVariables& own, const SessionVariables& changed) {
  SessionVariables values;
  for (const SessionVariable& variable : changed) {
    const auto found = std::find_if(own.begin(), own.end(),
                                    [&](const SessionVariable& each) { return each.name == variable.name; });
    if (found != own.end()) values.push_back(*found);
  }
  return values;
}

}  // namespace

void ChunkLoader::under_settings(const ChunkFile& whole, const std::function<void()>& work) {
  // Rows are only sorted together where they have the same settings.
  const ChunkFile& chunk = whole.sorted ? whole.sorted->from.front() : whole;
  SessionVariables settings;
  for (const RowSetting& setting : chunk.settings) settings.push_back({setting.name, setting.value});
  if (settings.empty()) return work();
  const std::string restore = set_statement(own_values(own_settings_, settings));
  session_.execute(set_statement(settings));
  try {
    work();
  } catch (const EngineError&) {
    try {
      session_.execute(restore);
    } catch (const EngineError&) {
      // The session is gone, and with it what was set.
    }
    throw;
  }
  session_.execute(restore);
}

SentChunk ChunkLoader::send_as_written(const LoadTable& table, const ChunkFile& chunk,
                                       const ChunkFeed::OnStep& on_step) {
  const InsertLimits limits = insert_limits(table);
  StoredFile stored(directory_ + "/" + chunk.part->path);
  PartRows rows(stored, chunk.packing(), *chunk.part, chunk.file, board_, most_bytes_ / 2);
  const std::string head = "INSERT INTO " + quote_identifier(table.schema) + "." +
                           quote_identifier(table.table) + chunk.part->as_written->columns + " VALUES ";
  RowStatements statements(rows, head, limits.wanted_bytes, board_);
  std::uint64_t sent = 0;
  std::uint64_t sent_bytes = 0;
  statements.each([&](std::string_view statement, std::uint64_t count) {
    judge(table, chunk, insert_info(run_insert(session_, statement, head), sent), count);
    sent += count;
    on_step(count, statements.bytes() - sent_bytes);
    sent_bytes = statements.bytes();
  });
  const ChunkReading reading{statements.rows(), statements.bytes(), statements.digest(), false};
  std::vector<Message> found = deviations(chunk, reading);
  if (!found.empty()) throw EngineError(damage(chunk, std::move(found)));
  return {&table, &chunk, reading, stored.bytes()};
}

}  // namespace sluice
