import type { ControlSession } from '../catalog/session/control-session';
import { schemaExists } from '../catalog/objects/schemas';
import { assertNever } from '../contract/exhaustive';
import type { Failure } from '../contract/failure';
import type { LoadOptions } from '../contract/runs/options';
import type { Check, ObjectVerdict } from '../contract/runs/result';
import type { Cancellation } from '../engine/cancellation';
import { failureOf } from '../engine/failures';
import { writtenBySluice } from '../format/documents';
import { targetSchemaOf } from '../format/select';
import { verifyFailures, verifyText } from '../text/verify';
import type { UnreadableTarget } from './target-privileges';
import { compareObjects } from '../target/objects/compare';
import { definerOf } from '../target/definer-privileges';
import { objectsOf, type ComparedObject, type ObjectName } from '../target/objects/likeness';
import type { DumpFolder, DumpSchema } from '../format/read/dump';

/** A view, routine, trigger, event, library or sequence of a dump, with its verdict on a server. */
export interface JudgedObject {
  readonly verdict: ObjectVerdict;
  /** Null where it equals the dump's, or was not compared. */
  readonly failure: Failure | null;
  /** A difference that a load makes by itself. */
  readonly warning?: Failure;
}

interface Asked {
  /** With the selection applied: its tables have their names on the server. */
  readonly dump: DumpFolder;
  readonly schemaMap: LoadOptions['schemaMap'];
  readonly cancellation: Cancellation;
  readonly unreadable: Pick<UnreadableTarget, 'lackFor' | 'lackIn'>;
}

/** Compares the definitions of all objects of a dump but its tables. A difference does not stop it. */
export async function judgeObjects(
  session: ControlSession,
  { dump, schemaMap, cancellation, unreadable: privileges }: Asked,
): Promise<readonly JudgedObject[]> {
  const judged: JudgedObject[] = [];
  for (const source of dump.schemas) {
    cancellation.throwIfCancelled();
    const target = targetSchemaOf({ schemaMap }, source.name);
    const found = await judgeSchema(session, dump, source, target).catch((error: unknown) => {
      // A failure after a cancel says nothing about the objects.
      cancellation.throwIfCancelled();
      return unreadable(source, target, failureOf(error));
    });
    judged.push(...found.map((object) => unlessHidden(object, privileges)));
  }
  return judged;
}

/** Marks an object that the account can't read as not compared, whatever the server shows of it. */
function unlessHidden(judged: JudgedObject, { lackFor, lackIn }: Asked['unreadable']): JudgedObject {
  const { schema, kind, name } = judged.verdict;
  if (judged.failure === null) return judged;
  // One unreadable object ends the reading of its whole schema.
  const isRefused = judged.failure.code === 'privilege-missing';
  const lack = lackFor(schema, kind) ?? (isRefused ? lackIn(schema) : null);
  if (lack === null) return judged;
  const detail = verifyText.objectHidden(lack);
  return judgedAs({ kind, name }, schema, { kind: 'definition', state: 'not-checked', detail }, null);
}

async function judgeSchema(
  session: ControlSession,
  dump: DumpFolder,
  source: DumpSchema,
  target: string,
): Promise<readonly JudgedObject[]> {
  const wanted = objectsOf(source);
  if (wanted.length === 0) return [];
  const compared = (await schemaExists(session, target))
    ? await compareObjects(session, dump, { source, target, tables: source.tables })
    : wanted.map((object): ComparedObject => ({ ...object, file: '', likeness: 'missing', line: '' }));
  const isOurs = writtenBySluice(dump.manifest.dumper);
  return compared.map((object) =>
    isOurs || PROVED_OF_ANY_TOOL.has(object.likeness) ? judge(object, target) : notComparable(object, target),
  );
}

/** Results that hold whatever words a tool writes definitions in; any other may be one of words alone. */
const PROVED_OF_ANY_TOOL: ReadonlySet<ComparedObject['likeness']> = new Set([
  'same',
  'same-meaning',
  'disabled',
  'missing',
] as const);

function judge(object: ComparedObject, schema: string): JudgedObject {
  const { likeness, file, line, dumpedLine, kind, name } = object;
  const detail = verifyText.likeness[likeness];
  const place = { table: `${schema}.${name}`, ...(file !== '' && { chunk: file }) };
  const printed = { ...place, ...(line !== '' && { statement: line }) };
  switch (likeness) {
    case 'same':
      return judgedAs(object, schema, { kind: 'definition', state: 'ok', detail }, null);
    case 'same-meaning':
      return judgedAs(object, schema, { kind: 'definition', state: 'ok', detail }, null);
    case 'unclear':
      return judgedAs(object, schema, { kind: 'definition', state: 'not-checked', detail }, null);
    case 'missing': {
      const { failure } = verifyFailures.objectMissing({ kind }, place);
      return judgedAs(object, schema, { kind: 'object', state: 'failed', detail }, failure);
    }
    case 'other-order': {
      const { failure } = verifyFailures.triggerOrderDiffers({ kind }, printed);
      return judgedAs(object, schema, { kind: 'definition', state: 'failed', detail }, failure);
    }
    case 'other-definer': {
      const accounts = { wanted: accountIn(dumpedLine), found: accountIn(line) };
      const { failure } = verifyFailures.definerDiffers({ kind, ...accounts }, printed);
      return judgedAs(object, schema, { kind: 'definition', state: 'failed', detail }, failure);
    }
    case 'disabled': {
      const judged = judgedAs(object, schema, { kind: 'definition', state: 'not-checked', detail }, null);
      return { ...judged, warning: verifyFailures.eventDisabled(place).failure };
    }
    case 'different': {
      const values = { kind, ...lineDifference(dumpedLine, line) };
      const { failure } = verifyFailures.objectDiffers(values, printed);
      return judgedAs(object, schema, { kind: 'definition', state: 'failed', detail }, failure);
    }
    default:
      return assertNever(likeness);
  }
}

/** Returns the account that a line names as definer; null where it names none. */
function accountIn(line = ''): string | null {
  return definerOf(line)?.account ?? null;
}

/** Letters of a line that a message shows, and those before the first difference among them. */
const MOST_LETTERS = 120;
const LETTERS_BEFORE = 40;

/** Cuts the two lines to their first difference: the query of a view is one long line. */
function lineDifference(dumped = '', now: string): { readonly dumped: string; readonly found: string } {
  const length = Math.min(dumped.length, now.length);
  let same = 0;
  while (same < length && dumped[same] === now[same]) same += 1;
  const from = Math.max(0, same - LETTERS_BEFORE);
  const shown = (line: string) => {
    if (line === '') return '';
    const cut = line.slice(from, from + MOST_LETTERS);
    return `${from > 0 ? '…' : ''}${cut}${from + MOST_LETTERS < line.length ? '…' : ''}`;
  };
  return { dumped: shown(dumped), found: shown(now) };
}

function notComparable(object: ObjectName, schema: string): JudgedObject {
  const detail = verifyText.writtenByOtherTool;
  return judgedAs(object, schema, { kind: 'definition', state: 'not-checked', detail }, null);
}

function unreadable(source: DumpSchema, schema: string, failure: Failure): readonly JudgedObject[] {
  return objectsOf(source).map((object) => {
    const check: Check = { kind: 'definition', state: 'failed', detail: failure.message };
    return judgedAs(object, schema, check, { ...failure, table: `${schema}.${object.name}` });
  });
}

function judgedAs(
  { kind, name }: ObjectName,
  schema: string,
  check: Check,
  failure: Failure | null,
): JudgedObject {
  return { verdict: { schema, kind, name, checks: [check] }, failure };
}
