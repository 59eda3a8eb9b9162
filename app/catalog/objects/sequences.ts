import { definitionText } from '../text/byte-literals';
import type { Asker } from '../session/answers';
import type { ControlSession } from '../session/control-session';
import { LISTS } from './lists';
import { shownBytes } from './objects';
import { readEach } from './read-each';
import { sessionFailures } from '../../text/catalog/session';
import { quoteName, quoteTable } from '../text/quote';

/** A sequence of MariaDB, as the statements that create it and set its next value. */
export interface SequenceObject {
  readonly name: string;
  readonly create: string;
  /** Sets the next value; it repeats values that a server's cache had reserved, never ones that were given out. */
  readonly setValue: string;
}

/**
 * Reads the sequences of a schema, in name order; none on MySQL. The next value is read with the definition, after the
 * snapshot: it may be a little ahead of the rows, never behind them.
 */
export async function readSequences(
  session: ControlSession,
  schema: string,
  takes: (sequence: string) => boolean,
  ask: Asker = (statement) => session.rows(statement),
): Promise<readonly SequenceObject[]> {
  if (session.server.vendor !== 'mariadb') return [];
  const found = await ask(LISTS.sequences(schema));
  const names = found.map((row) => row.name ?? '').filter(takes);
  const shown = (name: string) => `SHOW CREATE SEQUENCE ${quoteTable(schema, name)}`;
  const state = (name: string) =>
    `SELECT next_not_cached_value AS next, cycle_count AS round FROM ${quoteTable(schema, name)}`;
  return await readEach(
    session,
    names,
    (name) => [shown(name), state(name)],
    async (name, each) => {
      const [definition] = await each(shown(name));
      const [now] = await each(state(name));
      if (now === undefined) throw sessionFailures.noRow({ statement: state(name) });
      return {
        name,
        create: definitionText(
          shownBytes(definition, 'Create Table', { kind: 'sequence', name: `${schema}.${name}` }),
        ),
        setValue: `DO SETVAL(${quoteName(name)}, ${now.next ?? '1'}, 0, ${now.round ?? '0'})`,
      };
    },
  );
}
