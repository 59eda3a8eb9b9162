import { z } from 'zod';
import { readWords } from '../commands/command-line';

/** The server's own words for TLS (`--ssl-mode` in the MySQL manual). */
export const tlsModes = ['disabled', 'preferred', 'required', 'verify-ca', 'verify-identity'] as const;
export type TlsMode = (typeof tlsModes)[number];

/** Compression of statements and rows on the wire. libmariadb has no zstd without a plugin of its own. */
export const wireCompressions = ['none', 'zlib'] as const;
export type WireCompression = (typeof wireCompressions)[number];

/** `unknown`: not chosen yet, for example in a connection imported from another program; guarded like production. */
export const environments = ['development', 'staging', 'production', 'unknown'] as const;
export type Environment = (typeof environments)[number];

/** A host or user that ssh takes neither for an option nor, where it starts a shell for a jump host, for a command. */
const SSH_WORD = /^(?!-)(?!.*@-)[A-Za-z0-9._:@[\]-]{1,255}$/;

/**
 * Returns whether a text is allowed as a host or a user of `ssh`: letters, digits and `. _ : @ [ ] -`, no dash first.
 */
export function isSshWord(text: string): boolean {
  return SSH_WORD.test(text);
}

/** Returns whether a text is allowed as a list of jump hosts: words of `ssh` separated by commas. */
export function isSshJump(text: string): boolean {
  return text.length <= 1024 && text.split(',').every(isSshWord);
}

const portSchema = z.number().int().min(1).max(65535);

/**
 * The SSH tunnel to a server, opened by the system's own `ssh`, which reads the user's configuration, agent and known
 * hosts. That configuration supplies what is left out here.
 */
export const sshSchema = z.object({
  /** A host, or a name out of the user's ssh configuration. */
  host: z.string().refine(isSshWord),
  port: portSchema.optional(),
  user: z.string().refine(isSshWord).optional(),
  /** The file of a private key. */
  key: z.string().min(1).max(1024).optional(),
  /** Hosts to go through before it, in their order, with commas between them. */
  jump: z.string().refine(isSshJump).optional(),
});
export type SshRoute = z.infer<typeof sshSchema>;

/** The address of a server: TCP or a UNIX socket. Through SSH, host and port are those that the SSH host uses. */
export const addressSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('tcp'),
    host: z.string().min(1).max(255),
    port: portSchema,
    ssh: sshSchema.optional(),
  }),
  z.object({ kind: z.literal('socket'), path: z.string().min(1).max(107) }),
]);
export type Address = z.infer<typeof addressSchema>;

/** Returns whether a host's name is that of this machine. */
export function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/**
 * The TLS mode where the user chose none: outside this machine, and outside ssh's own encryption, nothing is sent
 * unencrypted.
 */
export function defaultTls(address: Address): TlsMode {
  const staysHere = address.kind === 'socket' || address.ssh !== undefined || isThisMachine(address.host);
  return staysHere ? 'preferred' : 'required';
}

/**
 * The source of a connection's password, where the user is not asked for it. `keychain` is that of the user's desktop,
 * which only the window can read. `command` is a program of the user's that prints the password; it is written as for a
 * shell, though no shell runs it.
 */
export const passwordSourceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('keychain') }),
  z.object({
    kind: z.literal('command'),
    command: z
      .string()
      .trim()
      .max(1000)
      .refine((text) => readWords(text).kind === 'words'),
  }),
]);
export type PasswordSource = z.infer<typeof passwordSourceSchema>;

/**
 * Reason why passwords can't be kept in a keychain here: Electron supports none yet, or the desktop has no secure one.
 */
export type KeychainLack = 'old-runtime' | 'no-keychain';

/** A saved connection. It never holds a secret: those live in the keychain, in memory, or nowhere. */
export const profileSchema = z.object({
  id: z.string().min(1).max(64),
  name: z.string().trim().min(1).max(80),
  address: addressSchema,
  user: z.string().min(1).max(128),
  /** Absent where the user is asked for it; it is then remembered until Sluice ends. */
  passwordFrom: passwordSourceSchema.optional(),
  tls: z.object({
    mode: z.enum(tlsModes),
    ca: z.string().optional(),
    cert: z.string().optional(),
    key: z.string().optional(),
  }),
  /** Absent: none. */
  compression: z.enum(wireCompressions).optional(),
  environment: z.enum(environments),
  /** The group it is listed under; absent where it has none. */
  group: z.string().trim().min(1).max(80).optional(),
  /** A hue of the theme's palette, by name. */
  colour: z.enum(['slate', 'blue', 'teal', 'green', 'amber', 'orange', 'red', 'violet']),
  /** Set by Sluice on the practice server's own profiles, which cannot be edited. */
  practice: z.enum(['mysql', 'mariadb']).optional(),
});
export type Profile = z.infer<typeof profileSchema>;

/** The stages of a connection's test in their order; an address passes through those that it has. */
export const connectionTestStages = [
  'password',
  'ssh',
  'resolve',
  'connect',
  'tls',
  'sign-in',
  'version',
  'dump-privileges',
  'load-privileges',
  'inspect-privileges',
] as const;

/** Result of a connection's test, stage by stage; the first failed stage ends it. */
export interface ConnectionTest {
  readonly stages: readonly ConnectionTestStage[];
  readonly server: ServerSummary | null;
}

export interface ConnectionTestStage {
  readonly stage: (typeof connectionTestStages)[number];
  readonly state: 'ok' | 'warning' | 'failed';
  readonly detail: string;
  /** Duration of the stage, in milliseconds. */
  readonly ms: number;
}

export type Vendor = 'mysql' | 'mariadb';

export interface ServerSummary {
  readonly vendor: Vendor;
  /** Text of `SELECT VERSION()`. */
  readonly version: string;
  readonly tls: string | null;
}

/** Prefix of the ids of the practice servers' connections; no production work happens on those servers. */
export const PRACTICE_PREFIX = 'practice-';
