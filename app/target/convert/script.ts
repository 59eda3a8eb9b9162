import type { MigrationFinding, MigrationFix } from '../../contract/runs/migrate';
import { withEventStatus } from '../../format/sql/stored-events';
import { standInFor } from '../../format/sql/collation-stand-ins';
import { withModes } from './modes';
import { unquoteText } from '../../catalog/text/quote';
import { changeOutside } from '../../format/sql/outside-quotes';
import { changeStatements, quotesUnder } from '../../format/sql/script';
import { withStandIn } from './types';
import { withoutDirections, withoutLackingIndexes } from './lacking-indexes';
import { judgeVersionComments, withoutReferenceSystems } from './version-comments';
import { has, type ServerVersion } from '../../catalog/server/dialect';
import { withDefaultCollations } from './default-collations';
import { crossesVendors, type Conversion, type Converted, type ReportConversion } from './conversion';
import { convertText } from '../../text/migrate/convert';

/**
 * Converts a script of the source to the target's form, with findings. Pure. Text without a rule stays as it is:
 * the target refuses it with its own error, before any row is moved.
 */
export function convertScript(script: string, object: string, conversion: Conversion): Converted {
  const found = new Map<string, MigrationFinding>();
  const report: ReportConversion = (severity, rule, why, remedy = { kind: 'plain' }) =>
    found.set(`${rule} ${why}`, { severity, rule, object, why, ...remedy });
  const converted = changeStatements(inServersWords(script, conversion, report), (statement, mode) =>
    SETTINGS.test(statement)
      ? withModes(withCollations(statement, conversion, report), conversion, report)
      : changeOutside(statement, (sql) => withCollations(sql, conversion, report), mode),
  );
  return { script: converted, findings: [...found.values()] };
}

/**
 * Converts the body of a program, whose words {@link convertScript} changes in the same way: the names of types and
 * collations alone. Pure.
 *
 * @param modes sql_mode of the program
 */
export function convertBody(body: string, conversion: Conversion, modes = ''): string {
  const word = (sql: string) => withCollations(inWordsOfAll(sql, conversion), conversion, () => undefined);
  return changeOutside(body, word, quotesUnder(modes));
}

/**
 * Returns a script in the words of the target's vendor and version, without what that has not, and with the collations
 * that the source's defaults give. Named collations and modes stay. Pure.
 */
export function inServersWords(script: string, conversion: Conversion, report: ReportConversion): string {
  const worded = inVendorsWords(script, conversion, report);
  const indexed = withoutDirections(withoutLackingIndexes(worded, conversion, report), conversion, report);
  return withDefaultCollations(indexed, conversion, report);
}

function inVendorsWords(script: string, conversion: Conversion, report: ReportConversion): string {
  if (!crossesVendors(conversion)) {
    const placed = withoutReferenceSystems(script, conversion.target, report);
    judgeVersionComments(placed, conversion.target, report);
    return placed;
  }
  return conversion.target.vendor === 'mariadb'
    ? toMariaDb(script, report, conversion)
    : toMySql(script, report, conversion);
}

/** Statement of our scripts for the settings under which an object was created. */
const SETTINGS = /^SET SESSION (?:character_set_client|collation_connection|sql_mode) = '/;

/** Version comments that MariaDB ignores: those for MySQL 5.7 and later. */
const LATER = '(?:507\\d\\d|50[89]\\d\\d|5[1-9]\\d{3}|[6-9]\\d{4})';
const UNSEEN = new RegExp(`\\/\\*!${LATER}\\s*([^*]*)`);

/**
 * Columns and keys that stand in such comments as a whole, as in MySQL's own sample schemas: their writer wants them on MySQL
 * alone.
 */
const OF_MYSQL_ALONE = new RegExp(
  `(?<=[(,]\\n\\s*)(?:\\/\\*!${LATER}(?:[^*\`']|\`[^\`]*\`|'[^']*')*\\*\\/\\s*)*\\/\\*!${LATER}((?:[^*\`']|\`[^\`]*\`|'[^']*')*),\\s*\\*\\/`,
  'g',
);

/**
 * A column with a SRID, which MySQL prints behind NOT NULL and MariaDB takes right after the type alone. Without the looks ahead
 * a doubled quote could be read in two ways, and a line that does not match would be tried in all of them.
 */
const WITH_SRID =
  /^( {2}`(?:[^`]|``)+` \w+)((?:'(?:[^'\\]|\\.|'')*'(?!')|`(?:[^`]|``)*`(?!`)|[^'`])*?) \/\*!80003 SRID (\d+) \*\//;
const JSON_COLUMN = /^( {2}(`(?:[^`]|``)+`)) json\b(.*?)(,?)$/;

function columnToMariaDb(line: string, report: ReportConversion, target: ServerVersion): string {
  const placed = line.replace(WITH_SRID, (_, type: string, rest: string, srid: string) => {
    // The only one that is a plane by every definition.
    if (srid === '0') report('converts', 'spatial-reference', convertText.sridNotEnforced);
    else {
      const { why, fix } = convertText.axesChange(srid);
      report('warns', 'spatial-reference', why, { kind: 'advised', fix });
    }
    return `${type} REF_SYSTEM_ID=${srid}${rest}`;
  });
  // Later versions make the same of it by themselves.
  return has(target, 'jsonChecks')
    ? placed
    : placed.replace(
        JSON_COLUMN,
        '$1 longtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin$3 CHECK (json_valid($2))$4',
      );
}

/** MySQL Shell's `ocimds` comments out an option of a schema or table where it stands. */
const COMMENTED_OUT = / ?\/\*!\d{5,6}\s*-- [^\n]*\n\s*\*\//g;

/** The default, which MariaDB has no word for. */
const PLAIN_SCHEMA =
  /^(CREATE DATABASE (?:[^'`]|`(?:[^`]|``)*`(?!`))*?) \/\*!80016 DEFAULT ENCRYPTION='N' \*\//;

function toMariaDb(script: string, report: ReportConversion, conversion: Conversion): string {
  const events = withEventStatus(script, (status) => status.replace('ON REPLICA', 'ON SLAVE'));
  return changeStatements(events, (written, mode) => {
    const statement = written.replace(COMMENTED_OUT, '');
    const placed = isTable(statement)
      ? tableToMariaDb(statement, report, conversion)
      : statement.replace(PLAIN_SCHEMA, '$1');
    return changeOutside(
      placed,
      (sql) => {
        const text = inWordsOfAll(sql, conversion);
        const unseen = UNSEEN.exec(text);
        if (unseen !== null) {
          const { why, fix } = convertText.commentIgnoredByMariaDb((unseen[1] ?? '').trim());
          report('blocks', 'version-comment', why, { kind: 'advised', fix });
        }
        return text;
      },
      mode,
    );
  });
}

/** Returns the words of any statement, and of a body, as the target has them. */
function inWordsOfAll(sql: string, { target }: Conversion): string {
  return target.vendor === 'mariadb'
    ? sql.replace(/(?<=^[ ,(]|[ ,(])geomcollection\b/g, 'geometrycollection')
    : sql;
}

function tableToMariaDb(statement: string, report: ReportConversion, { target }: Conversion): string {
  const common = statement.replace(OF_MYSQL_ALONE, (text) => {
    report('warns', 'version-comment', convertText.ofMySqlAlone(text));
    return '';
  });
  const columns = changeColumns(common, (line) => columnToMariaDb(line, report, target));
  return changeOutside(columns, (sql) => {
    const rule = (text: string, pattern: RegExp, by: string, name: string, why: string): string => {
      if (!pattern.test(text)) return text;
      report('converts', name, why);
      return text.replace(new RegExp(pattern, 'g'), by);
    };
    let text = rule(
      ...([sql, /\/\*!80023 INVISIBLE \*\//, 'INVISIBLE', 'invisible-column'] as const),
      convertText.invisibleColumn,
    );
    text = rule(
      ...([text, /\/\*!80000 INVISIBLE \*\//, 'IGNORED', 'invisible-index'] as const),
      convertText.indexIgnored,
    );
    text = rule(
      ...([text, / \/\*!50606 (?:STORAGE|COLUMN_FORMAT) \w+ \*\//, '', 'column-place'] as const),
      convertText.ndbPlaceDropped,
    );
    return rule(
      ...([text, / \/\*!50100 TABLESPACE $/, ' /*!50100 TABLESPACE ', 'tablespace'] as const),
      convertText.tablespaceOfItsOwn,
    );
  });
}

/** MariaDB before 10.6 prints it without the M, which MySQL 5.5 reads as a comment for its version 1.0.30. */
const COMPRESSED = /\/\*M?!\d{6} COMPRESSED\*\//;

function isTable(statement: string): boolean {
  return statement.startsWith('CREATE TABLE ');
}

/** Changes the columns of a table, each on a line of its own as servers print them. */
function changeColumns(createTable: string, change: (line: string) => string): string {
  return createTable
    .split('\n')
    .map((line) => (line.startsWith('  `') ? change(line) : line))
    .join('\n');
}

/** A schema's comment, which MySQL has no place for (MariaDB manual, "CREATE DATABASE": since 10.5). */
const SCHEMA_COMMENT = /^(CREATE DATABASE (?:[^'`]|`(?:[^`]|``)*`(?!`))*?) COMMENT '((?:[^'\\]|\\.|'')*)'/s;

function withoutSchemaComment(statement: string, report: ReportConversion): string {
  return statement.replace(SCHEMA_COMMENT, (_, create: string, comment: string) => {
    report('converts', 'schema-comment', convertText.schemaComment(unquoteText(comment)));
    return create;
  });
}

/** Functions that MySQL too accepts as the default of such a column without parentheses. */
const PLAIN_DEFAULT = /^(?:current_timestamp|now|localtime|localtimestamp)$/i;
const DATED = /^ {2}`(?:[^`]|``)+` (?:timestamp|datetime)\b/;

function toMySql(script: string, report: ReportConversion, { fixes }: Conversion): string {
  return changeStatements(script, (statement, mode) => {
    const placed = isTable(statement)
      ? tableToMySql(statement, report, fixes)
      : withoutSchemaComment(statement, report);
    const { why, fix } = convertText.commentIgnoredByMySql;
    return changeOutside(
      placed,
      (sql) => {
        if (sql.includes('/*M!')) report('blocks', 'version-comment', why, { kind: 'advised', fix });
        return sql;
      },
      mode,
    );
  });
}

function tableToMySql(statement: string, report: ReportConversion, fixes: ReadonlySet<MigrationFix>): string {
  const columns = changeColumns(statement, (line) => columnToMySql(line, report, fixes));
  return changeOutside(columns, (sql) => {
    if (/\) IGNORED\b/.test(sql)) report('converts', 'invisible-index', convertText.indexInvisible);
    if (COMPRESSED.test(sql)) report('converts', 'compressed-column', convertText.columnNotCompressed);
    return sql.replace(/\) IGNORED\b/g, ') INVISIBLE').replace(new RegExp(` ?${COMPRESSED.source}`, 'g'), '');
  });
}

function columnToMySql(line: string, report: ReportConversion, fixes: ReadonlySet<MigrationFix>): string {
  const typed = fixes.has('types') ? withStandIn(line) : line;
  return withDefaultInParentheses(typed, report);
}

const LARGE = /^ {2}`(?:[^`]|``)+` (?:tiny|medium|long)?(?:text|blob)\b/;
/** A call of a function, or a literal with what introduces it. */
const VALUE = /^(?:(\w+)\(|[+-]?\w*'(?:[^'\\]|\\.|'')*'|[+-]?[\w.]+)/;

/**
 * Puts a default into parentheses: MySQL requires them around an expression, and around any default of a TEXT or BLOB.
 */
function withDefaultInParentheses(line: string, report: ReportConversion): string {
  const begin = beginOfDefault(line);
  const value = begin === null ? null : VALUE.exec(line.slice(begin));
  if (begin === null || value === null || value[0].toUpperCase() === 'NULL') return line;
  const [literal, call] = value;
  const isTaken = call === undefined ? !LARGE.test(line) : PLAIN_DEFAULT.test(call) && DATED.test(line);
  const end = call === undefined ? begin + literal.length : endOfCall(line, begin + call.length);
  if (isTaken || end === null) return line;
  report('converts', 'default-expression', convertText.defaultInParentheses);
  return `${line.slice(0, begin)}(${line.slice(begin, end)})${line.slice(end)}`;
}

const TOKEN = /'(?:[^'\\]|\\.|'')*'|`(?:[^`]|``)*`|[()]| DEFAULT /g;

interface Token {
  readonly token: string;
  /** Position behind it. */
  readonly end: number;
  /** Parentheses that are open behind it. */
  readonly depth: number;
}

function* tokensFrom(line: string, begin: number): Generator<Token> {
  let depth = 0;
  for (const { 0: token, index } of line.slice(begin).matchAll(TOKEN)) {
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    yield { token, end: begin + index + token.length, depth };
  }
}

/** Returns the position behind a column's DEFAULT, which stands outside of quotes and parentheses; null where it has none. */
function beginOfDefault(line: string): number | null {
  for (const { token, end, depth } of tokensFrom(line, 0))
    if (token === ' DEFAULT ' && depth === 0) return end;
  return null;
}

/** Returns the position after the parenthesis that closes the one at `open`; null where none does. */
function endOfCall(line: string, open: number): number | null {
  for (const { end, depth } of tokensFrom(line, open)) if (depth === 0) return end;
  return null;
}

/** Pattern of a collation's name, which begins with a character set of either vendor. */
const OF_CHARSET = new RegExp(
  `^(?:${[
    ...[
      'armscii8',
      'ascii',
      'big5',
      'cp\\d+',
      'dec8',
      'euc(?:jpms|kr)',
      'gb(?:2312|k|18030)',
      'geostd8',
      'greek',
    ],
    ...[
      'hebrew',
      'hp8',
      'keybcs2',
      'koi8[ru]',
      'latin\\d',
      'mac(?:ce|roman)',
      'sjis',
      'swe7',
      'tis620',
      'ucs2',
    ],
    ...['ujis', 'utf8(?:mb[34])?', 'utf16(?:le)?', 'utf32'],
  ].join('|')})_`,
);

/** Replaces names of collations: they are outside quotes, except in the settings with which an object was created. */
function withCollations(sql: string, { collations, fixes }: Conversion, report: ReportConversion): string {
  return sql.replace(/\b[a-z0-9]+_(?:[a-z0-9]+_)*(?:ci|cs|bin)\b/g, (name) => {
    if (!OF_CHARSET.test(name)) return name;
    const standIn = standInFor(name, collations);
    if (standIn === null) return name;
    if (standIn === undefined) {
      const { why, fix } = convertText.noCollation(name);
      report('blocks', 'collations', why, { kind: 'advised', fix });
      return name;
    }
    if (standIn.kind === 'renamed') return standIn.name;
    if (standIn.kind === 'exact')
      report('converts', 'collations', convertText.sameCollation(name, standIn.name));
    else if (fixes.has('collations')) {
      const { why, fix } = convertText.otherCollation(name, standIn.name);
      report('converts', 'collations', why, { kind: 'advised', fix });
    } else
      report('blocks', 'collations', convertText.nearestCollation(name, standIn.name), {
        kind: 'switchable',
        switchOn: 'collations',
      });
    return standIn.name;
  });
}
