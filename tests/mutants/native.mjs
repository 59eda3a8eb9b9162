/**
 * Changes to the engine that its tests must notice, each by itself: in `file`, `find` (which stands there once) becomes
 * `replace`, and `tests` is a filter of GoogleTest's. `npm run test:mutate` applies them in a copy of the sources. None of
 * these tests needs a server.
 */
const engine = (path) => `native/engine/${path}`;

const change = (file, tests, find, replace) => ({ file: engine(file), tests, find, replace });

export const NATIVE_MUTANTS = [
  change(
    'innodb/checksum.cc',
    '*ChecksumTest*:HiddenPageTest.*:TrailerTest.*',
    'read32(page, trailer + 4) != read32(page, layout::kLsn + 4)',
    'false',
  ),
  change(
    'innodb/checksum.cc',
    '*ChecksumTest*:HiddenPageTest.*:TrailerTest.*',
    'verdict(tail == crc)',
    'verdict(true)',
  ),
  change(
    'innodb/checksum.cc',
    '*ChecksumTest*:HiddenPageTest.*:TrailerTest.*',
    'is_older && tail == fold(page.first(layout::kShared))',
    'is_older',
  ),
  change(
    'innodb/checksum.cc',
    '*ChecksumTest*:HiddenPageTest.*:TrailerTest.*',
    'head == layout::kNoChecksum && tail == layout::kNoChecksum',
    'head == layout::kNoChecksum || tail == layout::kNoChecksum',
  ),
  change(
    'innodb/checksum.cc',
    '*ChecksumTest*:HiddenPageTest.*:TrailerTest.*',
    '!has_lsn || read32(used, stored - 8) == read32(page, layout::kLsn + 4)',
    'true',
  ),
  change(
    'innodb/checksum.cc',
    '*ChecksumTest*:HiddenPageTest.*:TrailerTest.*',
    'if (read32(page, layout::kPageNumber) != number) return PageState::kWrongNumber;',
    '',
  ),
  change('innodb/tablespace.cc', 'TablespaceTest.*', 'read32(head, layout::kPageNumber) == 0 &&', ''),
  change(
    'innodb/tablespace.cc',
    'TablespaceTest.*',
    'read32(head, layout::kSpaceId) == read32(head, layout::kSpaceIdAgain)',
    'true',
  ),
  change(
    'innodb/tablespace.cc',
    'TablespaceTest.*',
    'read16(head, layout::kType) == layout::kTypeSpaceHeader',
    'true',
  ),
  change('innodb/tablespace.cc', 'TablespaceTest.*', 'space.page_size < kSmallestPageSize ||', ''),
  change('innodb/tablespace.cc', 'TablespaceTest.*', 'space.page_size > kLargestPageSize ||', ''),
  change('innodb/tablespace.cc', 'TablespaceTest.*', 'space.file_page_size > space.page_size', 'false'),
  change('innodb/tablespace.cc', 'TablespaceTest.*', 'version != layout::kNoPage && version != 0', 'true'),
  change('innodb/page.cc', 'PageTest.*', 'type >= layout::kTypeLobFirst && type <=', 'type <='),
  change('innodb/page.cc', 'PageTest.*', '&& type <= layout::kTypeLobLast', ''),
  change('innodb/page.cc', 'PageTest.*', 'heap_top < before ? 0 :', ''),
  change(
    'innodb/page.cc',
    'PageTest.*',
    'space.origin == SpaceOrigin::kMySql || number == 0 ||',
    'number == 0 ||',
  ),
  change('innodb/page.cc', 'PageTest.*', 'if (!is_readable(state)) return page;', ''),
  change(
    'range/predicate.cc',
    'PredicateTest.*:BeginningBeforeTest.*:OrderByTest.*',
    'side == Side::kAt && last',
    'side == Side::kAt',
  ),
  change(
    'range/predicate.cc',
    'PredicateTest.*:BeginningBeforeTest.*:OrderByTest.*',
    '(side != Side::kBefore) != part.descending',
    'side != Side::kBefore',
  ),
  change(
    'range/predicate.cc',
    'PredicateTest.*:BeginningBeforeTest.*:OrderByTest.*',
    'condition.empty() && parts.front().nullable',
    'false',
  ),
  change(
    'source/table_statements.cc',
    'TableStatementsTest.*',
    'both(sluice::without_key(key_), wanted_)',
    'sluice::without_key(key_)',
  ),
  change('row/escape.cc', 'EscapeTest.*', "letters[0x1A] = 'Z';", ''),
  change(
    'row/escape.cc',
    'EscapeTest.*',
    "_mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\\\'))",
    '_mm_setzero_si128()',
  ),
  change('target/load_verdict.cc', 'JudgeLoad.*:ParseLoadInfo.*', 'info.records != rows_sent ||', ''),
  change('target/load_verdict.cc', 'JudgeLoad.*:ParseLoadInfo.*', 'info.skipped > 0 ||', ''),
  change('target/load_verdict.cc', 'JudgeLoad.*:ParseLoadInfo.*', '|| info.deleted > 0', ''),
  change('target/load_verdict.cc', 'JudgeLoad.*:ParseLoadInfo.*', 'info.warnings > warnings.size()', 'false'),
  change('target/warning_rules.cc', 'WarningRules.*:PlaceOf.*', 'rule.errnum == warning.errnum &&', ''),
  change('target/insert_builder.cc', 'InsertBuilderTest.*', 'if (enclosed_) return false;', ''),
  change('target/insert_builder.cc', 'InsertBuilderTest.*', 'field_ != plan_.columns.size()', 'false'),
  change(
    'read/chunk_check.cc',
    'Damage.*:Deviation.*',
    'recorded.xxh64 && *recorded.xxh64 != reading.xxh64',
    'false',
  ),
  change(
    'read/chunk_check.cc',
    'Damage.*:Deviation.*',
    'recorded.rows && *recorded.rows != reading.rows',
    'false',
  ),
  change('read/chunk_check.cc', 'Damage.*:Deviation.*', 'if (reading.ends_within_row)', 'if (false)'),
  change('verify/row_checksum.cc', 'RowChecksum.*', 'begun_.reset();', ''),
  change('read/row_counter.cc', 'RowCounter.*', "text.back() != '\\n'", 'false'),
  change('codec/bzip2_decoder.cc', '*PackingDecodersTest.*', 'if (stream_ended_) return 0;', 'return 0;'),
  change(
    'codec/lz4_decoder.cc',
    '*PackingDecodersTest.*',
    'if (is_all && frame_ended_) return 0;',
    'if (is_all) return 0;',
  ),
  change(
    'codec/gzip_decoder.cc',
    'GzipDecoderTest.*',
    'if (is_all && member_ended_) return 0;',
    'if (is_all) return 0;',
  ),
  change(
    'range/range_pool.cc',
    '*RangePoolTest*:RangeLeaseTest.*',
    'std::exchange(slot_->range.before, at)',
    'slot_->range.before',
  ),
];
