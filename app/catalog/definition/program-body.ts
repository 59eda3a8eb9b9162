import { assertNever } from '../../contract/exhaustive';
import { headOf } from './statement-head';
import { triggerBody } from './trigger-head';

/** Kinds of objects with a body that both vendors keep byte for byte. */
const PROGRAMS = ['function', 'procedure', 'event', 'trigger'] as const;
export type ProgramKind = (typeof PROGRAMS)[number];

export function isProgram(kind: string): kind is ProgramKind {
  return (PROGRAMS as readonly string[]).includes(kind);
}

/** The looks ahead leave one way to read doubled quotes: else a long text that does not match is tried in all. */
const TEXT = String.raw`'(?:[^'\\]|\\[^]|'')*'(?!')|"(?:[^"\\]|\\[^]|"")*"(?!")|${'`(?:[^`]|``)*`(?!`)'}`;

/** Parentheses, and what may hold others: texts, names and comments. */
const PARENTHESES = new RegExp(String.raw`${TEXT}|/\*[^]*?\*/|--(?=\s)[^\n]*|#[^\n]*|[()]`, 'g');

/**
 * Rest of a routine's head behind its parameters, as SHOW CREATE prints it: a returned type on the same line, then
 * characteristics, each on an indented line (sql/sp.cc of both vendors).
 */
const CHARACTERISTICS = new RegExp(`^(?:${TEXT}|[^'"\`\\n])*\\n(?: {4}(?:${TEXT}|[^'"\`\\n])*\\n)*`);

/** Head of an event behind its name; its comment may hold any words. */
const OF_EVENT = new RegExp(`^(?:${TEXT}|[^'"\`])*?\\sDO\\s+`);

/**
 * Returns the body of a SHOW CREATE text. information_schema's own form of it differs: MariaDB escapes texts in its own
 * way, MySQL prints them without any escapes (measured on MySQL 9.7 and MariaDB 10.11).
 */
export function programBody(kind: ProgramKind, definition: string): string {
  const rest = definition.slice(headOf(definition)?.object.to ?? 0);
  switch (kind) {
    case 'trigger':
      return triggerBody(definition);
    case 'event':
      return rest.replace(OF_EVENT, '');
    case 'function':
    case 'procedure':
      return rest.slice(endOfParameters(rest)).replace(CHARACTERISTICS, '');
    default:
      return assertNever(kind);
  }
}

/** Returns the place behind the closing parenthesis of the parameters, which are as they were typed. */
function endOfParameters(text: string): number {
  let depth = 0;
  for (const { 0: found, index } of text.matchAll(PARENTHESES)) {
    if (found === '(') depth += 1;
    if (found !== ')') continue;
    depth -= 1;
    if (depth === 0) return index + 1;
  }
  return 0;
}
