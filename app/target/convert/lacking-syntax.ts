import { linesOf } from '../../catalog/definition/definition';
import { has, type Capability, type ServerVersion } from '../../catalog/server/dialect';
import { storedObjectOf } from '../../format/sql/stored-object';
import { lackingText } from '../../text/migrate/lacking';
import { longKeysOf } from './long-keys';
import type { ReportConversion } from './conversion';

interface Syntax {
  readonly capability: Capability;
  /** In a line, or in a whole definition, whose names are `i` and whose texts are `''`. */
  readonly pattern: RegExp;
  /** Set where servers that lack it read it and pass over it. */
  readonly isPassedOver?: true;
}

const OF_COLUMNS: readonly Syntax[] = [
  { capability: 'fractionalSeconds', pattern: /^i (?:time|timestamp|datetime)\([1-6]\)/i },
  { capability: 'jsonType', pattern: /^i json\b/i },
  { capability: 'vectorType', pattern: /^i vector\b/i },
  { capability: 'uuidType', pattern: /^i uuid\b/i },
  { capability: 'inet6Type', pattern: /^i inet6\b/i },
  { capability: 'inet4Type', pattern: /^i inet4\b/i },
  { capability: 'generatedColumns', pattern: /^i .* GENERATED ALWAYS AS \(/i },
  {
    capability: 'defaultExpressions',
    pattern: /^i .* DEFAULT (?:\(|(?!(?:current_timestamp|now)\b)[a-z_]\w*\()/i,
  },
  {
    capability: 'datetimeDefaults',
    pattern: /^i datetime.* (?:DEFAULT|UPDATE) (?:current_timestamp|now)\b/i,
  },
  { capability: 'invisibleColumns', pattern: /^i [^/]* INVISIBLE\b/i },
  { capability: 'checkConstraints', pattern: /^i .* CHECK \(/i, isPassedOver: true },
  { capability: 'checkConstraints', pattern: /^(?:CONSTRAINT i )?CHECK \(/i, isPassedOver: true },
  { capability: 'functionalIndexes', pattern: /^(?:[A-Z]+ )?KEY (?:i )?\((?:.*,)?\(/i },
  { capability: 'descendingIndexes', pattern: /^(?:[A-Z]+ )?KEY (?:i )?\(.* DESC[,)]/i, isPassedOver: true },
  { capability: 'invisibleIndexes', pattern: /^(?:[A-Z]+ )?KEY .*\) (?:IGNORED|INVISIBLE)\b/i },
];

const OF_TABLES: readonly Syntax[] = [
  { capability: 'systemVersioning', pattern: /\bWITH(?:OUT)? SYSTEM VERSIONING\b/i },
];

const OF_VIEWS: readonly Syntax[] = [
  { capability: 'commonTableExpressions', pattern: /\bwith (?:recursive )?i\b[^]* as \(/i },
  { capability: 'windowFunctions', pattern: /\) over (?:i\b|\()/i },
  { capability: 'setOperations', pattern: /\b(?:except|intersect)\b/i },
];

const OF_OBJECTS: ReadonlyMap<string, Capability> = new Map([
  ['sequence', 'sequences'],
  ['package', 'packages'],
  ['library', 'libraries'],
]);

/** Engines that each vendor alone has. */
const ENGINES = {
  mysql: /^(?:ndb|ndbcluster)$/i,
  mariadb: /^(?:aria|columnstore|connect|mroonga|oqgraph|rocksdb|s3|sequence|spider)$/i,
} as const;

/**
 * Reports what a definition says that a server of the target's version lacks. It knows the words of tables, views and
 * kinds of objects; the bodies of routines, triggers and events are not looked at. Pure.
 */
export function judgeSyntax(statement: string, target: ServerVersion, report: ReportConversion): void {
  const object = storedObjectOf(statement);
  const kind = object === null ? undefined : OF_OBJECTS.get(object.kind);
  if (object !== null && kind !== undefined && !has(target, kind))
    reportLacking({ capability: kind, pattern: /^/ }, object.name, report);
  if (/^CREATE\s+TABLE\b/i.test(statement)) judgeTable(statement, target, report);
  else if (/^CREATE\b[^(]*\bVIEW\b/i.test(statement)) judgeText(OF_VIEWS, bare(statement), target, report);
}

function judgeTable(statement: string, target: ServerVersion, report: ReportConversion): void {
  const lines = linesOf(statement).map((line) => ({ line: line.trim(), text: bare(line.trim()) }));
  for (const syntax of OF_COLUMNS.filter(({ capability }) => !has(target, capability))) {
    const found = lines.find(({ text }) => syntax.pattern.test(text));
    if (found !== undefined) reportLacking(syntax, found.line, report);
  }
  judgeText(OF_TABLES, lines.map(({ text }) => text).join('\n'), target, report);
  const now = lines.filter(({ text }) => /^i timestamp.* current_timestamp\b/i.test(text));
  if (now.length > 1 && !has(target, 'datetimeDefaults'))
    reportLacking({ capability: 'datetimeDefaults', pattern: /^/ }, now[1]?.line ?? '', report);
  const [, engine = ''] = /\) ENGINE=(\w+)/i.exec(lines[lines.length - 1]?.text ?? '') ?? [];
  const other = target.vendor === 'mysql' ? 'mariadb' : 'mysql';
  if (ENGINES[other].test(engine))
    report('blocks', 'engine', lackingText.engine(engine), { kind: 'advised', fix: lackingText.change });
  if (!/^InnoDB$/i.test(engine) || has(target, 'largeIndexKeys')) return;
  for (const { index, bytes } of longKeysOf(lines.map(({ line }) => line)))
    report('blocks', 'long-key', lackingText.longKey(index, bytes), {
      kind: 'advised',
      fix: lackingText.change,
    });
}

function judgeText(
  syntaxes: readonly Syntax[],
  text: string,
  target: ServerVersion,
  report: ReportConversion,
): void {
  for (const syntax of syntaxes)
    if (!has(target, syntax.capability) && syntax.pattern.test(text)) reportLacking(syntax, null, report);
}

function reportLacking(
  { capability, isPassedOver }: Syntax,
  where: string | null,
  report: ReportConversion,
): void {
  const place = where === null ? null : where.slice(0, 120);
  if (isPassedOver) report('converts', 'syntax', lackingText.passedOver(capability, place));
  else
    report('blocks', 'syntax', lackingText.lacking(capability, place), {
      kind: 'advised',
      fix: lackingText.change,
    });
}

/** Returns a text with `i` for each quoted name and `''` for each text. */
function bare(text: string): string {
  return text.replace(/`(?:[^`]|``)*`/g, 'i').replace(/'(?:[^'\\]|\\[^]|'')*'/g, "''");
}
