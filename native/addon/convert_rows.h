#pragma once

#include "argument.h"
#include "codec/compression.h"
#include "delimited/delimited_scan.h"
#include "fields/fields_scan.h"
#include "input/script_input.h"
#include "json/json_scan.h"
#include "read/chunk_file.h"
#include "script/script_scan.h"
#include "xml/xml_scan.h"

namespace sluice::addon {

// Files of rows, and what scans them, in the shapes of app/engine as the engine's structs; a TypeError names
// what does not fit.
Codec codec_of(const Argument& name);
ChunkFile chunk_file(const Argument& chunk);
SortedPart sorted_part(const Argument& part);
ScanSpec scan_spec(const Argument& spec);
InputSpec input_spec(const Argument& spec);
DelimitedSpec delimited_spec(const Argument& spec);
FieldsSpec fields_spec(const Argument& spec);
JsonSpec json_spec(const Argument& spec);
XmlSpec xml_spec(const Argument& spec);

}  // namespace sluice::addon
