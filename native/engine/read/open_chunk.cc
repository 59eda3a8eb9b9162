#include "read/open_chunk.h"

#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "delimited/delimited_decoder.h"
#include "fields/fields_decoder.h"
#include "json/json_decoder.h"
#include "script/rows_decoder.h"
#include "support/failure.h"
#include "xml/xml_decoder.h"

namespace sluice {
namespace {

std::unique_ptr<Decoder> decoder_of(StoredFile& stored, const ChunkFile& chunk, const ScriptPart& part,
                                    ProgressBoard& board, std::uint64_t most_bytes) {
  return std::make_unique<RowsDecoder>(stored, chunk.packing(), part, chunk.file, board, most_bytes);
}

std::unique_ptr<Decoder> decoder_of(StoredFile& stored, const ChunkFile& chunk, const DelimitedPart& part,
                                    ProgressBoard& board, std::uint64_t most_bytes) {
  return std::make_unique<DelimitedDecoder>(stored, chunk.packing(), part, chunk.file, board, most_bytes);
}

std::unique_ptr<Decoder> decoder_of(StoredFile& stored, const ChunkFile& chunk, const FieldsPart& part,
                                    ProgressBoard& board, std::uint64_t most_bytes) {
  return std::make_unique<FieldsDecoder>(stored, chunk.packing(), part, chunk.file, board, most_bytes);
}

std::unique_ptr<Decoder> decoder_of(StoredFile& stored, const ChunkFile& chunk, const JsonPart& part,
                                    ProgressBoard& board, std::uint64_t most_bytes) {
  return std::make_unique<JsonDecoder>(stored, chunk.packing(), part, chunk.file, board, most_bytes);
}

std::unique_ptr<Decoder> decoder_of(StoredFile& stored, const ChunkFile& chunk, const XmlPart& part,
                                    ProgressBoard& board, std::uint64_t most_bytes) {
  return std::make_unique<XmlDecoder>(stored, chunk.packing(), part, chunk.file, board, most_bytes);
}

template <class Part>
ChunkReader open_part(const std::string& directory, const ChunkFile& chunk, const Part& part,
                      ProgressBoard& board, std::uint64_t most_bytes) {
  const auto make = [&](StoredFile& stored) { return decoder_of(stored, chunk, part, board, most_bytes); };
  try {
    return {directory + "/" + part.path, make};
  } catch (const EngineError& error) {
    Failure failure = error.failure();
    failure.chunk = chunk.file;
    throw EngineError(std::move(failure));
  }
}

}  // namespace

ChunkReader open_chunk(const std::string& directory, const ChunkFile& chunk, ProgressBoard& board,
                       std::uint64_t most_bytes) {
  if (chunk.part) return open_part(directory, chunk, *chunk.part, board, most_bytes);
  if (chunk.delimited) return open_part(directory, chunk, *chunk.delimited, board, most_bytes);
  if (chunk.fields) return open_part(directory, chunk, *chunk.fields, board, most_bytes);
  if (chunk.json) return open_part(directory, chunk, *chunk.json, board, most_bytes);
  if (chunk.xml) return open_part(directory, chunk, *chunk.xml, board, most_bytes);
  const auto make = [&](StoredFile& stored) {
    return make_decoder(chunk.packing(), stored, board, most_bytes);
  };
  return {directory + "/" + chunk.file, make};
}

std::uint64_t weight_of(const std::string& directory, const ChunkFile& chunk) {
  if (chunk.bytes) return *chunk.bytes;
  if (chunk.sorted) return chunk.sorted->weight;
  if (chunk.part) return chunk.part->length;
  if (chunk.delimited) return chunk.delimited->length;
  if (chunk.fields) return chunk.fields->length;
  if (chunk.json) return chunk.json->length;
  if (chunk.xml) return chunk.xml->length;
  std::error_code missing;
  const std::uintmax_t stored = std::filesystem::file_size(directory + "/" + chunk.file, missing);
  return missing ? 0 : stored;
}

}  // namespace sluice
