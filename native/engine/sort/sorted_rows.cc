#include "sort/sorted_rows.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <utility>

#include "read/open_chunk.h"
#include "support/failure.h"

namespace sluice {
namespace {

/// Bytes that are read at once.
constexpr std::size_t kReadBytes = 64 << 10;
constexpr std::size_t kKeyBlockBytes = 256 << 10;
constexpr std::uint64_t kMostRunBytes = 1ULL << 31;
constexpr std::uint64_t kBytesUntold = 1ULL << 20;
constexpr std::uint32_t kNoKey = std::numeric_limits<std::uint32_t>::max();
/// InnoDB's keys have 3,072 bytes at most.
constexpr std::size_t kMostKeyBytes = std::numeric_limits<std::uint16_t>::max();

/// First bytes of a key, of which no other key is the beginning.
std::uint64_t prefix_of(std::string_view key) {
  std::uint64_t prefix = 0;
  for (std::size_t at = 0; at < sizeof prefix; ++at) {
    const unsigned char byte = at < key.size() ? static_cast<unsigned char>(key[at]) : 0;
    prefix = prefix << 8 | byte;
  }
  return prefix;
}

/// Half of what may be held, or less where all rows need less.
std::size_t run_room(const std::string& directory, const SortedPart& part, std::uint64_t most_bytes) {
  constexpr std::uint64_t kBytesPerRow = 32;
  const std::uint64_t most = std::min(most_bytes / 2, kMostRunBytes);
  std::uint64_t wanted = 4 * kReadBytes;
  for (const ChunkFile& chunk : part.from) {
    if (!chunk.rows) return static_cast<std::size_t>(most / 8 * 8);
    // Base64 and escapes take a little more than what they stand for, or twice as much at the most.
    wanted += 2 * weight_of(directory, chunk) + *chunk.rows * kBytesPerRow;
  }
  return static_cast<std::size_t>(std::min(most, wanted) / 8 * 8);
}

}  // namespace

SortedRows::SortedRows(std::string directory, const ChunkFile& chunk, ProgressBoard& board,
                       std::uint64_t most_bytes, const OnStep& on_step)
    : directory_(std::move(directory)),
      part_(*chunk.sorted),
      board_(board),
      reader_bytes_(std::max<std::uint64_t>(most_bytes / 8, 1)),
      run_bytes_(run_room(directory_, part_, most_bytes)),
      on_step_(on_step),
      while_reading_([this](std::uint64_t, std::uint64_t) { on_step_(0, 0); }),
      encoder_(part_.key, board),
      run_(board) {
  run_.reserve(run_bytes_);
}

std::size_t SortedRows::read(char* buffer, std::size_t capacity) {
  if (given_entries_ == entries_ && !gather_run()) {
    tell();
    return 0;
  }
  std::size_t bytes = 0;
  while (bytes < capacity && given_entries_ < entries_) {
    const char* const line = run_.data() + first_entry()[given_entries_].line;
    const char* const from = line + given_of_line_;
    const char* const end = line_end(from, run_.data() + kept_);
    const std::size_t some = std::min(capacity - bytes, static_cast<std::size_t>(end - from));
    std::memcpy(buffer + bytes, from, some);
    bytes += some;
    given_of_line_ += some;
    if (from + some < end) break;
    given_of_line_ = 0;
    ++given_entries_;
    ++rows_;
  }
  digest_.add({buffer, bytes});
  bytes_ += bytes;
  if (bytes_ - told_bytes_ >= kBytesUntold) tell();
  return bytes;
}

ChunkReading SortedRows::reading() const { return {rows_, bytes_, digest_.value(), false}; }

std::optional<RowPlace> SortedRows::place_of(std::uint64_t row) const {
  if (row <= rows_before_run_ || row > rows_before_run_ + entries_) return std::nullopt;
  const Entry& entry = first_entry()[row - rows_before_run_ - 1];
  return RowPlace{&part_.from[entry.chunk], entry.row};
}

void SortedRows::tell() {
  on_step_(rows_ - told_rows_, bytes_ - told_bytes_);
  told_rows_ = rows_;
  told_bytes_ = bytes_;
}

const char* SortedRows::line_end(const char* from, const char* end) {
  return static_cast<const char*>(std::memchr(from, '\n', static_cast<std::size_t>(end - from))) + 1;
}

SortedRows::Entry* SortedRows::first_entry() {
  return reinterpret_cast<Entry*>(run_.data() + run_bytes_) - entries_;
}

const SortedRows::Entry* SortedRows::first_entry() const {
  return reinterpret_cast<const Entry*>(run_.view().data() + run_bytes_) - entries_;
}

/// Bytes that neither rows nor entries have, with room for one entry more.
std::size_t SortedRows::room() const {
  const std::size_t taken = end_ + (entries_ + 1) * sizeof(Entry);
  return taken < run_bytes_ ? run_bytes_ - taken : 0;
}

/// False where no row is left.
bool SortedRows::gather_run() {
  // The last run stays, so that its rows can be named.
  if (!feed_ && unread_ == end_ && next_chunk_ == part_.from.size()) return false;
  rows_before_run_ += entries_;
  entries_ = given_entries_ = 0;
  kept_ = 0;
  keys_.clear();
  key_bytes_ = 0;
  while (take_lines() && read_more()) {
  }
  sort_run();
  return entries_ > 0;
}

/// Takes the rows that are whole. False where the run is full.
bool SortedRows::take_lines() {
  while (unread_ < end_) {
    const char* const line = run_.data() + unread_;
    const void* const found = std::memchr(line, '\n', end_ - unread_);
    if (found == nullptr) break;
    const bool has_room = end_ + (entries_ + 1) * sizeof(Entry) <= run_bytes_;
    const bool has_many_keys = key_bytes_ > std::max(run_bytes_ / 2, kKeyBlockBytes);
    if (!has_room || has_many_keys) return false;
    take_line({line, static_cast<std::size_t>(static_cast<const char*>(found) - line)});
  }
  if (unread_ > kept_) {
    std::memmove(run_.data() + kept_, run_.data() + unread_, end_ - unread_);
    end_ -= unread_ - kept_;
    unread_ = kept_;
  }
  return true;
}

void SortedRows::take_line(std::string_view line) {
  const std::string_view key = encoder_.encode(line);
  const std::size_t bytes = line.size() + 1;
  ++row_;
  unread_ += bytes;
  if (key < part_.at || (part_.before && key >= *part_.before)) return;
  std::memmove(run_.data() + kept_, line.data(), bytes);
  ++entries_;
  new (first_entry())
      Entry{prefix_of(key), static_cast<std::uint32_t>(kept_), keep_key(key.substr(0, kMostKeyBytes)),
            static_cast<std::uint32_t>(next_chunk_ - 1), row_};
  kept_ += bytes;
}

/// False where nothing is left to read, or no room for it.
bool SortedRows::read_more() {
  for (;;) {
    if (!feed_ && !begin_chunk()) return false;
    const std::size_t most = std::min(room(), kReadBytes);
    if (most == 0) {
      if (entries_ > 0) return false;
      Failure failure;
      failure.code = "memory-limit";
      failure.chunk = part_.from[next_chunk_ - 1].file;
      failure.message = {"rowTooLarge", {{"most", run_bytes_}}};
      failure.hint = "raiseMemoryToSixteenRows";
      throw EngineError(std::move(failure));
    }
    const std::size_t bytes = feed_->read(run_.data() + end_, most);
    end_ += bytes;
    if (bytes > 0) return true;
    end_chunk();
  }
}

bool SortedRows::begin_chunk() {
  if (next_chunk_ == part_.from.size()) return false;
  const ChunkFile& chunk = part_.from[next_chunk_++];
  reader_.reset(new ChunkReader(open_chunk(directory_, chunk, board_, reader_bytes_)));
  feed_.emplace(*reader_, chunk, while_reading_);
  row_ = 0;
  return true;
}

void SortedRows::end_chunk() {
  const ChunkFile& chunk = part_.from[next_chunk_ - 1];
  std::vector<Message> found = deviations(chunk, feed_->reading());
  if (!found.empty()) throw EngineError(damage(chunk, std::move(found)));
  stored_bytes_ += reader_->stored_bytes();
  feed_.reset();
  reader_.reset();
}

/// Place of a key that is longer than its prefix.
std::uint32_t SortedRows::keep_key(std::string_view key) {
  if (key.size() <= sizeof(Entry::prefix)) return kNoKey;
  const auto length = static_cast<std::uint16_t>(key.size());
  const std::size_t bytes = sizeof length + key.size();
  if (keys_.empty() || keys_.back().size() + bytes > kKeyBlockBytes) {
    keys_.emplace_back(board_).reserve(kKeyBlockBytes);
    key_bytes_ += kKeyBlockBytes;
  }
  Buffer& block = keys_.back();
  const std::size_t place = (keys_.size() - 1) * kKeyBlockBytes + block.size();
  char* const room = block.reserve(bytes);
  std::memcpy(room, &length, sizeof length);
  std::memcpy(room + sizeof length, key.data(), key.size());
  block.commit(bytes);
  return static_cast<std::uint32_t>(place);
}

std::string_view SortedRows::key_of(const Entry& entry) const {
  const char* const at = keys_[entry.key / kKeyBlockBytes].view().data() + entry.key % kKeyBlockBytes;
  std::uint16_t length = 0;
  std::memcpy(&length, at, sizeof length);
  return {at + sizeof length, length};
}

void SortedRows::sort_run() {
  Entry* const first = first_entry();
  std::sort(first, first + entries_, [this](const Entry& one, const Entry& other) {
    if (one.prefix != other.prefix) return one.prefix < other.prefix;
    if (one.key != kNoKey && other.key != kNoKey) {
      const int order = key_of(one).compare(key_of(other));
      if (order != 0) return order < 0;
    }
    return one.chunk != other.chunk ? one.chunk < other.chunk : one.row < other.row;
  });
}

}  // namespace sluice
