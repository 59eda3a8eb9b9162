#pragma once

#include <string>

#include "innodb/file_scan.h"
#include "innodb/report.h"

namespace sluice {

/// Everything `InspectJob` needs to know (`EngineInspectSpec` in app/engine/tablespace.ts).
struct InspectSpec {
  std::string path;
  ScanOptions scan;
  ReportOptions report;
};

}  // namespace sluice
