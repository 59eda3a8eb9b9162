#pragma once

#include <mysql.h>

#include <memory>

namespace sluice {

struct ResultCloser {
  void operator()(MYSQL_RES* result) const noexcept { mysql_free_result(result); }
};

/// Result of a statement as libmariadb stores it, freed with its owner.
using ResultHandle = std::unique_ptr<MYSQL_RES, ResultCloser>;

}  // namespace sluice
