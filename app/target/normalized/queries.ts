import { compareTokens, normalTokens, type TextLikeness } from './normal-form';

/**
 * Compares the queries of views as printed by two versions of a server. One names a selected expression in ORDER BY by its
 * alias, the other repeats it (measured: MySQL 9.7 and 5.5).
 */
export function compareQueries(one: string, other: string): TextLikeness {
  return compareTokens(withoutAliases(normalTokens(one)), withoutAliases(normalTokens(other)));
}

/** A query, or what stands in parentheses. */
interface Scope {
  part: 'select' | 'order' | 'other';
  /** Expression of each alias of the select list. */
  readonly aliases: Map<string, readonly string[]>;
  /** Position of the select list's present item in the result. */
  item: number;
}

/** Words after which the list of ORDER BY is over. */
const ENDS: ReadonlySet<string> = new Set(['limit', 'union', 'for', 'separator', 'except', 'intersect']);

const newScope = (): Scope => ({ part: 'other', aliases: new Map(), item: 0 });

/** Replaces aliases in ORDER BY with the expressions that they stand for. */
function withoutAliases(tokens: readonly string[]): readonly string[] {
  const result: string[] = [];
  const scopes = [newScope()];
  for (const [at, token] of tokens.entries()) {
    const scope = scopes[scopes.length - 1] ?? newScope();
    if (scope.part === 'select' && (token === ',' || token === 'from')) keepAlias(scope, result);
    const isAlias = scope.part === 'order' && tokens[at - 1] !== '.' && tokens[at + 1] !== '.';
    result.push(...((isAlias ? scope.aliases.get(token) : undefined) ?? [token]));
    if (token === '(') scopes.push(newScope());
    else if (token === ')' && scopes.length > 1) scopes.pop();
    else if (token === 'select') scopes[scopes.length - 1] = { ...newScope(), part: 'select' };
    else if (token === 'order' && tokens[at + 1] === 'by') scope.part = 'order';
    else if (token === 'from' || ENDS.has(token)) scope.part = 'other';
    const now = scopes[scopes.length - 1];
    if (now?.part === 'select' && (token === 'select' || token === ',')) now.item = result.length;
  }
  return result;
}

function keepAlias({ aliases, item }: Scope, result: readonly string[]): void {
  const [word, alias = ''] = result.slice(-2);
  if (word === 'as') aliases.set(alias, result.slice(item, -2));
}
