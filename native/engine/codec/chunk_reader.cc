#include "codec/chunk_reader.h"

#include <fcntl.h>
// For what reading a window takes, and for an error's number.
#define ZSTD_STATIC_LINKING_ONLY
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <cerrno>
#include <new>
#include <string_view>
#include <utility>

#include "codec/file.h"
#include "codec/file_error.h"

namespace sluice {
namespace {

EngineError damaged(const std::string& path, const std::string& how) {
  Failure failure;
  failure.code = "dump-damaged";
  failure.chunk = base_name(path);
  failure.message = failure.chunk + " " + how;
  return EngineError(std::move(failure));
}

UniqueFd open_chunk(const std::string& path) {
  UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (fd.valid()) return fd;
  if (errno == ENOENT) throw damaged(path, "is missing");
  throw file_error(path, "opened", errno);
}

/// The largest window that can be read within so many bytes, as zstd wants it: the power of two.
int window_log(std::uint64_t most_bytes) {
  constexpr int kLeast = 10;
  const std::uint64_t left = most_bytes - std::min<std::uint64_t>(most_bytes, ZSTD_DStreamInSize());
  int log = kLeast;
  while (log < ZSTD_WINDOWLOG_LIMIT_DEFAULT && ZSTD_estimateDStreamSize(std::size_t{2} << log) <= left) ++log;
  return log;
}

}  // namespace

ChunkReader::ChunkReader(std::string path, Codec codec, ProgressBoard& board, std::uint64_t most_bytes)
    : path_(std::move(path)),
      board_(board),
      fd_(open_chunk(path_)),
      context_(nullptr, ZSTD_freeDCtx),
      stored_(board) {
  if (codec == Codec::kNone) return;
  context_.reset(ZSTD_createDCtx());
  if (!context_) throw std::bad_alloc();
  if (most_bytes == 0) return;
  const auto set = ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax, window_log(most_bytes));
  if (ZSTD_isError(set) != 0) throw EngineError("internal", ZSTD_getErrorName(set));
}

ChunkReader::~ChunkReader() { board_.add_memory(-context_bytes_); }

std::size_t ChunkReader::read(char* buffer, std::size_t capacity) {
  const std::size_t got = context_ ? decompress(buffer, capacity) : read_stored(buffer, capacity);
  digest_.add({buffer, got});
  bytes_ += got;
  return got;
}

std::size_t ChunkReader::read_stored(char* buffer, std::size_t capacity) {
  ssize_t got = 0;
  do {
    got = ::read(fd_.get(), buffer, capacity);
  } while (got < 0 && errno == EINTR);
  if (got < 0) throw file_error(path_, "read", errno);
  stored_bytes_ += static_cast<std::uint64_t>(got);
  return static_cast<std::size_t>(got);
}

std::size_t ChunkReader::decompress(char* buffer, std::size_t capacity) {
  ZSTD_outBuffer out{buffer, capacity, 0};
  while (out.pos == 0) {
    if (consumed_ == stored_.size()) {
      stored_.clear();
      consumed_ = 0;
      const std::size_t room = ZSTD_DStreamInSize();
      stored_.commit(read_stored(stored_.reserve(room), room));
      // A frame may still hold output that did not fit; zstd gives it without new input.
      if (stored_.size() == 0 && frame_ended_) return 0;
    }
    const bool at_end = stored_.size() == 0;
    ZSTD_inBuffer in{stored_.view().data(), stored_.size(), consumed_};
    const std::size_t left = ZSTD_decompressStream(context_.get(), &out, &in);
    if (ZSTD_isError(left) != 0) fail(left);
    consumed_ = in.pos;
    frame_ended_ = left == 0;
    if (at_end && out.pos == 0) throw damaged(path_, "ends in the middle of its data");
  }
  const auto bytes = static_cast<std::int64_t>(ZSTD_sizeof_DCtx(context_.get()));
  board_.add_memory(bytes - context_bytes_);
  context_bytes_ = bytes;
  return out.pos;
}

void ChunkReader::fail(std::size_t error) const {
  if (ZSTD_getErrorCode(error) != ZSTD_error_frameParameter_windowTooLarge) {
    throw damaged(path_, std::string("is damaged: ") + ZSTD_getErrorName(error));
  }
  Failure failure;
  failure.code = "memory-limit";
  failure.chunk = base_name(path_);
  failure.message =
      failure.chunk + " was compressed so that reading it takes more memory than a lane may hold";
  failure.hint = "Raise the memory limit, or use fewer threads.";
  throw EngineError(std::move(failure));
}

}  // namespace sluice
