#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "codec/packing.h"
#include "delimited/column_facts.h"
#include "delimited/range_cutter.h"
#include "xml/xml_reader.h"

namespace sluice {

/// The XML dump to scan (`EngineXmlSpec` in app/engine/scan/scans.ts).
struct XmlSpec {
  std::string path;
  Packing packing = {};
  /// Bytes of the file from which a range ends with its row.
  std::uint64_t bytes_per_range = 0;
  /// Nobody wants the rows of these, which may hold any bytes: accounts of MySQL do.
  std::vector<std::string> ignored_databases = {};
};

/// Attributes of an element: names and values.
using XmlFacts = std::vector<std::pair<std::string, std::string>>;

/// `<table_structure>`: what the server has said of a table's columns and keys, and of the table.
struct XmlStructure {
  std::string table;
  std::vector<XmlFacts> fields;
  std::vector<XmlFacts> keys;
  XmlFacts options;
};

/// All that the values of one column of rows have in common.
struct XmlColumnFacts {
  std::string name;
  /// Values that were hexadecimal digits.
  bool has_hex = false;
  /// Facts of a query's rows alone; a table's definition tells its types.
  ColumnFacts facts;
};

/// `<table_data>`, or the rows of a query, which have no table.
struct XmlRows {
  std::string table;
  std::vector<XmlColumnFacts> columns;
  std::vector<DelimitedRange> ranges;
  std::uint64_t rows = 0;
};

/// `<trigger>`, `<event>` and `<routine>`.
struct XmlObject {
  std::string element;
  XmlFacts attributes;
  /// Its statement.
  std::string text;
};

struct XmlItem {
  std::string database;
  std::uint64_t line = 0;
  std::variant<XmlStructure, XmlRows, XmlObject> content;
};

/// The first fault of a document, at which the scan ends.
struct BadXml {
  XmlError error;
  /// The rows, and the column, within which it stands; empty for none.
  std::string table;
  std::string column;
};

/// All that an XML dump holds but the values.
struct XmlContent {
  /// `mysqldump` or `resultset`; empty where the document does not begin.
  std::string root;
  /// The names of its databases, those without a table too.
  std::vector<std::string> databases;
  std::vector<XmlItem> items;
  /// Statements that stand outside of elements: mysqldump writes those about replication there.
  std::string statements;
  bool has_crlf = false;
  std::optional<BadXml> bad;
  std::uint64_t rows = 0;
  std::uint64_t bytes = 0;
};

/// Reads the file from its beginning to its end. Throws what opening and unpacking it throw, and
/// "memory-limit" for a value of more than a server takes.
XmlContent scan_xml(const XmlSpec& spec);

}  // namespace sluice
