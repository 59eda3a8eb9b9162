#pragma once

#include <cstdint>

#include "innodb/bytes.h"

namespace sluice {

/// CRC-32C (Castagnoli, reflected polynomial 0x82F63B78), InnoDB's page checksum since MySQL 5.7 and MariaDB
/// 10.0 (ut0crc32). Uses the processor's instruction where it has one.
std::uint32_t crc32c(Bytes bytes);

/// The same without the instruction.
std::uint32_t crc32c_portable(Bytes bytes);

/// Returns whether `crc32c` uses an instruction of this processor.
bool crc32c_in_hardware();

}  // namespace sluice
