import { failures } from '../failures';

interface OfWord {
  readonly word: string;
}

/** Failures of reading a DSN. */
export const dsnFailures = failures({
  schemaGiven: {
    code: 'bad-dsn',
    message: 'This DSN names a schema, which only the source of a dump or a migration takes.',
    hint: 'Leave the schema out of the DSN. A load renames schemas by --schema-map OLD=NEW.',
  },
  unreadable: { code: 'bad-dsn', message: 'The DSN can’t be read.' },
  otherScheme: {
    code: 'bad-dsn',
    message: ({ word }: OfWord) => `“${word}://” is not a kind of server that Sluice knows.`,
  },
  password: {
    code: 'bad-dsn',
    message:
      'A password does not belong into a DSN: everybody on this machine sees the arguments of a command.',
    hint: 'Set SLUICE_PASSWORD, use --option-file, or type it when asked.',
  },
  noUser: { code: 'bad-dsn', message: 'The DSN names no user.' },
  unknownParameter: { code: 'bad-dsn', message: ({ word }: OfWord) => `A DSN has no parameter “${word}”.` },
  parameterTwice: {
    code: 'bad-dsn',
    message: ({ word }: OfWord) => `The DSN has the parameter “${word}” twice.`,
  },
  hostAndSocket: {
    code: 'bad-dsn',
    message: ({ host }: { readonly host: string }) =>
      `The DSN names two ways to the server: ${host} and a socket file on this machine.`,
    hint: 'Leave one out: mysql://user@host:port or mysql://user@/?socket=PATH.',
  },
  sshAndSocket: {
    code: 'bad-dsn',
    message: ({ word }: OfWord) =>
      `The DSN names a socket file, which is on this machine, and “${word}”, for a server behind SSH.`,
    hint: 'For a server behind SSH write its host: mysql://user@host:port/?ssh=[USER@]HOST.',
  },
  sshWithoutHost: {
    code: 'bad-dsn',
    message: ({ word }: OfWord) => `The DSN has “${word}”, but no SSH host to which it belongs.`,
    hint: 'Name it too: ssh=[USER@]HOST[:PORT].',
  },
  notEncoded: {
    code: 'bad-dsn',
    message: ({ word }: OfWord) => `“${word}” is not written as a URL wants it (a % must be %25).`,
  },
  noAddress: { code: 'bad-dsn', message: 'The DSN names no host, socket or SSH host that can be.' },
  unknownCompression: {
    code: 'bad-dsn',
    message: ({ word }: { readonly word: string; readonly known: readonly string[] }) =>
      `“${word}” is no compression that Sluice has on the wire.`,
    hint: ({ known }: { readonly word: string; readonly known: readonly string[] }) =>
      `There are ${known.join(' and ')}: the client library that it is linked with has no other.`,
  },
  unknownTls: {
    code: 'bad-dsn',
    message: ({ word, known }: { readonly word: string; readonly known: readonly string[] }) =>
      `“${word}” is no TLS mode; there are ${known.join(', ')}.`,
  },
});
