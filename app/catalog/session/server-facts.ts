import { recognize, TELLING_VARIABLES, type CautionKind, type Impostor } from '../server/impostors';
import { isNewerThanKnown, type ServerVersion } from '../server/dialect';
import { assertSupported, parseVersion, type ServerFacts } from '../server/server';
import { quoteText } from '../text/quote';
import { loadingVariables } from './variables';
import { serverFailures } from '../../text/catalog/server';
import type { Row } from './row';
import { refusalOf } from './statement-failure';

/** Facts about the server of a session, and the reason for caution about its consistency; null where there is none. */
export interface ReadServer {
  readonly server: ServerFacts;
  readonly caution: CautionKind | null;
}

interface Asking {
  /** Version in the greeting of the protocol. */
  readonly greeting: string;
  readonly rows: (statement: string) => Promise<readonly Row[]>;
  /** Lifts the limits that would cut even these answers. */
  readonly unlimit: () => Promise<void>;
}

/**
 * Reads what a server is. Fails with `unsupported-server` for one that only resembles MySQL, also where it refuses the
 * first statement because of that.
 */
export async function readServer({ greeting, rows, unlimit }: Asking): Promise<ReadServer> {
  const refusal = await unlimit().then(() => null, refusalOf);
  const [facts] = await rows(
    'SELECT VERSION() AS version, CONNECTION_ID() AS id, CURRENT_USER() AS account, @@lower_case_table_names AS names',
  ).catch((error: unknown) => {
    // An answer that was cut off ends the connection.
    throw refusal ?? error;
  });
  const version = facts?.version ?? '';
  const impostor = await recognizeBy(greeting, version, rows);
  if (impostor?.kind === 'refused')
    throw serverFailures.notMySql({
      product: impostor.product,
      version: version === '' ? greeting : version,
    });
  if (refusal !== null) throw refusal;
  const parsed = parseVersion(version);
  assertSupported(parsed);
  const server = isNewerThanKnown(parsed) ? await askForVariables(rows, parsed) : parsed;
  const [cipher] = await rows("SHOW SESSION STATUS LIKE 'Ssl_cipher'");
  return {
    server: {
      ...server,
      connectionId: Number(facts?.id),
      account: facts?.account ?? '',
      lowerCaseTableNames: Number(facts?.names ?? 0),
      tls: cipher?.Value || null,
    },
    caution: impostor?.product ?? null,
  };
}

async function recognizeBy(
  greeting: string,
  version: string,
  rows: Asking['rows'],
): Promise<Impostor | null> {
  // These very words: ProxySQL answers them itself.
  const [comment] = await rows('SELECT @@version_comment LIMIT 1').catch(noRows);
  const names = TELLING_VARIABLES.map((name) => `'${name}'`).join(', ');
  // None of those that tell is MariaDB's.
  const found = /mariadb/i.test(version)
    ? []
    : await rows(`SHOW VARIABLES WHERE Variable_name IN (${names})`).catch(noRows);
  return recognize({
    greeting,
    version,
    comment: Object.values(comment ?? {})[0] ?? '',
    variables: new Map(found.map(({ Variable_name, Value }) => [Variable_name ?? '', Value ?? ''])),
  });
}

function noRows(error: unknown): readonly Row[] {
  refusalOf(error);
  return [];
}

/** Finds the session variables that a server newer than all known ones has dropped: without them it still works. */
async function askForVariables<S extends ServerVersion>(rows: Asking['rows'], server: S): Promise<S> {
  const names = loadingVariables(server).map(({ name }) => name);
  const found = await rows(
    `SHOW SESSION VARIABLES WHERE Variable_name IN (${names.map(quoteText).join(', ')})`,
  );
  const known = new Set(found.map(({ Variable_name: name }) => name));
  return { ...server, withoutVariables: new Set(names.filter((name) => !known.has(name))) };
}
