// The floor of a dump: the same rows over as many connections, fetched and thrown away (`fetch`), or gathered
// into blocks that go through zstd level 1 and are then thrown away (`fetch-zstd`). No escaping, no files, no
// ranges to steal: what is left is libmariadb's own fetch, the server and the compressor.
//
//   sluice_floor fetch|fetch-zstd THREADS SCHEMA        (FLOOR_SOCKET, FLOOR_USER, FLOOR_PASSWORD)
//
// Every table of the schema has an integer primary key `id`, as those of the benchmark have. Prints the rows
// read.
#include <zstd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "support/identifier.h"
#include "wire/library_rows.h"
#include "wire/session.h"
#include "wire/sign_in.h"

namespace {

using sluice::RowSource;
using sluice::Session;

constexpr std::uint64_t kBytesPerQuery = 8U << 20U;
constexpr std::size_t kBlockBytes = 1U << 20U;

std::string from_environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

sluice::Connection connection() {
  sluice::Connection connection;
  connection.socket_path = from_environment("FLOOR_SOCKET");
  connection.user = from_environment("FLOOR_USER");
  connection.password = from_environment("FLOOR_PASSWORD");
  return connection;
}

/// The schema's rows as queries of about the same size, biggest tables first.
std::vector<std::string> pieces_of(Session& session, const std::string& schema) {
  std::vector<std::string> pieces;
  const auto tables =
      session.rows("SELECT TABLE_NAME, AVG_ROW_LENGTH FROM information_schema.TABLES WHERE TABLE_SCHEMA = '" +
                   schema + "' ORDER BY DATA_LENGTH DESC");
  for (const auto& table : tables) {
    const std::string place =
        sluice::quote_identifier(schema) + "." + sluice::quote_identifier(table[0].value_or(""));
    const std::uint64_t row_bytes = std::max<std::uint64_t>(1, std::stoull(table[1].value_or("1")));
    const std::uint64_t step = std::max<std::uint64_t>(1, kBytesPerQuery / row_bytes);
    const std::uint64_t last = std::stoull(session.scalar("SELECT MAX(id) FROM " + place).value_or("0"));
    for (std::uint64_t from = 0; from < last; from += step) {
      pieces.push_back("SELECT * FROM " + place + " WHERE id > " + std::to_string(from) +
                       " AND id <= " + std::to_string(from + step) + " ORDER BY id");
    }
  }
  return pieces;
}

/// Compresses whole blocks and forgets them.
class Compressor {
 public:
  Compressor() : context_(ZSTD_createCCtx(), &ZSTD_freeCCtx), out_(ZSTD_compressBound(kBlockBytes)) {
    block_.reserve(kBlockBytes);
  }

  void take(const RowSource::Row& row) {
    for (std::size_t field = 0; field < row.values.size(); ++field) {
      if (row.values[field] == nullptr) continue;
      append({row.values[field], row.lengths[field]});
      append("\t");
    }
  }

 private:
  void append(std::string_view text) {
    while (!text.empty()) {
      const std::size_t fits = std::min(text.size(), kBlockBytes - block_.size());
      block_.append(text.substr(0, fits));
      text.remove_prefix(fits);
      if (block_.size() == kBlockBytes) flush();
    }
  }

  void flush() {
    ZSTD_compressCCtx(context_.get(), out_.data(), out_.size(), block_.data(), block_.size(), 1);
    block_.clear();
  }

  std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context_;
  std::vector<char> out_;
  std::string block_;
};

void query(MYSQL* handle, const std::string& statement) {
  if (mysql_real_query(handle, statement.data(), statement.size()) != 0)
    throw std::runtime_error(mysql_error(handle));
}

std::uint64_t read_all(MYSQL* handle, const std::vector<std::string>& pieces, std::atomic<std::size_t>& next,
                       Compressor* compressor) {
  std::uint64_t rows = 0;
  for (std::size_t at = next++; at < pieces.size(); at = next++) {
    query(handle, pieces[at]);
    sluice::LibraryRows stream(handle);
    while (const auto row = stream.next()) {
      if (compressor != nullptr) compressor->take(*row);
      ++rows;
    }
    if (mysql_errno(handle) != 0) throw std::runtime_error(mysql_error(handle));
  }
  return rows;
}

std::uint64_t run(bool compress, int threads, const std::string& schema) {
  const sluice::WireThread wire;
  std::vector<std::string> pieces;
  {
    Session session(connection(), {});
    pieces = pieces_of(session, schema);
  }
  std::atomic<std::size_t> next{0};
  std::atomic<std::uint64_t> rows{0};
  std::atomic<bool> failed{false};
  std::vector<std::jthread> lanes;
  for (int lane = 0; lane < threads; ++lane) {
    lanes.emplace_back([&] {
      try {
        const sluice::WireThread lane_wire;
        const sluice::MysqlHandle handle = sluice::sign_in(connection(), sluice::Patience::kEndless);
        query(handle.get(), "START TRANSACTION WITH CONSISTENT SNAPSHOT");
        Compressor compressor;
        rows += read_all(handle.get(), pieces, next, compress ? &compressor : nullptr);
      } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        failed = true;
      }
    });
  }
  lanes.clear();
  if (failed) throw std::runtime_error("a lane failed");
  return rows;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::cerr << "sluice_floor fetch|fetch-zstd THREADS SCHEMA\n";
    return 2;
  }
  try {
    std::cout << run(std::string_view(argv[1]) == "fetch-zstd", std::atoi(argv[2]), argv[3]) << '\n';
    return 0;
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
