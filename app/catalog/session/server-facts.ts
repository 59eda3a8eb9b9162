import {
  recognize,
  TELLING_VARIABLES,
  type CautionKind,
  type Impostor,
  type ServerAnswers,
} from '../server/impostors';
import { isNewerThanKnown, type ServerVersion } from '../server/dialect';
import { assertSupported, parseVersion, type ServerFacts } from '../server/server';
import { quoteText } from '../text/quote';
import { loadingVariables } from './variables';
import { serverFailures } from '../../text/catalog/server';
import { askAhead, type Answers, type Asker } from './answers';
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
  readonly rows: Asker;
  /** Asks several questions in one call; null where the connection takes only one. */
  readonly together: ((statements: readonly string[]) => Promise<Answers>) | null;
  /** Statement that lifts the limits that would cut even these answers. */
  readonly unlimit: string;
}

const FACTS =
  'SELECT VERSION() AS version, CONNECTION_ID() AS id, CURRENT_USER() AS account, @@lower_case_table_names AS names';
const TELLING = `SHOW VARIABLES WHERE Variable_name IN (${TELLING_VARIABLES.map(quoteText).join(', ')})`;
const CIPHER = "SHOW SESSION STATUS LIKE 'Ssl_cipher'";

/**
 * Reads what a server is. Fails with `unsupported-server` for one that only resembles MySQL, also where it refuses the
 * first statement because of that.
 */
export async function readServer({ greeting, rows, together, unlimit }: Asking): Promise<ReadServer> {
  const refusal = await rows(unlimit).then(() => null, refusalOf);
  // An answer that was cut off ends the connection.
  const orRefusal = (error: unknown): never => {
    throw refusal ?? error;
  };
  // These very words, in a call of their own: ProxySQL answers them itself.
  const [told] = await rows('SELECT @@version_comment LIMIT 1').catch(noRows).catch(orRefusal);
  const product = { greeting, comment: Object.values(told ?? {})[0] ?? '' };
  const isStrange = recognize({ ...product, version: greeting, variables: new Map() }) !== null;
  const ask = await askAhead([FACTS, TELLING, CIPHER], isStrange ? null : together, rows).catch(orRefusal);
  const [facts] = await ask(FACTS).catch(orRefusal);
  const version = facts?.version ?? '';
  const impostor = await recognizeBy(product, version, ask);
  if (impostor?.kind === 'refused')
    throw serverFailures.notMySql({
      product: impostor.product,
      version: version === '' ? greeting : version,
    });
  if (refusal !== null) throw refusal;
  const parsed = parseVersion(version);
  assertSupported(parsed);
  const server = isNewerThanKnown(parsed) ? await askForVariables(ask, parsed) : parsed;
  const [cipher] = await ask(CIPHER);
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
  product: Pick<ServerAnswers, 'greeting' | 'comment'>,
  version: string,
  ask: Asker,
): Promise<Impostor | null> {
  // None of those that tell is MariaDB's.
  const found = /mariadb/i.test(version) ? [] : await ask(TELLING).catch(noRows);
  const variables = new Map(found.map(({ Variable_name, Value }) => [Variable_name ?? '', Value ?? '']));
  return recognize({ ...product, version, variables });
}

function noRows(error: unknown): readonly Row[] {
  refusalOf(error);
  return [];
}

/** Finds the session variables that a server newer than all known ones has dropped: without them it still works. */
async function askForVariables<S extends ServerVersion>(ask: Asker, server: S): Promise<S> {
  const names = loadingVariables(server).map(({ name }) => name);
  const found = await ask(
    `SHOW SESSION VARIABLES WHERE Variable_name IN (${names.map(quoteText).join(', ')})`,
  );
  const known = new Set(found.map(({ Variable_name: name }) => name));
  return { ...server, withoutVariables: new Set(names.filter((name) => !known.has(name))) };
}
