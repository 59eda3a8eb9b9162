import { parseVersion } from '../../catalog/server/server';
import { SluiceError } from '../../contract/failure';
import { messageOf } from '../../engine/failures';
import { damageText } from '../../text/format/damage';
import { folderFailures } from '../../text/format/folder';
import { unsupportedFailures } from '../../text/format/unsupported';
import { doneSchema, manifestSchema, type Done, type Manifest } from '../documents';
import { parseFacts, type DataFact, type Fact } from '../facts';
import { byName } from '../../contract/by-name';
import {
  damagedFacts,
  damagedFiles,
  dumpFingerprint,
  readDocument,
  readFileOf,
  readScriptFile,
  recordedFiles,
} from './files';
import { markerProblems } from './done-marker';
import { DONE_FILE, FACTS_FILE, MANIFEST_FILE, SHELL_CHECKSUMS_FILE } from '../names';
import { assertNoLinkOut } from './within';
import { missingRowsOf, Reading, type Unrecorded } from './documents';
import { filesIn, type ReadableFiles } from './regular-file';
import { shellChecksums, shellChecksumsSchema } from './recorded-checksums';
import type { DumpFolder, DumpSchema, DumpTable } from './dump';

const KNOWN_CAPABILITIES: ReadonlySet<string> = new Set(['partition_awareness', 'multifile_schema_ddl']);

/**
 * Opens a dump. Fails with `not-a-dump` or `dump-unsupported`; damage is collected in `problems` instead.
 *
 * @param names names of its files, where they are known
 */
export async function readDump(path: string, names?: readonly string[]): Promise<DumpFolder> {
  const files = filesIn(path);
  return await readFolder({ path, files }, names ?? (await namesOf(path, files)), 'other-tool-or-damage');
}

/**
 * Opens a dump that is still being written: tables whose rows are not recorded yet have no chunks.
 *
 * @param files all of its files, where some of them are not in its folder
 */
export async function readGrowingDump(path: string, files = filesIn(path)): Promise<DumpFolder> {
  return await readFolder({ path, files }, await namesOf(path, files), 'still-to-come');
}

/** A dump's folder and its files. */
interface Place {
  readonly path: string;
  readonly files: ReadableFiles;
}

async function readFolder(
  { path, files }: Place,
  names: readonly string[],
  unrecorded: Unrecorded,
): Promise<DumpFolder> {
  if (!names.includes(MANIFEST_FILE)) throw folderFailures.noManifest({ path, manifest: MANIFEST_FILE });
  await assertNoLinkOut(path);
  const done = names.includes(DONE_FILE) ? await readDocument(files, DONE_FILE, doneSchema) : null;
  const { text, facts } = await readFacts(files, names);
  const recorded = recordedFiles(facts);
  const damaged = [...damagedFacts(done, text, recorded), ...(await damagedFiles(files, recorded.values()))];
  // While a dump is being written, files that its facts name may have appeared after the first listing.
  const found = done === null ? await namesOf(path, files) : names;
  const folder = { files, names: found, facts, done, unrecorded };
  const { manifest, vendor, schemas, problems } = await readDocuments(folder).catch((error: unknown) => {
    // A damaged document may fail in any way: report the damage.
    const [first] = damaged;
    throw first === undefined ? error : SluiceError.from(first);
  });
  const known = new Set(damaged.map(({ chunk }) => chunk));
  const others = problems.filter(({ chunk, table }) => table !== undefined || !known.has(chunk));
  return {
    form: 'folder',
    path,
    directory: path,
    identity: () => dumpFingerprint(path),
    manifest,
    ...sourceOf(facts),
    vendor,
    done,
    schemas,
    script: (name) => readScriptFile(files, name, recorded.get(name)),
    problems: [...damaged, ...others],
    lacks: facts.flatMap((fact) => (fact.fact === 'lacks' ? [fact] : [])),
    ...publicGrantsIn(facts),
    remarks: [],
    ...(names.includes(SHELL_CHECKSUMS_FILE) && {
      recordedChecksums: {
        tool: 'mysql-shell' as const,
        read: async () =>
          shellChecksums(await readDocument(files, SHELL_CHECKSUMS_FILE, shellChecksumsSchema)),
      },
    }),
    digests: recorded.size,
    files: found.length,
  };
}

/** A converted dump may be one that does not record its source. */
function sourceOf(
  facts: readonly Fact[],
): Pick<DumpFolder, 'isConverted' | 'isLikelySource' | 'isOfUnknownServer'> {
  const source = facts.find((fact) => fact.fact === 'source');
  if (source?.fact !== 'source') return {};
  return {
    isConverted: true,
    ...(source.known !== 'yes' && { isLikelySource: true as const }),
    ...(source.known === 'no' && { isOfUnknownServer: true as const }),
  };
}

function publicGrantsIn(facts: readonly Fact[]): Pick<DumpFolder, 'publicGrants'> {
  const publicGrants = facts.flatMap((fact) => (fact.fact === 'public-grants' ? fact.statements : []));
  return publicGrants.length === 0 ? {} : { publicGrants };
}

interface FolderState {
  readonly files: ReadableFiles;
  readonly names: readonly string[];
  readonly facts: readonly Fact[];
  readonly done: Done | null;
  readonly unrecorded: Unrecorded;
}

async function readDocuments({
  files,
  names,
  facts,
  done,
  unrecorded,
}: FolderState): Promise<Pick<DumpFolder, 'manifest' | 'vendor' | 'schemas' | 'problems'>> {
  const manifest = await readDocument(files, MANIFEST_FILE, manifestSchema);
  assertReadable(manifest);
  const reading = new Reading(files, new Set(names), facts, { manifest, done, unrecorded });
  const schemas: DumpSchema[] = [];
  for (const schema of manifest.schemas) {
    schemas.push(await reading.schema(schema, byName(manifest.basenames, schema) ?? schema));
  }
  reading.reportUnclaimedFiles();
  const tables = schemas.flatMap((schema) => schema.tables);
  const problems = [...reading.problems, ...(done === null ? [] : markerProblems(done, tables))];
  const { vendor } = parseVersion(manifest.serverVersion);
  return { manifest, vendor, schemas, problems };
}

/** Refuses what MySQL Shell's own reader refuses: a newer format, and a capability that we don't know. */
function assertReadable({ version, capabilities, tzUtc }: Manifest): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 2 || (major === 2 && minor > 0)) throw unsupportedFailures.newerFormat({ version });
  if (!tzUtc) throw unsupportedFailures.timesNotInUtc();
  const unknown = capabilities.find(({ id }) => !KNOWN_CAPABILITIES.has(id));
  if (unknown === undefined) return;
  const { id, description, versionRequired } = unknown;
  throw unsupportedFailures.unknownCapability({ id, description, version: versionRequired });
}

/**
 * Adds the rows to tables of a dump that is still being written and whose rows are complete: those that `facts` record, or
 * those of the files that another tool has numbered; it checks the files on the disk.
 * Fails with `dump-damaged` where one of them is not as recorded.
 */
export async function readRows(
  { path, manifest }: DumpFolder,
  tables: readonly DumpTable[],
  { facts, unrecorded }: { readonly facts: readonly DataFact[]; readonly unrecorded: Unrecorded },
): Promise<readonly DumpTable[]> {
  const growing = { manifest, done: null, unrecorded };
  const files = filesIn(path);
  const reading = new Reading(files, new Set(await namesOf(path, files)), facts, growing);
  const read: DumpTable[] = [];
  for (const table of tables) read.push(await reading.withRows(table));
  const [damaged] = reading.problems;
  if (damaged !== undefined) throw SluiceError.from(damaged);
  return read;
}

/** Fails with `dump-incomplete` or `dump-damaged` for a dump that is not finished, or not as it was written. */
export function assertWhole(dump: DumpFolder): void {
  if (dump.done === null) throw folderFailures.unfinished({ path: dump.path, missing: missingRowsOf(dump) });
  assertUndamaged(dump);
}

/** Fails with `dump-damaged`, and the first damage that was found, for a dump that has problems. */
export function assertUndamaged(dump: DumpFolder): void {
  const [first] = dump.problems;
  if (first === undefined) return;
  const message = damageText.withMore({ damage: first.message, more: dump.problems.length - 1 });
  throw SluiceError.from({ ...first, message });
}

async function namesOf(path: string, files: ReadableFiles): Promise<readonly string[]> {
  return await files.names().catch((error: unknown) => {
    throw unopened(path, error);
  });
}

/** Returns the failure of a dump whose folder or file can't be read. */
export function unopened(path: string, error: unknown): SluiceError {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
    ? folderFailures.gone({ path })
    : folderFailures.unreadable({ path, reason: messageOf(error) });
}

async function readFacts(
  files: ReadableFiles,
  names: readonly string[],
): Promise<{ readonly text: Buffer; readonly facts: readonly Fact[] }> {
  if (!names.includes(FACTS_FILE)) return { text: Buffer.alloc(0), facts: [] };
  const text = await readFileOf(files, FACTS_FILE);
  return { text, facts: parseFacts(text.toString('utf8')) };
}

/** The statements' file of a dump, as text. */
export async function readScript(folder: DumpFolder, name: string): Promise<string> {
  return await folder.script(name);
}
