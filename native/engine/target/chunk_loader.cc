#include "target/chunk_loader.h"

#include <algorithm>
#include <cstdlib>
#include <span>
#include <string_view>
#include <utility>
#include <variant>

#include "codec/chunk_reader.h"
#include "read/open_chunk.h"
#include "script/lexing.h"
#include "script/names.h"
#include "support/buffer.h"
#include "support/sabotage.h"
#include "target/run_insert.h"

namespace sluice {
namespace {

/// Bytes of a chunk that are read at once.
constexpr std::size_t kReadBytes = 64 << 10;
/// Larger statements are no faster, and are held by the server once more.
constexpr std::uint64_t kWantedBytes = 1 << 20;
constexpr std::uint64_t kMostRows = 10'000;
/// Few enough that the server tells all warnings even where sixty columns of each row warn.
constexpr std::uint64_t kMostWarningsPerRow = 65;
constexpr std::uint64_t kMostRowsThatWarn = 1'000;
/// ER_SPECIFIC_ACCESS_DENIED_ERROR
constexpr unsigned kPrivilegeMissing = 1227;
/// The packet's own header, and what the protocol puts before a statement.
constexpr std::uint64_t kPacketMargin = 1024;

void assert_whole(const ChunkFile& chunk, const ChunkReading& reading) {
  std::vector<Message> found = deviations(chunk, reading);
  if (!found.empty()) throw EngineError(damage(chunk, std::move(found)));
}

/// The session takes statements for UTF-8; only LOAD DATA can name another character set.
void assert_statement_text(const ChunkFile& whole) {
  const ChunkFile& chunk = whole.sorted ? whole.sorted->from.front() : whole;
  if (!chunk.part || is_utf8(chunk.part->charset) || chunk.part->charset == "ascii") return;
  // The lines of these are ASCII.
  if (multi_byte_of(chunk.part->charset) != MultiByte::kNone) return;
  throw EngineError("dump-unsupported", {"scriptNotForInsert", {{"charset", chunk.part->charset}}});
}

/// Puts the row's number into a warning in the place of that which the server has counted.
void rename_row(std::string& warning, std::uint64_t row) {
  for (const std::string_view word : {" at row ", "Row "}) {
    const std::size_t at = warning.rfind(word);
    if (at == std::string::npos) continue;
    const std::size_t digits = at + word.size();
    const std::size_t end = std::min(warning.find_first_not_of("0123456789", digits), warning.size());
    if (end > digits) warning.replace(digits, end - digits, std::to_string(row));
    return;
  }
}

/// Names the row in the chunk that it was read from, instead of its place among sorted ones.
void name_source(Failure& failure, const std::function<std::optional<RowPlace>(std::uint64_t)>& place_of) {
  std::optional<RowPlace> place;
  for (Parameter& parameter : failure.message.parameters) {
    auto* const row = std::get_if<std::uint64_t>(&parameter.value);
    if (row != nullptr && parameter.name == "row") place = place_of(*row);
    if (row != nullptr && parameter.name == "row" && place) *row = place->row;
  }
  if (!place) return;
  failure.chunk = place->chunk->file;
  for (Parameter& parameter : failure.message.parameters) {
    auto* const text = std::get_if<std::string>(&parameter.value);
    if (text != nullptr && parameter.name == "warning") rename_row(*text, place->row);
  }
}

/// A lie that neither the digest of the file nor the number of rows gives away.
void change_value(const LoadTable& table, const ChunkFile& chunk, std::span<char> text) {
  if (!sabotaged(Sabotage::kChangeValue) || table.chunks.front().file != chunk.file) return;
  const auto end = std::find(text.begin(), text.end(), '\n');
  if (end != text.end() && end != text.begin()) *(end - 1) = *(end - 1) == 'Z' ? 'Y' : 'Z';
}

}  // namespace

ChunkLoader::ChunkLoader(Session& session, const LoadSpec& spec, ProgressBoard& board,
                         std::uint64_t most_bytes)
    : session_(session),
      journal_(session, spec.journal),
      directory_(spec.directory),
      own_settings_(spec.session),
      board_(board),
      most_bytes_(most_bytes) {
  session_.apply(spec.session);
  ask_for_warnings();
}

ChunkReading ChunkLoader::load(const LoadTable& table, const ChunkFile& chunk,
                               const ChunkFeed::OnStep& on_step) {
  ChunkReading reading;
  in_transaction([&] {
    const SentChunk sent = send(table, chunk, on_step);
    commit({sent});
    reading = sent.reading;
  });
  return reading;
}

ChunkReading ChunkLoader::load_from(const LoadTable& table, const ChunkFile& chunk,
                                    const LocalInfileReader& read,
                                    const std::function<ChunkReading()>& reading) {
  in_transaction([&] {
    send_rows(table, chunk, {read, reading});
    commit({{&table, &chunk, reading()}});
  });
  return reading();
}

void ChunkLoader::in_transaction(const std::function<void()>& work) {
  session_.execute("START TRANSACTION");
  try {
    work();
  } catch (const EngineError&) {
    roll_back();
    throw;
  }
}

SentChunk ChunkLoader::send(const LoadTable& table, const ChunkFile& chunk,
                            const ChunkFeed::OnStep& on_step) {
  SentChunk sent;
  under_settings(chunk, [&] {
    const bool is_written = chunk.part && chunk.part->as_written;
    if (chunk.sorted) {
      sent = send_sorted(table, chunk, on_step);
      return;
    }
    sent = is_written ? send_as_written(table, chunk, on_step)
                      : send_lines({&table, &chunk}, reader_bytes(table, chunk), on_step,
                                   [&](const RowSource& rows) { send_rows(table, chunk, rows); });
  });
  return sent;
}

SentChunk ChunkLoader::send_lines(const TableChunk& of, std::uint64_t most_bytes,
                                  const ChunkFeed::OnStep& on_step, const UseRows& use) {
  const auto& [table, chunk] = of;
  ChunkReader reader = open_chunk(directory_, *chunk, board_, most_bytes);
  ChunkFeed feed(reader, *chunk, on_step);
  const LocalInfileReader read = [&](char* buffer, std::size_t capacity) {
    const std::size_t bytes = feed.read(buffer, capacity);
    change_value(*of.table, *of.chunk, {buffer, bytes});
    return bytes;
  };
  use({read, [&] { return feed.reading(); }});
  return {table, chunk, feed.reading(), reader.stored_bytes()};
}

SentChunk ChunkLoader::send_sorted(const LoadTable& table, const ChunkFile& chunk,
                                   const ChunkFeed::OnStep& on_step) {
  SortedRows sorted(directory_, chunk, board_, reader_bytes(table, chunk), on_step);
  const LocalInfileReader read = [&](char* buffer, std::size_t capacity) {
    const std::size_t bytes = sorted.read(buffer, capacity);
    change_value(table, chunk, {buffer, bytes});
    return bytes;
  };
  send_rows(
      table, chunk,
      {read, [&] { return sorted.reading(); }, [&](std::uint64_t row) { return sorted.place_of(row); }});
  return {&table, &chunk, sorted.reading(), sorted.stored_bytes()};
}

/// A statement is held beside what the reader holds.
std::uint64_t ChunkLoader::reader_bytes(const LoadTable& table, const ChunkFile& chunk) const {
  return insert_plan(table, chunk) != nullptr ? most_bytes_ - most_bytes_ / 2 : most_bytes_;
}

void ChunkLoader::send_rows(const LoadTable& table, const ChunkFile& chunk, const RowSource& rows) {
  if (const InsertPlan* const plan = insert_plan(table, chunk)) {
    insert(*plan, table, chunk, rows);
  } else {
    load_data(table, chunk, rows);
  }
}

const InsertPlan* ChunkLoader::insert_plan(const LoadTable& table, const ChunkFile& chunk) const {
  if (table.insert) return &*table.insert;
  const bool instead = table.insert_instead && by_insert_.contains({table.id, chunk.file});
  return instead ? &*table.insert_instead : nullptr;
}

void ChunkLoader::load_data(const LoadTable& table, const ChunkFile& chunk, const RowSource& rows) {
  const Outcome outcome = session_.load_local("LOAD DATA LOCAL INFILE ", table.load_tail, rows.read);
  assert_whole(chunk, rows.reading());
  const std::optional<LoadInfo> info = parse_load_info(outcome.info);
  if (!info) {
    throw EngineError("rows-differ", {"countNotTold", {{"answer", outcome.info}}});
  }
  judge(table, chunk, *info, rows.reading().rows, &rows);
}

void ChunkLoader::insert(const InsertPlan& plan, const LoadTable& table, const ChunkFile& chunk,
                         const RowSource& rows) {
  assert_statement_text(chunk);
  std::uint64_t sent = 0;
  const InsertBuilder::OnStatement send = [&](std::string_view statement, std::uint64_t count) {
    judge(table, chunk, insert_info(run_insert(session_, statement, plan.head), sent), count, &rows);
    sent += count;
  };
  make_statements(plan, chunk, insert_limits(table), rows, send);
}

void ChunkLoader::make_statements(const InsertPlan& plan, const ChunkFile& chunk, const InsertLimits& limits,
                                  const RowSource& rows, const InsertBuilder::OnStatement& on_statement) {
  std::uint64_t made = 0;
  const InsertBuilder::OnStatement counted = [&](std::string_view statement, std::uint64_t count) {
    on_statement(statement, count);
    made += count;
  };
  InsertBuilder builder(plan, chunk.dialect, limits, board_, counted);
  Buffer text(board_);
  char* const room = text.reserve(kReadBytes);
  while (const std::size_t bytes = rows.read(room, kReadBytes)) builder.add({room, bytes});
  builder.finish();
  const ChunkReading reading = rows.reading();
  assert_whole(chunk, reading);
  if (made == reading.rows) return;
  throw EngineError("rows-differ", {"notAllRowsSent", {{"read", reading.rows}, {"sent", made}}});
}

/// Half of what may be held is the reader's; the server takes no statement above its limit.
InsertLimits ChunkLoader::insert_limits(const LoadTable& table) {
  const std::uint64_t most = std::min(packet_limit(), most_bytes_);
  return {static_cast<std::size_t>(std::min({kWantedBytes, most / 2, most_bytes_ / 8})),
          static_cast<std::size_t>(most), table.harmless_warnings.empty() ? kMostRows : rows_that_warn()};
}

std::uint64_t ChunkLoader::packet_limit() {
  const std::uint64_t server = session_.packet_limit();
  return server > kPacketMargin ? server - kPacketMargin : server;
}

std::uint64_t ChunkLoader::rows_that_warn() {
  const std::string told = session_.scalar("SELECT @@SESSION.max_error_count").value_or("0");
  const std::uint64_t rows = std::strtoull(told.c_str(), nullptr, 10) / kMostWarningsPerRow;
  return std::clamp<std::uint64_t>(rows, 1, kMostRowsThatWarn);
}

/// Asks for every warning of a chunk, the most that either vendor keeps. MySQL from 8.0 on lets only some
/// accounts ask: others read as many as the server keeps, and a chunk with more fails, because its rows can't
/// be proved right.
void ChunkLoader::ask_for_warnings() {
  try {
    session_.execute("SET SESSION max_error_count = 65535");
  } catch (const EngineError& error) {
    if (error.failure().errnum != kPrivilegeMissing) throw;
  }
}

/// The server says of itself whether it generated a value of an AUTO_INCREMENT column in this session. Where
/// the rows bring those values, one that it generated stands in the place of another.
void ChunkLoader::assert_own_numbers(const std::vector<SentChunk>& chunks) {
  const auto any = [&](RowNumbers numbers) {
    return std::any_of(chunks.begin(), chunks.end(), [&](const SentChunk& sent) {
      const bool is_written = sent.chunk->part && sent.chunk->part->as_written;
      return (is_written ? RowNumbers::kGenerated : sent.table->numbers) == numbers;
    });
  };
  if (any(RowNumbers::kGenerated)) {
    generated_number_ = last_generated_number();
    return;
  }
  if (!any(RowNumbers::kBrought)) return;
  const std::string number = last_generated_number();
  if (number == generated_number_) return;
  throw EngineError("rows-differ", {"numbersGenerated", {{"first", number}}});
}

std::string ChunkLoader::last_generated_number() {
  return session_.scalar("SELECT LAST_INSERT_ID()").value_or("0");
}

void ChunkLoader::commit(const std::vector<SentChunk>& chunks) {
  crash_point("after-load");
  assert_own_numbers(chunks);
  if (sabotaged(Sabotage::kSplitTransaction)) {
    session_.execute("COMMIT");
    crash_point("after-split");
    session_.execute("START TRANSACTION");
  }
  journal_.write(chunks);
  crash_point("before-commit");
  session_.execute("COMMIT");
  crash_point("after-commit");
  for (const SentChunk& sent : chunks) board_.add_stored(sent.stored_bytes);
}

/// A chunk of which too little is told may be tried again by INSERT, whose statements are shorter.
void ChunkLoader::judge(const LoadTable& table, const ChunkFile& chunk, const LoadInfo& info,
                        std::uint64_t rows_sent, const RowSource* rows) {
  const bool warned = info.warnings > 0;
  const std::vector<ServerWarning> warnings = warned ? read_warnings() : std::vector<ServerWarning>();
  const WarningRules rules(warned ? table.harmless_warnings : std::vector<HarmlessWarning>());
  if (std::optional<Failure> failure = judge_load(info, rows_sent, warnings, rules)) {
    if (failure->retryable) {
      failure->retryable = table.insert_instead && by_insert_.insert({table.id, chunk.file}).second;
    }
    if (rows != nullptr && rows->place_of) name_source(*failure, rows->place_of);
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

void ChunkLoader::start_over() {
  session_.execute("ROLLBACK");
  session_.execute("START TRANSACTION");
}

/// Rolls back. Where even this fails the session is gone, and the server rolls back what it left open.
void ChunkLoader::roll_back() noexcept {
  try {
    session_.execute("ROLLBACK");
  } catch (const EngineError&) {
  }
}

}  // namespace sluice
