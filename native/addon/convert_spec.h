#pragma once

#include <string>
#include <vector>

#include "argument.h"
#include "codec/new_files.h"
#include "direct/direct_spec.h"
#include "dump/dump_spec.h"
#include "export/export_spec.h"
#include "migrate/migrate_spec.h"
#include "rechunk/rechunk_spec.h"
#include "source/dump_table.h"
#include "target/load_spec.h"
#include "verify/checksum_spec.h"
#include "verify/verify_spec.h"

namespace sluice::addon {

// The shapes of app/engine/specs.ts as the engine's structs; a TypeError names what does not fit.
DumpSpec dump_spec(const Argument& spec);
LoadSpec load_spec(const Argument& spec);
VerifySpec verify_spec(const Argument& spec);
RechunkSpec rechunk_spec(const Argument& spec);
ExportSpec export_spec(const Argument& spec);
DirectExportSpec direct_export_spec(const Argument& spec);
std::vector<NewFile> new_files(const Argument& files);
MigrateSpec migrate_spec(const Argument& spec);
ChecksumSpec checksum_spec(const Argument& spec);
std::vector<DumpTable> dump_tables(const Argument& tables);
std::vector<LoadTable> load_tables(const Argument& tables);
std::vector<VerifyTable> verify_tables(const Argument& tables);
std::vector<DirectTable> direct_tables(const Argument& tables);
std::vector<ExportTable> export_tables(const Argument& tables);
std::vector<RechunkTable> rechunk_tables(const Argument& tables);
std::vector<MigrateTable> migrate_tables(const Argument& tables);
/// Returns the SQL condition that holds for the rows of a range of the key space.
std::string key_condition(const Argument& key, const Argument& range);

}  // namespace sluice::addon
