#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/chunk_lines.h"
#include "harness/failure_of.h"
#include "harness/fuzz_rounds.h"
#include "harness/temp_folder.h"
#include "xml/xml_scan.h"

namespace sluice {
namespace {

using namespace std::string_literals;
using test::failure_of;
using test::TempFolder;

const std::string kBegin =
    "<?xml version=\"1.0\"?>\n"
    "<mysqldump xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n"
    "<database name=\"shop\">\n";
const std::string kEnd = "</database>\n</mysqldump>\n";

std::string rows_of(const std::string& rows) {
  return kBegin + "\t<table_data name=\"t\">\n" + rows + "\t</table_data>\n" + kEnd;
}

std::string row(const std::string& fields) { return "\t<row>\n" + fields + "\t</row>\n"; }

std::string field(const std::string& value) { return "\t\t<field name=\"a\">" + value + "</field>\n"; }

class XmlTest : public ::testing::Test {
 protected:
  XmlContent scan(const std::string& text) {
    test::write_file(folder_.file("a.xml"), text);
    return scan_xml({folder_.file("a.xml"), {}, range_bytes_, {}});
  }
  BadXml bad(const std::string& text) {
    XmlContent content = scan(text);
    EXPECT_TRUE(content.bad.has_value()) << text;
    return content.bad.value_or(BadXml());
  }
  const XmlRows& rows_in(const XmlContent& content) {
    return std::get<XmlRows>(content.items.back().content);
  }
  /// All ranges of a document's last rows, a line each row.
  std::string decode(const std::string& text, const std::vector<XmlForm>& forms, std::size_t step = 1'000,
                     std::uint64_t most_bytes = 0) {
    const XmlContent content = scan(text);
    EXPECT_FALSE(content.bad.has_value()) << text;
    std::string lines;
    for (const DelimitedRange& range : rows_in(content).ranges) {
      XmlPart part{"a.xml", range.offset, range.length, range.line, content.has_crlf, {}};
      for (std::size_t at = 0; at < forms.size(); ++at) {
        part.columns.push_back({rows_in(content).columns[at].name, forms[at]});
      }
      lines += read(part, step, most_bytes);
    }
    return lines;
  }
  std::string read(const XmlPart& part, std::size_t step, std::uint64_t most_bytes = 0) {
    ChunkFile chunk;
    chunk.file = "a.xml:3";
    chunk.xml = part;
    return test::lines_of(folder_.path(), chunk, board_, step, most_bytes);
  }

  TempFolder folder_;
  ProgressBoard board_;
  std::uint64_t range_bytes_ = 1 << 20;
};

TEST_F(XmlTest, CountsRowsBehindALargerFirstValue) {
  const XmlContent content =
      scan(rows_of(row(field("2")) + row(field("10")) + row(field("9")) + row(field(""))));
  ASSERT_EQ(rows_in(content).ranges.size(), 1U);
  EXPECT_EQ(rows_in(content).ranges[0].backward, 1U);
}

TEST_F(XmlTest, FindsDefinitionsRowsAndObjects) {
  const XmlContent content =
      scan("\xEF\xBB\xBF"s + kBegin +
           "<table_structure name=\"t\"><field Field=\"a&lt;\" Comment=\"two\nlines\" /><key "
           "Key_name=\"PRIMARY\" />"
           "<options Engine=\"InnoDB\" /></table_structure>\n<table_data name=\"t\">\n<!-- <row> -->" +
           row(field("1")) + row("\t\t<field name='a' xsi:nil=\"true\" />") +
           "</table_data>\n<triggers name=\"t\"><trigger Trigger=\"x\">\n<![CDATA[\nBEGIN ']]]]><![CDATA[>' "
           "END\n]]>"
           "\n</trigger></triggers>\n" +
           kEnd);
  ASSERT_FALSE(content.bad.has_value());
  EXPECT_EQ(content.root, "mysqldump");
  ASSERT_EQ(content.items.size(), 3U);
  const auto& structure = std::get<XmlStructure>(content.items[0].content);
  EXPECT_EQ(structure.fields[0], (XmlFacts{{"Field", "a<"}, {"Comment", "two\nlines"}}));
  EXPECT_EQ(structure.keys.size(), 1U);
  EXPECT_EQ(structure.options, (XmlFacts{{"Engine", "InnoDB"}}));
  const auto& rows = std::get<XmlRows>(content.items[1].content);
  EXPECT_EQ(rows.rows, 2U);
  EXPECT_EQ(rows.columns.size(), 1U);
  EXPECT_EQ(std::get<XmlObject>(content.items[2].content).text, "\n\nBEGIN ']]>' END\n\n");
  EXPECT_EQ(content.items[2].database, "shop");
}

TEST_F(XmlTest, KeepsWhatStandsOutsideOfElements) {
  const XmlContent content =
      scan("<mysqldump>\nSET @@GLOBAL.GTID_PURGED='a';\n<database name=\"d\">\n" + kEnd);
  ASSERT_FALSE(content.bad.has_value());
  EXPECT_EQ(content.statements, "\nSET @@GLOBAL.GTID_PURGED='a';\n\n");
  EXPECT_EQ(content.databases, std::vector<std::string>{"d"});
}

TEST_F(XmlTest, GivesTheFactsOfAQuerysColumns) {
  const XmlContent content = scan(
      "<?xml version=\"1.0\"?>\n\n<resultset statement=\"SELECT &quot;\n\" "
      "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n  <row>\n\t<field "
      "name=\"id\">1</field>\n\t<field "
      "name=\"v\"></field>\n  </row>\n  <row><field name=\"id\">2</field><field name=\"v\" xsi:nil=\"true\" "
      "/>"
      "</row>\n</resultset>\n");
  ASSERT_FALSE(content.bad.has_value());
  EXPECT_EQ(content.root, "resultset");
  const XmlRows& rows = rows_in(content);
  EXPECT_TRUE(rows.columns[0].facts.integers);
  EXPECT_TRUE(rows.columns[0].facts.rising);
  EXPECT_EQ(rows.columns[1].facts.empties, 1U);
  EXPECT_EQ(rows.columns[1].facts.nulls, 1U);
}

TEST_F(XmlTest, EndsRangesWithTheirRows) {
  const std::string text =
      rows_of(row(field("1")) + "<!-- </row> -->" + row(field("<![CDATA[</row>]]>")) + row(field("3")));
  EXPECT_EQ(rows_in(scan(text)).ranges.size(), 1U);
  range_bytes_ = 1;
  const XmlContent content = scan(text);
  ASSERT_EQ(rows_in(content).ranges.size(), 3U);
  for (const DelimitedRange& range : rows_in(content).ranges) EXPECT_EQ(range.rows, 1U);
  EXPECT_EQ(decode(text, {XmlForm::kText}), "1\n</row>\n3\n");
}

TEST_F(XmlTest, GivesValuesAsTheyAre) {
  EXPECT_EQ(decode(rows_of(row(field("&lt;&amp;&gt;&quot;&apos;&#228;&#x1F600;\r\n\t  "))), {XmlForm::kText}),
            "<&>\"'\u00e4\U0001F600\\r\\n\\t  \n");
  EXPECT_EQ(decode(rows_of(row(field("")) + row("<field name=\"a\" xsi:nil=\"true\" />")), {XmlForm::kText}),
            "\n\\N\n");
  EXPECT_EQ(
      decode(rows_of(row("<field name=\"a\" xsi:type=\"xs:hexBinary\">00fF41</field>") + row(field("AB"))),
             {XmlForm::kBytes}),
      "AP9B\nQUI=\n");
  EXPECT_EQ(
      decode(
          rows_of(row("<field name=\"a\">1</field><field name=\"b\">2</field><field name=\"c\">3</field>")),
          {XmlForm::kSkipped, XmlForm::kText, XmlForm::kText}),
      "2\t3\n");
}

/// Something has put a carriage return in front of each line feed, those of values too.
TEST_F(XmlTest, TakesTheReturnsOutOfAFileWhoseLinesEndWithThem) {
  std::string text = rows_of(row(field("x\ny\rz")));
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 2)) {
    text.insert(at, "\r");
  }
  for (std::size_t step = 1; step < 4; ++step) EXPECT_EQ(decode(text, {XmlForm::kText}, step), "x\\ny\\rz\n");
}

TEST_F(XmlTest, RefusesWhatIsNoDump) {
  const std::vector<std::pair<std::string, XmlFault>> documents{
      {"", XmlFault::kCut},
      {" \n", XmlFault::kCut},
      {kBegin, XmlFault::kCut},
      {rows_of(row(field("1"))).substr(0, 200), XmlFault::kCut},
      {rows_of("<row><field name=\"a\">1</row>"), XmlFault::kMismatch},
      {rows_of("<row><field name=a>1</field></row>"), XmlFault::kUnexpected},
      {rows_of("<row><field name=\"a\" name=\"b\">1</field></row>"), XmlFault::kAttribute},
      {rows_of("<row><field>1</field></row>"), XmlFault::kAttribute},
      {rows_of("<row><field name=\"a\" more=\"1\">1</field></row>"), XmlFault::kAttribute},
      {rows_of(row(field("&xxe;"))), XmlFault::kReference},
      {rows_of(row(field("&#0;"))), XmlFault::kReference},
      {rows_of(row(field("&#xD800;"))), XmlFault::kReference},
      {rows_of(row(field("&no end of it"))), XmlFault::kReference},
      {rows_of(row(field("\x01"))), XmlFault::kControl},
      {rows_of(row(field("\0"s))), XmlFault::kControl},
      {rows_of(row(field("\xFF"))), XmlFault::kNotUtf8},
      {rows_of(row(field("\xED\xA0\x80"))), XmlFault::kNotUtf8},
      {rows_of(row(field("\xE2\x82"))), XmlFault::kNotUtf8},
      {"<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<mysqldump></mysqldump>", XmlFault::kEncoding},
      {"<?xml version=\"1.0\"?>\n<!DOCTYPE x [<!ENTITY a \"b\">]>\n<mysqldump></mysqldump>",
       XmlFault::kDoctype},
      {rows_of("<row><field name=\"a\"><b/></field></row>"), XmlFault::kElement},
      {rows_of("<row><row></row></row>"), XmlFault::kElement},
      {"<html></html>", XmlFault::kElement},
      {rows_of("text"), XmlFault::kText},
      {"x<mysqldump></mysqldump>", XmlFault::kText},
      {rows_of(row(field("1")) + row("<field name=\"b\">1</field>")), XmlFault::kOtherFields},
      {rows_of(row(field("1")) + row(field("1") + field("2"))), XmlFault::kOtherFields},
      {rows_of(row(field("1")) + row("")), XmlFault::kOtherFields},
      {rows_of(row("<field name=\"a\" xsi:type=\"xs:hexBinary\">0g</field>")), XmlFault::kHex},
      {rows_of("") + rows_of(""), XmlFault::kSecond},
      {rows_of("") + "<mysqldump></mysqldump>", XmlFault::kSecond},
      {rows_of("") + "x", XmlFault::kMore},
      {"<mysqldump " + std::string(5 << 20, 'a'), XmlFault::kTooLong},
  };
  for (const auto& [text, fault] : documents) {
    EXPECT_EQ(bad(text).error.fault, fault) << text.substr(0, 400);
  }
}

TEST_F(XmlTest, TakesAnyBytesInADatabaseThatNobodyWants) {
  const std::string text = "<mysqldump><database name=\"mysql\"><table_data name=\"user\">" +
                           row(field("$A$\x01\xFF&lt;")) +
                           "</table_data></database><database name=\"shop\"><table_data name=\"t\">";
  const auto scanned = [&](const std::string& value) {
    test::write_file(folder_.file("a.xml"),
                     text + row(field(value)) + "</table_data></database></mysqldump>");
    return scan_xml({folder_.file("a.xml"), {}, range_bytes_, {"mysql"}});
  };
  EXPECT_FALSE(scanned("1").bad.has_value());
  EXPECT_EQ(scanned("\x01").bad.value_or(BadXml()).table, "t");
  EXPECT_TRUE(scan(text + "</table_data></database></mysqldump>").bad.has_value());
  const auto log_tables_behind = [&](const std::string& database) {
    test::write_file(folder_.file("a.xml"),
                     "<mysqldump><database name=\"" + database +
                         "\"></database><table_structure name=\"slow_log\"></table_structure>"
                         "</mysqldump>");
    return scan_xml({folder_.file("a.xml"), {}, range_bytes_, {"mysql"}});
  };
  EXPECT_EQ(log_tables_behind("mysql").items.at(0).database, "mysql");
  EXPECT_TRUE(log_tables_behind("shop").bad.has_value());
}

TEST_F(XmlTest, SaysWhereTheFaultIs) {
  const BadXml fault = bad(rows_of(row(field("ok")) + row(field("a\nb\x01"))));
  EXPECT_EQ(fault.table, "t");
  EXPECT_EQ(fault.column, "a");
  EXPECT_EQ(fault.error.line, 10U);
  EXPECT_EQ(fault.error.column, 2U);
}

TEST_F(XmlTest, IsCutAtEachByte) {
  const std::string text = rows_of(row(field("&amp;\u20AC")));
  for (std::size_t bytes = 0; bytes + 1 < text.size(); ++bytes) {
    EXPECT_TRUE(scan(text.substr(0, bytes)).bad.has_value()) << bytes;
  }
}

TEST_F(XmlTest, GivesTheSameInPiecesOfAnySize) {
  const std::string text = rows_of(row(field("&#x20AC;\u20ACx")) + row(field("<![CDATA[]]]]>")));
  const std::string whole = decode(text, {XmlForm::kText});
  EXPECT_EQ(whole, "\u20AC\u20ACx\n]]\n");
  for (std::size_t step = 1; step < 9; ++step) EXPECT_EQ(decode(text, {XmlForm::kText}, step), whole);
}

/// All that a reader has found, as one text.
class Found final : public XmlSink {
 public:
  void begin_element(std::string_view name, const XmlAttributes& attributes) override {
    text_.append("<").append(name);
    for (const auto& [own, value] : attributes) text_.append(" ").append(own).append("=").append(value);
    text_ += ">";
  }
  void end_element(std::string_view name) override { text_.append("</").append(name).append(">"); }
  void text(std::string_view run) override { text_.append(run); }

  std::string text_;
};

std::string found_in(const std::string& text, std::size_t step) {
  Found found;
  XmlReader reader(0, 1, std::nullopt, found);
  try {
    for (std::size_t at = 0; at < text.size(); at += step)
      reader.add(std::string_view(text).substr(at, step));
    reader.finish();
  } catch (const XmlError& error) {
    return std::to_string(static_cast<int>(error.fault)) + " at " + std::to_string(error.line) + ":" +
           std::to_string(error.column);
  }
  EXPECT_EQ(reader.offset(), text.size());
  return found.text_;
}

TEST_F(XmlTest, FindsTheSameInPiecesOfAnySize) {
  const std::string text =
      "<?xml version=\"1.0\"?>\r\n<a b='&#x20AC;\r\n>' c=\"\u20AC\"><!-- \r\n -- > "
      "-->x&amp;\u20AC\r\r\n<d/>\r\n<![CDATA[ "
      "]]&amp;]]]]><![CDATA[>\r\n\r\u20AC]]></a >\r\n";
  const std::string whole = found_in(text, text.size());
  EXPECT_EQ(whole, "\n<a b=\u20AC\n> c=\u20AC>x&\u20AC\r\n<d></d>\n ]]&amp;]]>\n\r\u20AC</a>\n");
  for (std::size_t step = 1; step < 9; ++step) EXPECT_EQ(found_in(text, step), whole) << step;
  for (const std::string& bad : {"<a>\n\xE2\x82</a>"s, "<a>\nx\x01y</a>"s, "<a>\n<![CDATA[x\xFFy]]></a>"s,
                                 "<a>\n &amq; </a>"s, "<a>\n <b c='&'/></a>"s, "<a>\n</b>"s, "<a>\n<b"s}) {
    const std::string fault = found_in(bad, bad.size());
    EXPECT_NE(fault.find(" at 2:"), std::string::npos) << fault;
    for (std::size_t step = 1; step < 9; ++step) EXPECT_EQ(found_in(bad, step), fault) << bad << step;
  }
}

TEST_F(XmlTest, RefusesAFileThatHasChangedAndAValueThatIsTooLong) {
  const std::string text = rows_of(row(field("1")));
  const XmlContent content = scan(text);
  const DelimitedRange range = rows_in(content).ranges[0];
  const XmlPart part{"a.xml", range.offset, range.length, range.line, false, {{"a", XmlForm::kText}}};
  for (const std::string& rows :
       {row(field("&")), row("<field name=\"b\">1</field>\n"), row("<x></x>         "),
        row("<field name=\"a\" xsi:type=\"xs:hexBinary\">")}) {
    std::string changed = text;
    changed.replace(range.offset, std::min<std::size_t>(rows.size(), range.length), rows, 0, range.length);
    test::write_file(folder_.file("a.xml"), changed);
    const Failure failure = failure_of([&] { read(part, 100); });
    EXPECT_EQ(failure.code, "dump-damaged") << rows;
    EXPECT_EQ(failure.chunk, "a.xml:3");
  }
  const std::string large = rows_of(row(field(std::string(200'000, 'x'))));
  EXPECT_EQ(failure_of([&] { decode(large, {XmlForm::kText}, 100, 4'096); }).code, "memory-limit");
}

/// The decoder gives what the scan takes, and neither reads outside of the text, whatever stands there.
TEST_F(XmlTest, ReadsWhateverStandsThere) {
  const std::string sample =
      rows_of(row("<field name=\"a\">&lt;\u20AC&#65;</field><field name='b&quot;' xsi:nil=\"true\" />") +
              row("<field name=\"a\"><![CDATA[<x>]]></field><field name='b&quot;' "
                  "xsi:type=\"xs:hexBinary\">0aFF</field>"));
  constexpr std::string_view kBytes = "<>/&;\"'=!?-[]]# \n\rax\x80\xE2\xff\x01";
  std::mt19937 random(test::fuzz_seed());
  const int rounds = test::fuzz_rounds(800);
  range_bytes_ = 1;
  for (int round = 0; round < rounds; ++round) {
    std::string text = sample;
    for (int change = 0; change < 1 + round % 3; ++change) {
      const std::size_t at = random() % text.size();
      if (random() % 2 == 0) {
        text[at] = kBytes[random() % kBytes.size()];
      } else {
        text.erase(at, 1 + random() % 3);
      }
      if (text.empty()) text = "<";
    }
    const XmlContent content = scan(text);
    if (content.bad || content.rows == 0) continue;
    const std::string lines =
        decode(text, std::vector<XmlForm>(rows_in(content).columns.size(), XmlForm::kBytes));
    EXPECT_EQ(static_cast<std::uint64_t>(std::count(lines.begin(), lines.end(), '\n')), content.rows) << text;
  }
}

}  // namespace
}  // namespace sluice
