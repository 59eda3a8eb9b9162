import { LINE } from '../../catalog/definition/definition';
import { has, type Capability } from '../../catalog/server/dialect';
import { unquoteName } from '../../catalog/text/quote';
import { changeStatements } from '../../format/sql/script';
import { convertText } from '../../text/migrate/convert';
import { lackingText } from '../../text/migrate/lacking';
import type { Conversion, ReportConversion } from './conversion';

/** Kinds of indexes that InnoDB has had only since some version. */
const KINDS: ReadonlyMap<string, Capability> = new Map([
  ['FULLTEXT', 'innodbFullText'],
  ['SPATIAL', 'innodbSpatial'],
]);

const INDEX = /^ {2}(FULLTEXT|SPATIAL) KEY `((?:[^`]|``)+)`/;

/**
 * Leaves out indexes of InnoDB tables of a kind that the target's InnoDB lacks, once the rule `indexes` is switched on;
 * each is named, and is a blocker until then. Pure.
 */
export function withoutLackingIndexes(
  script: string,
  { target, fixes }: Pick<Conversion, 'target' | 'fixes'>,
  report: ReportConversion,
): string {
  const lacking = new Set([...KINDS].filter(([, kind]) => !has(target, kind)).map(([word]) => word));
  if (lacking.size === 0) return script;
  return changeStatements(script, (statement) => {
    if (!statement.startsWith('CREATE TABLE ')) return statement;
    const lines = statement.match(LINE) ?? [];
    const end = lines.findIndex((line) => line.startsWith(')'));
    if (!/^\) ENGINE=InnoDB\b/i.test(lines[end] ?? '')) return statement;
    const kept = lines.filter((line, at) => {
      const [, kind = '', name = ''] = INDEX.exec(line) ?? [];
      if (at > end || !lacking.has(kind)) return true;
      reportIndex(kind, unquoteName(name), fixes, report);
      return !fixes.has('indexes');
    });
    return kept.length === lines.length ? statement : withoutLastComma(kept).join('\n');
  });
}

const KEY_LINE = /^ {2}(?:[A-Z]+ )?KEY /;
/** Direction of a part that is a column; names may hold the word too. */
const DESCENDING = /(`(?:[^`]|``)*`(?:\(\d+\))?) DESC(?=[,)])/g;

/** Leaves out the direction of indexes' parts where the target reads it and passes over it, as it says then. Pure. */
export function withoutDirections(
  script: string,
  { target }: Pick<Conversion, 'target'>,
  report: ReportConversion,
): string {
  if (has(target, 'descendingIndexes')) return script;
  return changeStatements(script, (statement) => {
    if (!statement.startsWith('CREATE TABLE ')) return statement;
    const lines = (statement.match(LINE) ?? []).map((line) => {
      const ascending = KEY_LINE.test(line) ? line.replace(DESCENDING, '$1') : line;
      if (ascending !== line)
        report('converts', 'syntax', lackingText.passedOver('descendingIndexes', line.trim().slice(0, 120)));
      return ascending;
    });
    return lines.join('\n');
  });
}

function reportIndex(kind: string, name: string, fixes: Conversion['fixes'], report: ReportConversion): void {
  if (fixes.has('indexes')) {
    const { why, fix } = convertText.indexLeftOut(name, kind);
    report('converts', 'indexes', why, { kind: 'advised', fix });
  } else
    report('blocks', 'indexes', convertText.indexLacking(name, kind), {
      kind: 'switchable',
      switchOn: 'indexes',
    });
}

/** Returns the lines of a definition, none of which but the last of its elements may have lost its comma. */
function withoutLastComma(lines: readonly string[]): readonly string[] {
  const last = lines.findIndex((line) => line.startsWith(')')) - 1;
  return lines.map((line, at) => (at === last ? line.replace(/,$/, '') : line));
}
