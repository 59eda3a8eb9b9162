import { quoteName } from '../../catalog/text/quote';
import { splitScript } from './script';
import { storedObjectOf } from './stored-object';

/** SHOW CREATE EVENT always says a status there (sql/events.cc of both vendors). */
const STATUS =
  /^((?:\/\*!\d* *)?CREATE\b.*?\bEVENT [^]*? ON COMPLETION (?:NOT )?PRESERVE) (ENABLE|DISABLE(?: ON \w+)?)(?= )/;

/** A script of ours with another status for its events; everything else stays byte for byte. */
export function withEventStatus(script: string, statusOf: (status: string) => string): string {
  return splitScript(script)
    .filter((statement) => storedObjectOf(statement)?.kind === 'event')
    .reduce((text, statement) => {
      const changed = statement.replace(
        STATUS,
        (_, head: string, status: string) => `${head} ${statusOf(status)}`,
      );
      return text.split(statement).join(changed);
    }, script);
}

/** Disables the enabled events of a script. */
export function withEventsDisabled(script: string): string {
  return withEventStatus(script, (status) => (status === 'ENABLE' ? 'DISABLE' : status));
}

const ACCOUNT = "(?:`(?:[^`]|``)*`|'(?:[^']|'')*')";
/** Other tools put the parts of the head into version comments. */
const DEFINER = new RegExp(
  `^(?:/\\*!\\d*\\s*)?CREATE(?:\\s|\\*/|/\\*!\\d*)+DEFINER\\s*=\\s*(${ACCOUNT}(?:@${ACCOUNT})?)`,
);

/**
 * The statement that enables an event which {@link withEventsDisabled} disabled; null where a statement makes none, or
 * one that is not enabled. Whoever alters an event becomes its definer unless the statement names one.
 */
export function enableStatement(statement: string): string | null {
  const object = storedObjectOf(statement);
  const [, , status] = STATUS.exec(statement) ?? [];
  if (object?.kind !== 'event' || status !== 'ENABLE') return null;
  const [, definer] = DEFINER.exec(statement) ?? [];
  return `ALTER ${definer === undefined ? '' : `DEFINER=${definer} `}EVENT ${quoteName(object.name)} ENABLE`;
}
