import { assertNever } from '../../contract/exhaustive';
import { headOf } from './statement-head';
import { triggerBody } from './trigger-head';

/** Kinds of objects with a body that both vendors keep byte for byte. */
const PROGRAMS = ['function', 'procedure', 'event', 'trigger'] as const;
export type ProgramKind = (typeof PROGRAMS)[number];

export function isProgram(kind: string): kind is ProgramKind {
  return (PROGRAMS as readonly string[]).includes(kind);
}

const TEXT = `'(?:[^'\\\\]|\\\\[^]|'')*'|"(?:[^"\\\\]|\\\\[^]|"")*"|\`(?:[^\`]|\`\`)*\``;

const COMMENT = String.raw`/\*[^]*?\*/|--\s[^\n]*|#[^\n]*`;
/** Anything but a text, a comment and a parenthesis. */
const OTHER = String.raw`(?!/\*|--\s|#)[^()'"\`]`;
const PLAIN = `${TEXT}|${COMMENT}|${OTHER}`;

/**
 * Head of a routine behind its name, as SHOW CREATE prints it: parameters as they were written and a returned type, then
 * characteristics, each on an indented line (sql/sp.cc of both vendors).
 */
const OF_ROUTINE = new RegExp(
  `^\\s*\\((?:${PLAIN}|\\((?:${PLAIN})*\\))*\\)(?:${TEXT}|[^'"\`\\n])*\\n(?: {4}(?:${TEXT}|[^'"\`\\n])*\\n)*`,
);

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
      return rest.replace(OF_ROUTINE, '');
    default:
      return assertNever(kind);
  }
}
