import type { Vendor } from '../../contract/connections/connection';
import type { SluiceError } from '../../contract/failure';
import { objectFailures, type DefinedKind } from '../../text/catalog/objects';
import { definitionText } from './byte-literals';
import { beyondAscii, fromClient, isUtf8Client } from './client-text';
import type { ControlSession } from '../session/control-session';
import { unquoteText } from './quote';

/** Stored object as a server prints it while results come as bytes. */
export interface Printed {
  readonly kind: DefinedKind;
  readonly name: string;
  readonly sent: Buffer;
  /** Character set of the client that created it, in which its text is stored. */
  readonly characterSet: string;
  readonly sqlMode: string;
  /** As in the catalogue. */
  readonly comment: string;
}

/** A name. A quote followed by another ends nothing, so that the pattern never backtracks. */
const NAME = '(?:`(?:[^`]|``)*`(?!`)|"(?:[^"]|"")*"(?!"))';
const LITERAL = "'(?:[^'\\\\]|\\\\[^]|'')*'(?!')";
const DEFINER = `CREATE (?:DEFINER=${NAME}(?:@${NAME})? )?`;

/** Head that the server prints from its catalogue, in UTF-8, before the client's text (measured on 9.7 and 10.11). */
const HEADS: Readonly<Record<Vendor, Readonly<Record<string, RegExp>>>> = {
  mysql: {
    procedure: new RegExp(`^${DEFINER}PROCEDURE ${NAME}`),
    function: new RegExp(`^${DEFINER}FUNCTION ${NAME}`),
    trigger: new RegExp(`^${DEFINER}TRIGGER ${NAME} \\w+ \\w+ ON ${NAME}`),
    event: new RegExp(`^CREATE (?:${NAME}|${LITERAL}|[^\`"'])*? DO `),
  },
  mariadb: {
    trigger: new RegExp(`^${DEFINER}`),
    event: new RegExp(`^CREATE (?:${NAME}|${LITERAL}|[^\`"'])*? DO `),
  },
};

/** Comment of a routine, in a line of its own; UTF-8 too. */
const ROUTINE_COMMENT = new RegExp(`(?<=\\n {4}COMMENT )${LITERAL}(?=\\n)`);
const EVENT_COMMENT = new RegExp(`(?<= COMMENT )${LITERAL}(?= DO )`);

/**
 * Decodes a stored object: the parts that the client sent from its character set, the others from UTF-8. Fails with
 * `unsupported-object` where a part can't be decoded and encoded again.
 */
export async function storedText(session: ControlSession, printed: Printed): Promise<string> {
  const { sent, characterSet } = printed;
  const bytes = sent.toString('latin1');
  if (/^[\0-\x7f]*$/.test(bytes) || isUtf8Client(characterSet)) {
    const text = await fromClient(session, sent, 'utf8mb4');
    if (text === null) throw notText(printed);
    return text.replace(commentOf(printed), (literal) => inMode(literal, printed.sqlMode));
  }
  const head = HEADS[session.server.vendor][printed.kind]?.exec(bytes)?.[0] ?? '';
  const rest = bytes.slice(head.length);
  const ownHead = utf8(head).replace(commentOf(printed), (literal) => inMode(literal, printed.sqlMode));
  const comment = printed.kind === 'event' ? null : commentOf(printed).exec(rest);
  const texts = [ownHead, await clientText(session, rest.slice(0, comment?.index), printed)];
  if (comment !== null) {
    const [literal] = comment;
    texts.push(inMode(utf8(literal), printed.sqlMode));
    texts.push(await clientText(session, rest.slice(comment.index + literal.length), printed));
  }
  return texts.join('');
}

const NEVER = /$^/;

function commentOf({ kind, comment }: Printed): RegExp {
  if (comment === '') return NEVER;
  return kind === 'event' ? EVENT_COMMENT : ROUTINE_COMMENT;
}

/** Escapes a comment's backslashes for the object's own mode: the server prints them for the session's. */
function inMode(literal: string, sqlMode: string): string {
  if (!literal.includes('\\') || !/\bNO_BACKSLASH_ESCAPES\b/.test(sqlMode)) return literal;
  return `'${unquoteText(literal.slice(1, -1)).replace(/'/g, "''")}'`;
}

/**
 * Decodes a view, all of which is in the character set of the client that created it. Literals of other character sets
 * are bytes within it: they are written as numbers.
 */
export async function viewDefinition(session: ControlSession, printed: Printed): Promise<string> {
  const { sent, characterSet } = printed;
  if (isUtf8Client(characterSet)) return definitionText(sent);
  const character = beyondAscii(characterSet);
  const token = new RegExp(
    `(?<=\\b(_\\w+))'((?:${character}|[^'\\\\]|\\\\[^]|'')*)'|'(?:${character}|[^'\\\\]|\\\\[^]|'')*'|\`(?:${character}|[^\`]|\`\`)*\``,
    'g',
  );
  const numbers = sent
    .toString('latin1')
    .replace(token, (quoted: string, introducer: string | undefined, inner: string | undefined) =>
      introducer === undefined || inner === undefined || !/[\x80-\xff]/.test(inner)
        ? quoted
        : ` 0x${Buffer.from(unquoteBytes(inner, character), 'latin1').toString('hex').toUpperCase()}`,
    );
  return await clientText(session, numbers, printed);
}

/** Returns a literal's bytes; one that looks like a backslash may belong to a multi-byte character. */
function unquoteBytes(inner: string, character: string): string {
  const pieces = new RegExp(`(${character})|''|\\\\[^]`, 'g');
  return inner.replace(pieces, (piece: string, whole: string | undefined) => whole ?? unquoteText(piece));
}

async function clientText(session: ControlSession, bytes: string, printed: Printed): Promise<string> {
  const text = await fromClient(session, Buffer.from(bytes, 'latin1'), printed.characterSet);
  if (text === null) throw notText(printed);
  return text;
}

function utf8(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function notText({ kind, name, characterSet }: Printed): SluiceError {
  return objectFailures.textNotInCharacterSet({ kind, name, characterSet });
}
