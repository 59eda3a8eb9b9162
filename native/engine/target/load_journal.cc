#include "target/load_journal.h"

#include <array>
#include <charconv>
#include <cinttypes>
#include <cstdio>
#include <string_view>

#include "support/identifier.h"

namespace sluice {
namespace {

std::string hex_literal(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string literal = "x'";
  for (const char character : text) {
    const auto byte = static_cast<unsigned char>(character);
    literal += kDigits[byte >> 4];
    literal += kDigits[byte & 15];
  }
  return literal + "'";
}

std::string name_of(const LoadTable& table) {
  return quote_identifier(table.schema) + "." + quote_identifier(table.table);
}

std::string hash_text(std::uint64_t hash) {
  std::array<char, 17> text{};
  std::snprintf(text.data(), text.size(), "%016" PRIx64, hash);
  return text.data();
}

std::uint64_t number(const std::optional<std::string>& text, int base = 10) {
  std::uint64_t value = 0;
  if (text) std::from_chars(text->data(), text->data() + text->size(), value, base);
  return value;
}

/// ER_BAD_DB_ERROR and ER_NO_SUCH_TABLE.
constexpr bool is_absent(unsigned errnum) { return errnum == 1049 || errnum == 1146; }

}  // namespace

std::string LoadJournal::key_of(const LoadTable& table, std::string_view file) {
  return name_of(table).append("/").append(file);
}

void LoadJournal::write(const std::vector<SentChunk>& chunks) const {
  std::string statement =
      "INSERT INTO " + table_ + " (kind, name, detail, row_count, byte_count, xxh64) VALUES ";
  for (const SentChunk& sent : chunks) {
    if (&sent != &chunks.front()) statement += ", ";
    statement += "('chunk', " + hex_literal(key_of(*sent.table, sent.chunk->file)) + ", '', " +
                 std::to_string(sent.reading.rows) + ", " + std::to_string(sent.reading.bytes) + ", '" +
                 hash_text(sent.reading.xxh64) + "')";
  }
  session_.execute(statement);
}

void LoadJournal::write_moved(const LoadTable& table, std::uint64_t rows, std::uint64_t checksum) const {
  session_.execute("REPLACE INTO " + table_ + " (kind, name, detail, row_count, xxh64) VALUES ('moved', " +
                   hex_literal(name_of(table)) + ", '', " + std::to_string(rows) + ", '" +
                   hash_text(checksum) + "')");
}

std::optional<ChunkReading> LoadJournal::find(const LoadTable& table, const ChunkFile& chunk) const {
  const auto rows = session_.rows(
      "SELECT row_count, byte_count, xxh64 FROM " + table_ +
      " WHERE kind = 'chunk' AND name = " + hex_literal(key_of(table, chunk.file)) + " LOCK IN SHARE MODE");
  if (rows.empty()) return std::nullopt;
  return ChunkReading{number(rows[0].at(0)), number(rows[0].at(1)), number(rows[0].at(2), 16), false};
}

std::unordered_set<std::string> LoadJournal::keys() const {
  try {
    std::unordered_set<std::string> keys;
    for (const auto& row : session_.rows("SELECT name FROM " + table_ + " WHERE kind = 'chunk'")) {
      keys.insert(row.at(0).value_or(""));
    }
    return keys;
  } catch (const EngineError& error) {
    if (!is_absent(error.failure().errnum)) throw;
    return {};
  }
}

}  // namespace sluice
