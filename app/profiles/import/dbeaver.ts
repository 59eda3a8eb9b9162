import { createDecipheriv } from 'crypto';
import { z } from 'zod';
import {
  defaultTls,
  type Address,
  type Environment,
  type Profile,
  type SshRoute,
  type TlsMode,
} from '../../contract/connections/connection';
import { newProfile, type FoundConnection, type ImportedFile } from './found';
import { profileText } from '../../text/profiles';

const text = z.union([z.string(), z.number()]).transform(String);
const handlerSchema = z.object({
  enabled: z.boolean().default(true),
  user: z.string().optional(),
  properties: z.record(z.string(), z.unknown()).default({}),
});

/** The parts of DBeaver's `data-sources.json` that a connection of ours has too. */
export const dbeaverSchema = z.object({
  connections: z.record(
    z.string(),
    z.object({
      provider: z.string(),
      driver: z.string().default(''),
      name: z.string(),
      folder: z.string().optional(),
      configuration: z
        .object({
          host: z.string().optional(),
          port: text.optional(),
          user: z.string().optional(),
          type: z.string().optional(),
          handlers: z.record(z.string(), handlerSchema).default({}),
        })
        .prefault({}),
    }),
  ),
});
type DbeaverFile = z.infer<typeof dbeaverSchema>;
type DbeaverConnection = DbeaverFile['connections'][string];
type Handler = z.infer<typeof handlerSchema>;

const PROVIDERS: ReadonlySet<string> = new Set(['mysql', 'mariadb']);
const DEFAULT_PORT = 3306;

/**
 * Reads its connections to MySQL and MariaDB. `credentials` is the content of `credentials-config.json` beside it, or
 * null: newer versions keep user names there. Only those are read from it, never a password.
 */
export function readDbeaver({ connections }: DbeaverFile, credentials: Buffer | null): ImportedFile {
  const users = credentials === null ? new Map<string, string>() : readUsers(credentials);
  const found: FoundConnection[] = [];
  const left: string[] = [];
  for (const [id, connection] of Object.entries(connections)) {
    const outcome = toConnection(connection, users.get(id));
    if (typeof outcome === 'string') left.push(outcome);
    else found.push(outcome);
  }
  return { kind: profileText.import.kinds.dbeaver, found, left };
}

/** Returns the connection, or a sentence on why it is left out. */
function toConnection(
  connection: DbeaverConnection,
  knownUser: string | undefined,
): FoundConnection | string {
  const { provider, driver, name, folder, configuration } = connection;
  if (!PROVIDERS.has(provider) && !/^(mysql|mariadb)/i.test(driver))
    return profileText.import.otherProvider(name, provider);
  const { host = 'localhost', port, handlers } = configuration;
  const ssh = sshOf(handlers.ssh_tunnel);
  const user = configuration.user ?? knownUser;
  const address: Address = {
    kind: 'tcp',
    host,
    port: port === undefined || port === '' ? DEFAULT_PORT : Number(port),
    ...(ssh !== null && { ssh: ssh.route }),
  };
  const profile = newProfile({
    name,
    address,
    ...(user !== undefined && user !== '' && { user }),
    tls: tlsOf(handlers.mysql_ssl ?? handlers['mysql-ssl'], defaultTls(address)),
    environment: environmentOf(configuration.type),
    ...(folder !== undefined && folder !== '' && { group: folder.slice(0, 80) }),
  });
  if (profile === null) return profileText.import.badAddress(name);
  const notes = user === undefined || user === '' ? [profileText.import.noUser] : [];
  return { profile, password: null, notes: [...notes, ...(ssh?.notes ?? [])] };
}

function sshOf(
  handler: Handler | undefined,
): { readonly route: SshRoute; readonly notes: readonly string[] } | null {
  if (!handler?.enabled) return null;
  const { properties } = handler;
  const word = (name: string) => {
    const value = properties[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  const [port, key] = [Number(word('port') || '22'), word('keyPath')];
  const jump = properties['jumpServer0.enabled'] === true ? jumpOf(word) : '';
  const route: SshRoute = {
    host: word('host'),
    ...(port !== 22 && { port }),
    ...(handler.user !== undefined && handler.user !== '' && { user: handler.user }),
    ...(key !== '' && { key }),
    ...(jump !== '' && { jump }),
  };
  const notes = word('authType') === 'PASSWORD' ? [profileText.import.sshPasswordNotUsed] : [];
  return { route, notes };
}

function jumpOf(word: (name: string) => string): string {
  const [user, host, port] = [word('jumpServer0.name'), word('jumpServer0.host'), word('jumpServer0.port')];
  return `${user === '' ? '' : `${user}@`}${host}${port === '' || port === '22' ? '' : `:${port}`}`;
}

function tlsOf(handler: Handler | undefined, unsaid: TlsMode): Profile['tls'] {
  if (!handler?.enabled) return { mode: unsaid };
  const { properties } = handler;
  const files = { ca: 'ssl.ca.cert', cert: 'ssl.client.cert', key: 'ssl.client.key' } as const;
  const named = Object.entries(files).flatMap(([name, property]) => {
    const file = properties[property];
    return typeof file === 'string' && file !== '' ? [[name, file] as const] : [];
  });
  const isOn = (name: string) => properties[name] === true || properties[name] === 'true';
  const mode = isOn('ssl.verify.server') ? 'verify-identity' : isOn('ssl.require') ? 'required' : unsaid;
  return { mode, ...Object.fromEntries(named) };
}

function environmentOf(type: string | undefined): Environment {
  if (type === 'prod') return 'production';
  if (type === 'test') return 'staging';
  return type === 'dev' ? 'development' : 'unknown';
}

/** DBeaver's own documentation says that this key is public: the file hides, and does not protect. */
const PUBLIC_KEY = Buffer.from('babb4a9f774ab853c96c2d653dfe544a', 'hex');
const IV_BYTES = 16;

const credentialsSchema = z.record(
  z.string(),
  z.object({ '#connection': z.object({ user: z.string().optional() }).optional() }),
);

/** Reads user names by connection id; empty where the file is protected in another way. */
function readUsers(bytes: Buffer): ReadonlyMap<string, string> {
  try {
    const cipher = createDecipheriv('aes-128-cbc', PUBLIC_KEY, bytes.subarray(0, IV_BYTES));
    const plain = Buffer.concat([cipher.update(bytes.subarray(IV_BYTES)), cipher.final()]).toString('utf8');
    const entries = Object.entries(credentialsSchema.parse(JSON.parse(plain)));
    return new Map(
      entries.flatMap(([id, entry]) => {
        const user = entry['#connection']?.user;
        return user === undefined ? [] : [[id, user] as const];
      }),
    );
  } catch {
    return new Map();
  }
}
