import { splitScript } from './script';
import { storedObjectOf } from './stored-object';

/** SHOW CREATE EVENT always says a status there (sql/events.cc of both vendors). */
const STATUS = /^(CREATE .*?\bEVENT [^]*? ON COMPLETION (?:NOT )?PRESERVE) (ENABLE|DISABLE(?: ON \w+)?)(?= )/;

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
