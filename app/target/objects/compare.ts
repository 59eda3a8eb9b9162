import { foldsTables } from '../../catalog/server/name-folding';
import { readLibraries } from '../../catalog/objects/libraries';
import { readEvents, readRoutines, readTriggers, readViews } from '../../catalog/objects/objects';
import { parseVersion, type ServerFacts } from '../../catalog/server/server';
import { readSequences } from '../../catalog/objects/sequences';
import type { ControlSession } from '../../catalog/session/control-session';
import { writtenBySluice } from '../../format/documents';
import { readScript } from '../../format/read/reader';
import {
  compareStored,
  compareTriggers,
  compareViews,
  spelledOf,
  storedOf,
  viewsOf,
  type ComparedObject,
  type ComparedSchema,
  type DumpedTriggers,
  type DumpedView,
  type Origin,
} from './likeness';
import type { DumpFolder, DumpTable } from '../../format/read/dump';

/** A schema of a dump, and its place on a server. */
export interface SchemaPlace extends Pick<ComparedSchema, 'source' | 'events'> {
  /** Name of the schema on the server, where it exists. */
  readonly target: string;
  /** Tables whose triggers are compared. */
  readonly tables: readonly DumpTable[];
}

interface Compared extends SchemaPlace, ComparedSchema {
  readonly session: ControlSession;
  readonly dump: DumpFolder;
}

/**
 * Scripts the server's views, routines, events, sequences and triggers as a dump would, and compares each object with
 * the dump's, byte for byte. Another tool scripts them differently: there only what is alike but for its spelling is
 * known to be the same.
 */
export async function compareObjects(
  session: ControlSession,
  dump: DumpFolder,
  place: SchemaPlace,
): Promise<readonly ComparedObject[]> {
  const isOurs = writtenBySluice(dump.manifest.dumper);
  const origin = originOf(session.server, parseVersion(dump.manifest.serverVersion), isOurs);
  const compared = { ...place, session, dump, folds: foldsTables(session.server), origin };
  return [
    ...(await readStored(compared)),
    ...(await readAllViews(compared)),
    ...(await readAllTriggers(compared)),
  ];
}

type Version = Pick<ServerFacts, 'vendor' | 'version'>;

/** Another tool’s words differ from a server’s as those of another version do. */
function originOf(server: Version, source: Version, isOurs: boolean): Origin {
  if (server.vendor !== source.vendor) return 'other-vendor';
  return isOurs && server.version === source.version ? 'same-version' : 'other-version';
}

async function readStored(compared: Compared): Promise<readonly ComparedObject[]> {
  const { session, dump, source, target } = compared;
  const names = new Set(storedOf(source).map(({ name }) => name));
  if (names.size === 0) return [];
  const takes = (name: string) => names.has(name);
  const objects = [
    ...(await readLibraries(session, target, takes)),
    ...(await readRoutines(session, target, takes)),
    ...(await readEvents(session, target, takes)),
  ];
  const sequences = await readSequences(session, target, takes);
  return compareStored(compared, await readScript(dump, `${source.stem}.sql`), { objects, sequences });
}

async function readAllViews(compared: Compared): Promise<readonly ComparedObject[]> {
  const { session, dump, source, target, folds } = compared;
  const wanted = viewsOf(source);
  if (wanted.length === 0) return [];
  const names = new Set(wanted.map(({ name }) => spelledOf(name, folds)));
  const found = await readViews(session, target, (view) => names.has(spelledOf(view, folds)));
  const views: DumpedView[] = [];
  for (const { name, stem } of wanted)
    views.push({ name, stem, script: await readScript(dump, `${stem}.sql`) });
  return compareViews(compared, views, found);
}

async function readAllTriggers(compared: Compared): Promise<readonly ComparedObject[]> {
  const { session, dump, target, tables, folds } = compared;
  const withTriggers = tables.filter(({ document }) => document.triggers.length > 0);
  if (withTriggers.length === 0) return [];
  const names = new Set(withTriggers.map(({ name }) => spelledOf(name, folds)));
  const found = await readTriggers(session, target, (_, table) => names.has(spelledOf(table, folds)));
  const dumped: DumpedTriggers[] = [];
  for (const table of withTriggers)
    dumped.push({ table, script: await readScript(dump, `${table.stem}.triggers.sql`) });
  return compareTriggers(compared, dumped, found);
}
