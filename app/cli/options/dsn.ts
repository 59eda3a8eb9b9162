import {
  addressSchema,
  defaultTls,
  tlsModes,
  wireCompressions,
  type Address,
  type TlsMode,
  type WireCompression,
} from '../../contract/connections/connection';
import { dsnFailures } from '../../text/cli/dsn';

/** Content of a DSN; never a password. */
export interface ParsedDsn {
  readonly address: Address;
  readonly user: string;
  readonly tls: {
    readonly mode: TlsMode;
    readonly ca?: string;
    readonly cert?: string;
    readonly key?: string;
  };
  readonly compression?: WireCompression;
}

const DEFAULT_PORT = 3306;

/** scheme://user[:password]@[host[:port]][/][?parameters]; the host may be an IPv6 address in brackets. */
const DSN = /^(\w+):\/\/([^@:/?]*)(:[^@/?]*)?@(\[[^\]]+\]|[^:/?[\]]*)(?::(\d+))?\/?(?:\?(.*))?$/;

const PARAMETERS: ReadonlySet<string> = new Set([
  'socket',
  'tls',
  'ca',
  'cert',
  'key',
  'ssh',
  'ssh-key',
  'ssh-jump',
  'compression',
]);

const SSH_PARAMETERS = ['ssh', 'ssh-key', 'ssh-jump'] as const;

/** [user@]host[:port] */
const SSH = /^(?:([^@]+)@)?(\[[^\]]+\]|[^:]+)(?::(\d+))?$/;

/** scheme://authority, then the schema as the path. */
const WITH_SCHEMA = /^(\w+:\/\/[^/?]*)\/([^/?]+)(\?.*)?$/;

/** Splits a DSN from the schema that its path names; `schema` is null where it names none. */
export function splitSchema(server: string): { readonly server: string; readonly schema: string | null } {
  const match = WITH_SCHEMA.exec(server);
  if (match === null) return { server, schema: null };
  const [, place = '', schema = '', parameters = ''] = match;
  return { server: `${place}/${parameters}`, schema: decode(schema) };
}

export function isDsn(text: string): boolean {
  return text.includes('://');
}

/** Returns a word as a message may show it: without the password of a DSN. */
export function withoutDsnPassword(word: string): string {
  return word.replace(/^(\w+:\/\/[^:@/]*):.*@/, '$1:…@');
}

/** USER@HOST[:PORT], as ssh takes it. */
const ACCOUNT_AT_HOST = /^[^@\s/]+@[^@\s/]+$/;

/** The DSN that the writer of `root@db1:3307` must have meant; null for a word that names no account at a host. */
export function meantDsn(word: string): string | null {
  if (isDsn(word) || !ACCOUNT_AT_HOST.test(word)) return null;
  const dsn = `mysql://${word}`;
  return DSN.test(dsn) ? dsn : null;
}

/**
 * Reads `mysql://user@host:port` or `mysql://user@/?socket=PATH`, each optionally with `tls=MODE`, `ca=`, `cert=` and
 * `key=`; without a mode, TLS is required for a server that is not on this machine nor behind SSH.
 * `ssh=[USER@]HOST[:PORT]`, with `ssh-key=` and `ssh-jump=`, opens a tunnel first; `compression=zlib` is for lines that
 * are slower than the processors. Fails with `bad-dsn`; a password in a DSN is refused, for arguments are seen by
 * everybody.
 */
export function parseDsn(text: string): ParsedDsn {
  const match = DSN.exec(text);
  if (match === null) {
    if (DSN.test(splitSchema(text).server)) throw dsnFailures.schemaGiven();
    throw dsnFailures.unreadable();
  }
  const [, scheme = '', user = '', password, host = '', port, parameters = ''] = match;
  if (scheme !== 'mysql' && scheme !== 'mariadb') {
    throw dsnFailures.otherScheme({ word: scheme });
  }
  if (password !== undefined) {
    throw dsnFailures.password();
  }
  if (user === '') throw dsnFailures.noUser();
  const query = new URLSearchParams(parameters);
  for (const name of query.keys()) {
    if (!PARAMETERS.has(name)) throw dsnFailures.unknownParameter({ word: name });
    if (query.getAll(name).length > 1) throw dsnFailures.parameterTwice({ word: name });
  }
  assertOneWay({ host, port }, query);
  const address = parseAddress(host, port, query);
  return {
    address,
    user: decode(user),
    tls: parseTls(query, defaultTls(address)),
    ...parseCompression(query),
  };
}

/** Refuses a second way to the server, which would be passed over. As for mysql, localhost is where a socket is. */
function assertOneWay(
  { host, port }: { readonly host: string; readonly port: string | undefined },
  query: URLSearchParams,
): void {
  const path = query.get('socket');
  if (path !== null) {
    const isLocal = host === '' || host === 'localhost';
    if (!isLocal || port !== undefined)
      throw dsnFailures.hostAndSocket({ host: port === undefined ? host : `${host}:${port}` });
    const [ssh] = SSH_PARAMETERS.filter((name) => query.has(name));
    if (ssh !== undefined) throw dsnFailures.sshAndSocket({ word: ssh });
  }
  const [lone] = SSH_PARAMETERS.filter((name) => query.has(name) && !query.has('ssh'));
  if (lone !== undefined) throw dsnFailures.sshWithoutHost({ word: lone });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw dsnFailures.notEncoded({ word: text });
  }
}

function parseAddress(host: string, port: string | undefined, query: URLSearchParams): Address {
  const path = query.get('socket');
  const address =
    path === null
      ? {
          kind: 'tcp',
          host: host.replace(/^\[|\]$/g, ''),
          port: port === undefined ? DEFAULT_PORT : Number(port),
          ...parseSsh(query),
        }
      : { kind: 'socket', path };
  const parsed = addressSchema.safeParse(address);
  if (!parsed.success) throw dsnFailures.noAddress();
  return parsed.data;
}

function parseSsh(query: URLSearchParams): object {
  const [route, key, jump] = [query.get('ssh'), query.get('ssh-key'), query.get('ssh-jump')];
  if (route === null) return {};
  const [, user, host = '', port] = SSH.exec(route) ?? [];
  return {
    ssh: {
      host: host.replace(/^\[|\]$/g, ''),
      ...(user !== undefined && { user }),
      ...(port !== undefined && { port: Number(port) }),
      ...(key !== null && { key }),
      ...(jump !== null && { jump }),
    },
  };
}

function parseCompression(query: URLSearchParams): Pick<ParsedDsn, 'compression'> {
  const text = query.get('compression');
  if (text === null) return {};
  const compression = wireCompressions.find((name) => name === text);
  if (compression !== undefined) return { compression };
  throw dsnFailures.unknownCompression({ word: text, known: wireCompressions });
}

function parseTls(query: URLSearchParams, defaultMode: TlsMode): ParsedDsn['tls'] {
  const text = query.get('tls') ?? defaultMode;
  const mode = tlsModes.find((name) => name === text);
  if (mode === undefined) {
    throw dsnFailures.unknownTls({ word: text, known: tlsModes });
  }
  const file = (name: 'ca' | 'cert' | 'key') => {
    const value = query.get(name);
    return value === null ? {} : { [name]: value };
  };
  return { mode, ...file('ca'), ...file('cert'), ...file('key') };
}
