#include "xml/xml_scan.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "delimited/scanned_text.h"
#include "xml/xml_rows.h"

namespace sluice {
namespace {

/// Both manuals, "Limits on Table Column Count"; a key has 16 columns at most, and a table 64 or 128 keys.
constexpr std::size_t kMostParts = 4096;
/// Definitions are held until the load has them.
constexpr std::size_t kMostDefinitionBytes = std::size_t{256} << 20;
constexpr std::size_t kMostStatementBytes = std::size_t{1} << 20;

/// The element in hand.
enum class Element : std::uint8_t {
  kDocument,
  kDump,
  kDatabase,
  kStructure,
  kStructurePart,
  kRows,
  kRow,
  kField,
  kObjects,
  kObject,
  kQuery,
};

struct Child {
  Element parent;
  std::string_view name;
  Element element;
};

/// All elements of dumps, each with the one that it may stand in.
constexpr std::array<Child, 18> kChildren{{
    {Element::kDocument, "mysqldump", Element::kDump},
    {Element::kDocument, "resultset", Element::kQuery},
    {Element::kDump, "database", Element::kDatabase},
    // The log tables of the schema `mysql`, which the client writes behind the end of that.
    {Element::kDump, "table_structure", Element::kStructure},
    {Element::kDatabase, "table_structure", Element::kStructure},
    {Element::kDatabase, "table_data", Element::kRows},
    {Element::kDatabase, "triggers", Element::kObjects},
    {Element::kDatabase, "events", Element::kObjects},
    {Element::kDatabase, "routines", Element::kObjects},
    {Element::kStructure, "field", Element::kStructurePart},
    {Element::kStructure, "key", Element::kStructurePart},
    {Element::kStructure, "options", Element::kStructurePart},
    {Element::kRows, "row", Element::kRow},
    {Element::kQuery, "row", Element::kRow},
    {Element::kRow, "field", Element::kField},
    {Element::kObjects, "trigger", Element::kObject},
    {Element::kObjects, "event", Element::kObject},
    {Element::kObjects, "routine", Element::kObject},
}};

class XmlScan final : public XmlSink {
 public:
  XmlScan(const XmlSpec& spec, std::uint64_t offset)
      : spec_(spec), reader_(offset, 1, std::nullopt, *this), ranges_(spec.bytes_per_range) {}

  /// False where the scan ends early.
  bool add(std::string_view text) {
    return noting_faults([&] { reader_.add(text); });
  }

  XmlContent finish() {
    if (!content_.bad) {
      noting_faults([this] {
        reader_.finish();
        if (content_.root.empty()) reader_.fail(XmlFault::kCut);
      });
    }
    content_.has_crlf = reader_.has_crlf();
    content_.bytes = reader_.offset();
    return std::move(content_);
  }

 private:
  template <class Work>
  bool noting_faults(Work&& work) {
    try {
      work();
      return true;
    } catch (XmlError& error) {
      const bool is_in_rows = rows_ != nullptr;
      content_.bad = BadXml{std::move(error), is_in_rows ? rows_->table : std::string(),
                            path_.back() == Element::kField ? column_ : std::string()};
      return false;
    }
  }

  void begin_element(std::string_view name, const XmlAttributes& attributes) override {
    const Element parent = path_.back();
    if (parent == Element::kDocument && !content_.root.empty()) reader_.fail(XmlFault::kSecond);
    const auto* const child = std::find_if(kChildren.begin(), kChildren.end(), [&](const Child& known) {
      return known.parent == parent && known.name == name;
    });
    if (child == kChildren.end()) reader_.fail(XmlFault::kElement, name);
    path_.push_back(child->element);
    switch (child->element) {
      case Element::kDump:
      case Element::kQuery:
        content_.root = name;
        if (child->element == Element::kQuery) begin_rows({});
        return;
      case Element::kDatabase:
        content_.databases.emplace_back(named(attributes));
        reader_.take_any_bytes(is_ignored(content_.databases.back()));
        return;
      case Element::kStructure:
        if (parent == Element::kDump &&
            (content_.databases.empty() || !is_ignored(content_.databases.back()))) {
          reader_.fail(XmlFault::kElement, name);
        }
        add_item(XmlStructure{std::string(named(attributes)), {}, {}, {}});
        return;
      case Element::kStructurePart:
        return add_part(name, attributes);
      case Element::kRows:
        return begin_rows(named(attributes));
      case Element::kRow:
        if (!attributes.empty()) reader_.fail(XmlFault::kAttribute, attributes.front().name);
        field_ = 0;
        return;
      case Element::kField:
        return begin_field(attributes);
      case Element::kObject:
        add_item(XmlObject{std::string(name), facts_of(attributes), {}});
        return;
      case Element::kObjects:
      case Element::kDocument:
        return;
    }
  }

  void end_element(std::string_view /*name*/) override {
    const Element element = path_.back();
    if (element == Element::kField) end_field();
    path_.pop_back();
    if (element == Element::kDatabase) reader_.take_any_bytes(false);
    if (element == Element::kRow) end_row();
    if (element == Element::kRows || element == Element::kQuery) end_rows();
  }

  void text(std::string_view run) override {
    switch (path_.back()) {
      case Element::kField:
        if (value_.size() + run.size() > kLongestValue) fail_as_too_long(spec_.path, reader_.line());
        value_.append(run);
        return;
      case Element::kObject:
        count_definition(run.size());
        std::get<XmlObject>(content_.items.back().content).text.append(run);
        return;
      case Element::kDump:
        if (content_.statements.size() + run.size() > kMostStatementBytes) reader_.fail(XmlFault::kTooLong);
        content_.statements.append(run);
        return;
      case Element::kDocument:
        if (is_blank_xml(run)) return;
        reader_.fail(content_.root.empty() ? XmlFault::kText : XmlFault::kMore);
      default:
        if (!is_blank_xml(run)) reader_.fail(XmlFault::kText);
    }
  }

  bool is_ignored(const std::string& database) const {
    const std::vector<std::string>& all = spec_.ignored_databases;
    return std::find(all.begin(), all.end(), database) != all.end();
  }

  std::string_view named(const XmlAttributes& attributes) const {
    const std::optional<std::string_view> name = attribute_of(attributes, "name");
    if (!name || name->empty()) reader_.fail(XmlFault::kAttribute, "name");
    return *name;
  }

  XmlFacts facts_of(const XmlAttributes& attributes) {
    XmlFacts facts;
    for (const auto& [name, value] : attributes) {
      count_definition(name.size() + value.size() + sizeof(XmlFacts::value_type));
      facts.emplace_back(name, value);
    }
    return facts;
  }

  void count_definition(std::size_t bytes) {
    definition_bytes_ += bytes;
    if (definition_bytes_ > kMostDefinitionBytes) reader_.fail(XmlFault::kTooLong);
  }

  template <class Content>
  Content& add_item(Content content) {
    count_definition(sizeof(XmlItem));
    std::string database = content_.databases.empty() ? std::string() : content_.databases.back();
    content_.items.push_back({std::move(database), reader_.line(), std::move(content)});
    return std::get<Content>(content_.items.back().content);
  }

  void add_part(std::string_view name, const XmlAttributes& attributes) {
    auto& structure = std::get<XmlStructure>(content_.items.back().content);
    if (name == "options") {
      structure.options = facts_of(attributes);
      return;
    }
    std::vector<XmlFacts>& parts = name == "key" ? structure.keys : structure.fields;
    if (parts.size() == kMostParts) reader_.fail(XmlFault::kTooManyParts);
    parts.push_back(facts_of(attributes));
  }

  void begin_rows(std::string_view table) {
    rows_ = &add_item(XmlRows{std::string(table), {}, {}, 0});
    ranges_.begin(reader_.offset(), reader_.line());
    rows_end_ = reader_.offset();
  }

  void begin_field(const XmlAttributes& attributes) {
    const std::optional<XmlField> field = xml_field(attributes);
    if (!field) reader_.fail(XmlFault::kAttribute, "field");
    std::vector<XmlColumnFacts>& columns = rows_->columns;
    if (rows_->rows == 0) {
      if (columns.size() == kMostParts) reader_.fail(XmlFault::kTooManyParts);
      columns.emplace_back().name = field->name;
    } else if (field_ == columns.size() || columns[field_].name != field->name) {
      reader_.fail(XmlFault::kOtherFields, field->name);
    }
    is_null_ = field->is_null;
    is_hex_ = field->is_hex;
    column_ = field->name;
    value_.clear();
  }

  void end_field() {
    XmlColumnFacts& column = rows_->columns[field_++];
    if (is_null_ && !value_.empty()) reader_.fail(XmlFault::kText);
    if (is_hex_) {
      column.has_hex = true;
      if (!decode_hex(value_)) reader_.fail(XmlFault::kHex);
    }
    if (field_ == 1) first_ = ValueOrder::compared(value_);
    if (path_[1] == Element::kQuery) column.facts.add(value_, /*quoted=*/true, is_null_);
  }

  void end_row() {
    if (field_ != rows_->columns.size() || field_ == 0) reader_.fail(XmlFault::kOtherFields);
    ++rows_->rows;
    ++content_.rows;
    ranges_.add_row(first_);
    rows_end_ = reader_.offset();
    ranges_.cut(rows_end_, reader_.line());
  }

  void end_rows() {
    ranges_.end(rows_end_);
    rows_->ranges = ranges_.take();
    rows_ = nullptr;
  }

  const XmlSpec& spec_;
  XmlContent content_;
  XmlReader reader_;
  RangeCutter ranges_;
  std::vector<Element> path_{Element::kDocument};
  /// The rows in hand, an item's; null for none.
  XmlRows* rows_ = nullptr;
  std::size_t field_ = 0;
  bool is_null_ = false;
  bool is_hex_ = false;
  std::string column_;
  std::string value_;
  /// The beginning of the row's first value; empty for NULL.
  std::string first_;
  std::uint64_t rows_end_ = 0;
  std::size_t definition_bytes_ = 0;
};

}  // namespace

XmlContent scan_xml(const XmlSpec& spec) {
  ScannedText text(spec.path, spec.packing);
  XmlScan scan(spec, text.skip_mark());
  for (std::string_view piece = text.next(); !piece.empty(); piece = text.next()) {
    if (!scan.add(piece)) break;
  }
  return scan.finish();
}

}  // namespace sluice
