import type { ControlSession } from '../../catalog/session/control-session';
import { readCollations } from '../../catalog/server/collations';
import { quoteText } from '../../catalog/text/quote';
import { SluiceError } from '../../contract/failure';

/** Engines, collations and character sets that a server knows, lower case. */
export interface ServerWords {
  readonly engines: ReadonlySet<string>;
  readonly collations: ReadonlySet<string>;
  readonly charsets: ReadonlySet<string>;
}

export async function readServerWords(session: ControlSession): Promise<ServerWords> {
  const engines = await session.rows('SHOW ENGINES');
  const column = async (query: string) =>
    new Set((await session.rows(query)).map((row) => (Object.values(row)[0] ?? '').toLowerCase()));
  return {
    engines: new Set(
      engines
        .filter(({ Support }) => Support === 'YES' || Support === 'DEFAULT')
        .map(({ Engine }) => (Engine ?? '').toLowerCase()),
    ),
    collations: await readCollations(session),
    charsets: await column('SELECT CHARACTER_SET_NAME FROM information_schema.CHARACTER_SETS'),
  };
}

/** Setting of a script, as `name = 'value'`. */
export interface Setting {
  readonly name: string;
  readonly value: string;
}

const SETTING =
  /\b(character_set_client|character_set_connection|character_set_results|collation_connection|sql_mode|time_zone)\s*=\s*'((?:[^'\\]|\\.|'')*)'/gi;

/** Returns whether a statement only changes settings of its session. Other tools write it as a version comment. */
export function isSetting(statement: string): boolean {
  return /^(?:\/\*!\d*\s*)?SET\b/i.test(statement);
}

export function settingsOf(statement: string): readonly Setting[] {
  if (!isSetting(statement)) return [];
  return [...statement.matchAll(SETTING)].map(([, name = '', value = '']) => ({
    name: name.toLowerCase(),
    value,
  }));
}

/** Tries a setting and restores the session's own. Returns null where the server accepts it. */
export async function refusalOf(
  session: ControlSession,
  { name, value }: Setting,
): Promise<SluiceError | null> {
  const before = (await session.scalar(`SELECT @@SESSION.${name}`)) ?? '';
  try {
    await session.run(`SET SESSION ${name} = ${quoteText(value)}`);
    await session.run(`SET SESSION ${name} = ${quoteText(before)}`);
    return null;
  } catch (error) {
    if (!(error instanceof SluiceError) || error.failure.code !== 'statement-failed') throw error;
    return error;
  }
}

/** Returns those of the given modes that the server does not know. */
export async function unknownModes(
  session: ControlSession,
  modes: readonly string[],
): Promise<readonly string[]> {
  const unknown: string[] = [];
  for (const mode of modes)
    if ((await refusalOf(session, { name: 'sql_mode', value: mode })) !== null) unknown.push(mode);
  return unknown;
}
