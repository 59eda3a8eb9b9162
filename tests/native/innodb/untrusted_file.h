#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace sluice::test {

/// A tablespace file that nobody vouches for, with one byte in front that says how it is read.
using UntrustedInput = std::string;

/// Reads the file as `sluice inspect` does, through a real file descriptor, and looks whether the figures can
/// be true. Nothing but EngineError may come of the reading; std::logic_error says which figure can't be.
void read_untrusted(const UntrustedInput& input);

/// One whole file of each format, made by code: what mutations begin with.
std::vector<UntrustedInput> untrusted_corpus();

/// Changes fields that the reader believes: headers of pages, links, descriptors, lengths of the dictionary's
/// records; now and then the file's length. Pages keep their size and mostly their numbers, so that what
/// follows from a lie is reached, and not only what detects it.
void mutate_untrusted(UntrustedInput& input, std::minstd_rand& random);

}  // namespace sluice::test
