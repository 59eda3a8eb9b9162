#include "row/row_encoder.h"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "row/base64.h"
#include "row/escape.h"

namespace sluice {
namespace {

/// A separator, and \N in place of a value.
constexpr std::size_t kFieldOverhead = 3;
/// A multiple of three, so that base64 has no padding but at the end.
constexpr std::size_t kSliceBytes = 48 << 10;
static_assert(kSliceBytes % 3 == 0);

}  // namespace

void RowEncoder::append(const RowStream::Row& row, std::size_t room, Buffer& buffer) const {
  char* const start = buffer.reserve(room);
  char* out = start;
  for (std::size_t column = 0; column < columns_.size(); ++column) {
    const char* value = row.values[column];
    if (value == nullptr) {
      *out++ = '\\';
      *out++ = 'N';
    } else {
      out = encode(column, {value, row.lengths[column]}, out);
    }
    *out++ = '\t';
  }
  out[-1] = '\n';
  buffer.commit(static_cast<std::size_t>(out - start));
}

void RowEncoder::append_in_slices(const RowStream::Row& row, Buffer& buffer,
                                  const std::function<void()>& make_room) const {
  const auto append_text = [&](std::string_view text) {
    std::memcpy(buffer.reserve(text.size()), text.data(), text.size());
    buffer.commit(text.size());
  };
  for (std::size_t column = 0; column < columns_.size(); ++column) {
    if (column > 0) append_text("\t");
    const char* value = row.values[column];
    if (value == nullptr) append_text("\\N");
    std::string_view left(value, value == nullptr ? 0 : row.lengths[column]);
    while (!left.empty()) {
      const std::string_view slice = left.substr(0, kSliceBytes);
      char* const start = buffer.reserve(escaped_room(slice.size()));
      buffer.commit(static_cast<std::size_t>(encode(column, slice, start) - start));
      left.remove_prefix(slice.size());
      make_room();
    }
  }
  append_text("\n");
}

char* RowEncoder::encode(std::size_t column, std::string_view bytes, char* out) const {
  return columns_[column] == Encoding::kText ? escape_text(bytes, out) : encode_base64(bytes, out);
}

std::size_t RowEncoder::room_for(const RowStream::Row& row) const {
  std::size_t room = 0;
  for (const unsigned long length : row.lengths) room += escaped_room(length) + kFieldOverhead;
  return room;
}

std::size_t RowEncoder::longest_binary(const RowStream::Row& row) const {
  std::size_t longest = 0;
  for (std::size_t column = 0; column < columns_.size(); ++column) {
    if (columns_[column] == Encoding::kBase64) longest = std::max<std::size_t>(longest, row.lengths[column]);
  }
  return longest;
}

}  // namespace sluice
