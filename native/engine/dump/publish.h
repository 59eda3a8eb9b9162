#pragma once

#include <string>
#include <vector>

#include "codec/compression.h"
#include "dump/staged_chunks.h"

namespace sluice {

/// The chunk files' extension for a compression.
std::string chunk_extension(const Compression& compression);

/// Gives a table's chunks, which are in key order, their final names, dense from 0 and the last one with `@@`
/// (reference: MySQL Shell's dump format 2.0.1), each with its index file, and returns their facts. The names
/// are durable only once the folder is synced, which the dump does at its end. Throws EngineError
/// ("disk-full", "file-failed").
std::vector<ChunkFacts> publish_chunks(const std::string& directory, const std::string& basename,
                                       const std::string& extension, std::vector<StagedChunk> chunks);

}  // namespace sluice
