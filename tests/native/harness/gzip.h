#pragma once

#include <string>

namespace sluice::test {

/// Returns the bytes as one whole member of gzip.
std::string gzip(const std::string& bytes);

}  // namespace sluice::test
