import { isUtf8Client, toClient } from '../../catalog/text/client-text';
import type { ControlSession } from '../../catalog/session/control-session';
import { sessionFailures } from '../../text/target/session';

/**
 * Runs a statement of a dump's script in the character set that the script has set for it: the server converts literals
 * and names to the bytes that the source's client sent.
 */
export async function runStatement(session: ControlSession, statement: string): Promise<void> {
  const characterSet = isAscii(statement)
    ? 'ascii'
    : ((await session.scalar('SELECT @@SESSION.character_set_client')) ?? '');
  if (isUtf8Client(characterSet)) {
    await session.run(statement);
    return;
  }
  const bytes = await toClient(session, statement, characterSet);
  if (bytes === null)
    throw sessionFailures.lacksCharacters({ characterSet }, { statement: statement.slice(0, 500) });
  await session.runAs(bytes);
}

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}
