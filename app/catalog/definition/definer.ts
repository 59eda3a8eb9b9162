import type { DefinerWish } from '../../contract/runs/options';
import { splitAccount } from '../../contract/commands/definers';
import { assertNever } from '../../contract/exhaustive';
import { quoteName } from '../text/quote';

/** White space, and the version comments that other tools put around the parts of a head. */
const GAP = '(?:\\s|/\\*M?!\\d*|\\*/)';
/** A name; in double quotes where the object's mode has ANSI_QUOTES, in single ones by other tools. */
const NAME = '(?:`(?:[^`]|``)*`|"(?:[^"]|"")*"|\'(?:[^\'\\\\]|\\\\.|\'\')*\'|[\\p{L}\\p{N}_$]+)';
/** Head of a stored definition: the definer stands before its kind, so that no body can hold another (sql_yacc.yy). */
const HEAD = new RegExp(
  `^(${GAP}*CREATE${GAP}+(?:OR\\s+REPLACE${GAP}+)?(?:ALGORITHM\\s*=\\s*\\w+${GAP}+)?)DEFINER\\s*=\\s*(${NAME})(?:\\(\\s*\\)|\\s*@\\s*(${NAME}))?[ \\t]*`,
  'iu',
);

/** Wish for the definers in statements, which name an account or none. */
export type DefinitionWish = Exclude<DefinerWish, { kind: 'current' }>;

/** Returns the wish for objects that the target's own account creates: it becomes their definer if none is named. */
export function onTarget(wish: DefinerWish): DefinitionWish {
  return wish.kind === 'current' ? { kind: 'strip' } : wish;
}

/** Returns the wish for objects that an account, `user@host`, has created: `current` names it as their definer. */
export function createdBy(wish: DefinerWish, account: string): DefinitionWish {
  if (wish.kind !== 'current') return wish;
  const named = splitAccount(account);
  // An anonymous account has no name by which statements call it.
  return named === null ? { kind: 'strip' } : { kind: 'replace', ...named };
}

/** Returns the definition of a view, trigger, routine or event with the requested definer. */
export function withDefiner(definition: string, wish: DefinitionWish): string {
  if (wish.kind === 'keep') return definition;
  return definition.replace(HEAD, (whole: string, head: string, user: string, host: string | undefined) => {
    switch (wish.kind) {
      case 'strip':
        return head;
      case 'replace':
        return head + clauseOf(wish, whole);
      case 'map': {
        const [named, at] = [unquoted(user), host === undefined ? '' : unquoted(host)];
        const entry = wish.accounts.find(({ from }) => from.user === named && from.host === at);
        return entry === undefined ? whole : head + clauseOf(entry.to, whole);
      }
      default:
        return assertNever(wish);
    }
  });
}

/** Returns the account, as `user@host`, that a definer becomes; null where it is the one that creates the object. */
export function definerAfter(definer: string, wish: DefinitionWish): string | null {
  switch (wish.kind) {
    case 'keep':
      return definer;
    case 'strip':
      return null;
    case 'replace':
      return nameOf(wish);
    case 'map': {
      const entry = wish.accounts.find(({ from }) => nameOf(from) === definer);
      return entry === undefined ? definer : nameOf(entry.to);
    }
    default:
      return assertNever(wish);
  }
}

function nameOf({ user, host }: { readonly user: string; readonly host: string }): string {
  return `${user}@${host}`;
}

/** Keeps the space behind the definer, which other tools leave out before the end of a comment. */
function clauseOf({ user, host }: { readonly user: string; readonly host: string }, before: string): string {
  return `DEFINER=${quoteName(user)}@${quoteName(host)}${/[ \t]*$/.exec(before)?.[0] ?? ''}`;
}

function unquoted(name: string): string {
  const quote = name[0] ?? '';
  if (!/[`"']/.test(quote)) return name;
  const inner = name
    .slice(1, -1)
    .split(quote + quote)
    .join(quote);
  return quote === "'" ? inner.replace(/\\(.)/gsu, '$1') : inner;
}
