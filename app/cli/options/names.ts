import { splitPatterns, withoutEscapes } from '../../contract/commands/pattern';
import { assertReadable, repeatable, splitList } from './arguments';
import { takes, usageFailures } from '../../text/cli/usage';

/** Names of objects as the command line has them. */

/** `SCHEMA.NAME`; the name's own dots need no escape, a schema's do. */
export function qualified(text: string): { readonly schema: string; readonly name: string } {
  const [schema = '', ...rest] = splitPatterns(text, '.');
  const name = rest.join('.');
  // Not commander's own error: the option was taken long ago, and nobody would say what is wrong.
  if (schema === '' || name === '') throw usageFailures.notQualified({ text });
  return { schema, name };
}

/** Names with commas between them, each as `SCHEMA.NAME`. */
export const parseQualified = repeatable((text: string, before: readonly string[] = []) => {
  const names = splitList(text);
  for (const name of names) {
    assertReadable(() => qualified(name), takes.qualified(name));
  }
  return [...before, ...names];
});

/** One `SCHEMA.TABLE=…`, which may hold commas. */
export const parsePlaced = repeatable((text: string, before: readonly string[] = []) => {
  assertReadable(() => ofTable(text), takes.placed);
  return [...before, text];
});

/** Reads `SCHEMA.TABLE=VALUE`. Names are no patterns here; a backslash escapes a dot or an equals sign in them. */
export function ofTable(text: string): {
  readonly schema: string;
  readonly table: string;
  readonly value: string;
} {
  const [place = '', ...rest] = splitPatterns(text, '=');
  const value = rest.join('=').trim();
  if (place === '' || value === '') throw usageFailures.notPlaced({ text });
  const { schema, name } = qualified(place.trim());
  return { schema: withoutEscapes(schema), table: withoutEscapes(name), value };
}
