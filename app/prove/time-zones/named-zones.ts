import { createHash } from 'crypto';
import { promises as fs } from 'fs';
import { join, relative, sep } from 'path';
import type { ControlSession } from '../../catalog/session/control-session';
import { quoteText } from '../../catalog/text/quote';
import { otherZoneOf, tablesOf, type DumpFolder } from '../../format/read/dump';
import { readScript } from '../../format/read/reader';
import { scriptsOf } from '../../target/definer-privileges';
import { readTimeZone, type TimeZone } from './tzif';

/** `unneeded`: neither definitions nor rows name one; `missing`: this machine has no database of them. */
export type NamedZones = 'unneeded' | 'loaded' | 'missing';

const USUAL_FOLDER = '/usr/share/zoneinfo';
/** Copies with other seconds, and files that hold no zone. */
const OTHERS = /^(?:right|posix|posixrules|localtime|Factory)(?:\/|$)/;
const ROWS_AT_ONCE = 2_000;

/** A call that takes names of zones, or a session that is in one. SYSTEM and offsets need no table. */
const NAMES_ZONE = /\bCONVERT_TZ\s*\(|\bTIME_ZONE\s*=\s*'(?![+-]|SYSTEM')/i;

/**
 * Fills the tables of time zones of an empty server with those of this machine, where a dump's definitions name one:
 * without them, CONVERT_TZ returns NULL and an event in a zone is refused. As mysql_tzinfo_to_sql does, which servers of
 * packages often come without.
 */
export async function loadNamedZones(session: ControlSession, dump: DumpFolder): Promise<NamedZones> {
  if (!(await namesZones(dump))) return 'unneeded';
  const zones = await zonesIn(process.env.TZDIR ?? USUAL_FOLDER);
  if (zones.length === 0) return 'missing';
  await insert(session, 'time_zone (Time_zone_id, Use_leap_seconds)', zones, (_, id) => [`${id}, 'N'`]);
  await insert(session, 'time_zone_name (Name, Time_zone_id)', zones, ({ names }, id) =>
    names.map((name) => `${quoteText(name)}, ${id}`),
  );
  await insert(
    session,
    'time_zone_transition_type (Time_zone_id, Transition_type_id, `Offset`, Is_DST, Abbreviation)',
    zones,
    ({ zone: { types } }, id) =>
      types.map(
        ({ offset, isDaylightSaving, abbreviation }, type) =>
          `${id}, ${type}, ${offset}, ${isDaylightSaving ? 1 : 0}, ${quoteText(abbreviation)}`,
      ),
  );
  await insert(
    session,
    'time_zone_transition (Time_zone_id, Transition_time, Transition_type_id)',
    zones,
    ({ zone: { transitions } }, id) => transitions.map(([at, type]) => `${id}, ${at}, ${type}`),
  );
  return 'loaded';
}

/** An offset, or the server's own zone, as SQL. */
const NO_NAME = /^'(?:[+-]|SYSTEM')/i;

async function namesZones(dump: DumpFolder): Promise<boolean> {
  const zones = tablesOf(dump).flatMap(({ chunks }) => chunks.flatMap((chunk) => otherZoneOf(chunk) ?? []));
  if (zones.some((zone) => zone.kind === 'named' && !NO_NAME.test(zone.zone))) return true;
  for (const { file } of scriptsOf(dump)) if (NAMES_ZONE.test(await readScript(dump, file))) return true;
  return false;
}

interface NamedZone {
  /** Several where zones are the same. */
  readonly names: readonly string[];
  readonly zone: TimeZone;
}

/** The zones below a folder, each once; none where there is no such folder. */
async function zonesIn(root: string): Promise<readonly NamedZone[]> {
  const found = new Map<string, { readonly names: string[]; readonly zone: TimeZone }>();
  for (const path of await filesBelow(root)) {
    const name = relative(root, path).split(sep).join('/');
    if (OTHERS.test(name)) continue;
    const bytes = await fs.readFile(path);
    const digest = createHash('sha256').update(bytes).digest('hex');
    const known = found.get(digest);
    if (known !== undefined) known.names.push(name);
    else {
      const zone = readTimeZone(bytes);
      if (zone !== null) found.set(digest, { names: [name], zone });
    }
  }
  return [...found.values()];
}

async function filesBelow(folder: string): Promise<readonly string[]> {
  const names = await fs.readdir(folder).catch(() => []);
  const files = names.sort().map(async (name): Promise<readonly string[]> => {
    const path = join(folder, name);
    const found = await fs.stat(path).catch(() => null);
    if (found?.isDirectory() === true) return await filesBelow(path);
    return found?.isFile() === true ? [path] : [];
  });
  return (await Promise.all(files)).flat();
}

async function insert(
  session: ControlSession,
  table: string,
  zones: readonly NamedZone[],
  rowsOf: (zone: NamedZone, id: number) => readonly string[],
): Promise<void> {
  const rows = zones.flatMap((zone, at) => rowsOf(zone, at + 1).map((row) => `(${row})`));
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    await session.run(
      `INSERT INTO mysql.${table} VALUES ${rows.slice(from, from + ROWS_AT_ONCE).join(', ')}`,
    );
}
