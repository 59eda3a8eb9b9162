import type { DefinerWish } from '../../contract/runs/options';
import { assertNever } from '../../contract/exhaustive';
import { quoteName } from '../text/quote';

/** A name; in double quotes where the object's mode has ANSI_QUOTES. */
const NAME = '(?:`(?:[^`]|``)*`|"(?:[^"]|"")*")';
/** Head of a stored definition: SHOW CREATE always puts the definer there (sql_show.cc of both vendors). */
const HEAD = new RegExp(`^(CREATE (?:ALGORITHM=\\w+ )?)DEFINER=(${NAME}(?:@${NAME})?) `);

/** Returns the definition of a view, trigger, routine or event with the requested definer. */
export function withDefiner(definition: string, wish: DefinerWish): string {
  switch (wish.kind) {
    case 'keep':
      return definition;
    case 'strip':
      return definition.replace(HEAD, '$1');
    case 'replace': {
      const account = `${quoteName(wish.user)}@${quoteName(wish.host)}`;
      return definition.replace(HEAD, (_, create: string) => `${create}DEFINER=${account} `);
    }
    default:
      return assertNever(wish);
  }
}
