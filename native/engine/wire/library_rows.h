#pragma once

#include <mysql.h>

#include "wire/result_handle.h"
#include "wire/row_source.h"

namespace sluice {

/// Rows as libmariadb reads them, over whatever it signed in with: TLS is its own.
class LibraryRows final : public RowSource {
 public:
  /// After `mysql_real_query`.
  explicit LibraryRows(MYSQL* handle);
  ~LibraryRows() override;
  LibraryRows(const LibraryRows&) = delete;
  LibraryRows& operator=(const LibraryRows&) = delete;

  unsigned fields() const override;
  std::optional<Row> next() override;

 private:
  ResultHandle result_;
};

}  // namespace sluice
