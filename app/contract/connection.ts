import { z } from 'zod';

/** The server's own words for TLS (`--ssl-mode` in the MySQL manual). */
export const tlsModes = ['disabled', 'preferred', 'required', 'verify-ca', 'verify-identity'] as const;
export type TlsMode = (typeof tlsModes)[number];

export const environments = ['development', 'staging', 'production'] as const;
export type Environment = (typeof environments)[number];

/** Where a server is: TCP or a UNIX socket. */
export const addressSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('tcp'),
    host: z.string().min(1).max(255),
    port: z.number().int().min(1).max(65535),
  }),
  z.object({ kind: z.literal('socket'), path: z.string().min(1).max(107) }),
]);
export type Address = z.infer<typeof addressSchema>;

/** A saved connection. It never holds a secret: those live in the keychain, in memory, or nowhere. */
export const profileSchema = z.object({
  id: z.string().min(1).max(64),
  name: z.string().trim().min(1).max(80),
  address: addressSchema,
  user: z.string().min(1).max(128),
  tls: z.object({
    mode: z.enum(tlsModes),
    ca: z.string().optional(),
    cert: z.string().optional(),
    key: z.string().optional(),
  }),
  environment: z.enum(environments),
  /** A hue of the theme's palette, by name. */
  colour: z.enum(['slate', 'blue', 'teal', 'green', 'amber', 'orange', 'red', 'violet']),
  /** Set by Sluice on the practice server's own profiles, which cannot be edited. */
  practice: z.enum(['mysql', 'mariadb']).optional(),
});
export type Profile = z.infer<typeof profileSchema>;

/** What a test of a connection found, stage by stage; the first failed stage ends it. */
export interface ConnectionTest {
  readonly stages: readonly ConnectionTestStage[];
  readonly server: ServerSummary | null;
}

export interface ConnectionTestStage {
  readonly stage: 'connect' | 'sign-in' | 'version' | 'dump-privileges' | 'load-privileges';
  readonly state: 'ok' | 'warning' | 'failed';
  readonly detail: string;
  /** How long the stage took, in milliseconds. */
  readonly ms: number;
}

export type Vendor = 'mysql' | 'mariadb';

export interface ServerSummary {
  readonly vendor: Vendor;
  /** As `SELECT VERSION()` gives it. */
  readonly version: string;
  readonly tls: string | null;
}

/** What the ids of the practice servers' connections begin with; nobody works on those servers. */
export const PRACTICE_PREFIX = 'practice-';
