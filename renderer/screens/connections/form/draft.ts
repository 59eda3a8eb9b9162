import {
  defaultTls,
  profileSchema,
  type Environment,
  type PasswordSource,
  type Profile,
  type TlsMode,
} from '../../../../app/contract/connections/connection';
import { assertNever } from '../../../../app/contract/exhaustive';
import { text } from '../../../text';

/** The form's fields as typed: a profile that may not be valid yet. */
export interface Draft {
  readonly name: string;
  readonly reach: 'tcp' | 'socket';
  readonly host: string;
  readonly port: string;
  readonly socket: string;
  readonly user: string;
  readonly passwordFrom: PasswordSource['kind'] | 'ask';
  readonly passwordCommand: string;
  readonly tls: TlsMode;
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
  readonly compressed: boolean;
  readonly throughSsh: boolean;
  readonly sshHost: string;
  readonly sshPort: string;
  readonly sshUser: string;
  readonly sshKey: string;
  readonly sshJump: string;
  readonly environment: Environment;
  readonly group: string;
  readonly colour: Profile['colour'];
}

/**
 * Key of the server that a draft leads to: who asks it, and how the connection is shown, make no other one. Not the same for
 * two ways to one server.
 */
export function serverOf({ reach, host, port, socket, throughSsh, sshHost, sshPort }: Draft): string {
  if (reach === 'socket') return JSON.stringify([socket]);
  return JSON.stringify([host, port, ...(throughSsh ? [sshHost, sshPort] : [])]);
}

export type DraftProblems = Partial<Record<keyof Draft, string>>;

const EMPTY: Draft = {
  name: '',
  reach: 'tcp',
  host: '127.0.0.1',
  port: '3306',
  socket: '',
  user: '',
  passwordFrom: 'ask',
  passwordCommand: '',
  tls: 'preferred',
  ca: '',
  cert: '',
  key: '',
  compressed: false,
  throughSsh: false,
  sshHost: '',
  sshPort: '',
  sshUser: '',
  sshKey: '',
  sshJump: '',
  environment: 'development',
  group: '',
  colour: 'blue',
};

/** The draft with what was typed: as long as nobody chose a mode of TLS, it is the one that suits the server. */
export function changed(draft: Draft, part: Partial<Draft>): Draft {
  const after = { ...draft, ...part };
  const isChosen = part.tls !== undefined || draft.tls !== suitableTls(draft);
  return isChosen ? after : { ...after, tls: suitableTls(after) };
}

export function isChanged(first: Draft, draft: Draft): boolean {
  return (Object.keys(first) as (keyof Draft)[]).some((field) => first[field] !== draft[field]);
}

function suitableTls({ reach, host, throughSsh }: Draft): TlsMode {
  if (reach === 'socket') return defaultTls({ kind: 'socket', path: '' });
  const ssh = throughSsh ? { ssh: { host: '' } } : {};
  return defaultTls({ kind: 'tcp', host: host.trim(), port: 1, ...ssh });
}

export function draftOf(profile: Profile | null): Draft {
  if (profile === null) return EMPTY;
  const { address, tls } = profile;
  const ssh = address.kind === 'tcp' ? address.ssh : undefined;
  return {
    name: profile.name,
    reach: address.kind,
    host: address.kind === 'tcp' ? address.host : EMPTY.host,
    port: address.kind === 'tcp' ? String(address.port) : EMPTY.port,
    socket: address.kind === 'socket' ? address.path : '',
    user: profile.user,
    passwordFrom: profile.passwordFrom?.kind ?? 'ask',
    passwordCommand: profile.passwordFrom?.kind === 'command' ? profile.passwordFrom.command : '',
    tls: tls.mode,
    ca: tls.ca ?? '',
    cert: tls.cert ?? '',
    key: tls.key ?? '',
    compressed: profile.compression === 'zlib',
    throughSsh: ssh !== undefined,
    sshHost: ssh?.host ?? '',
    sshPort: ssh?.port === undefined ? '' : String(ssh.port),
    sshUser: ssh?.user ?? '',
    sshKey: ssh?.key ?? '',
    sshJump: ssh?.jump ?? '',
    environment: profile.environment,
    group: profile.group ?? '',
    colour: profile.colour,
  };
}

/** The profile that the fields describe, or what is wrong with each of them. */
export function profileOf(
  draft: Draft,
  id: string,
):
  | { readonly kind: 'valid'; readonly profile: Profile }
  | { readonly kind: 'invalid'; readonly problems: DraftProblems } {
  const parsed = profileSchema.safeParse({
    id,
    name: draft.name,
    address:
      draft.reach === 'tcp'
        ? { kind: 'tcp', host: draft.host.trim(), port: Number(draft.port), ...sshOf(draft) }
        : { kind: 'socket', path: draft.socket.trim() },
    user: draft.user,
    ...passwordSourceOf(draft),
    tls: {
      mode: draft.tls,
      ...filled('ca', draft.ca),
      ...filled('cert', draft.cert),
      ...filled('key', draft.key),
    },
    // Over a socket file there is nothing to be gained.
    ...(draft.compressed && draft.reach === 'tcp' && { compression: 'zlib' }),
    environment: draft.environment,
    ...filled('group', draft.group),
    colour: draft.colour,
  });
  if (parsed.success && !asksTooMuch(draft)) return { kind: 'valid', profile: parsed.data };
  const issues = parsed.success ? [] : parsed.error.issues;
  const problems: DraftProblems = asksTooMuch(draft) ? { tls: text.connections.invalid.tlsThroughSsh } : {};
  for (const { path } of issues) {
    const field = FIELDS[path.join('.')];
    if (field !== undefined) problems[field] = text.connections.invalid[field];
  }
  return { kind: 'invalid', problems };
}

/** Form field of each part of a profile. */
const FIELDS: Readonly<Record<string, keyof typeof text.connections.invalid & keyof Draft>> = {
  name: 'name',
  group: 'group',
  user: 'user',
  'passwordFrom.command': 'passwordCommand',
  'address.host': 'host',
  'address.port': 'port',
  'address.path': 'socket',
  'address.ssh.host': 'sshHost',
  'address.ssh.port': 'sshPort',
  'address.ssh.user': 'sshUser',
  'address.ssh.jump': 'sshJump',
};

/** The name in a certificate is compared with the one that is connected to: behind a tunnel that is this machine's. */
function asksTooMuch({ reach, throughSsh, tls }: Draft): boolean {
  return reach === 'tcp' && throughSsh && tls === 'verify-identity';
}

function passwordSourceOf({ passwordFrom, passwordCommand }: Draft): object {
  switch (passwordFrom) {
    case 'ask':
      return {};
    case 'keychain':
      return { passwordFrom: { kind: passwordFrom } };
    case 'command':
      return { passwordFrom: { kind: passwordFrom, command: passwordCommand } };
    default:
      return assertNever(passwordFrom);
  }
}

function sshOf(draft: Draft): object {
  if (!draft.throughSsh) return {};
  const port = draft.sshPort.trim();
  return {
    ssh: {
      host: draft.sshHost.trim(),
      ...(port !== '' && { port: Number(port) }),
      ...filled('user', draft.sshUser),
      ...filled('key', draft.sshKey),
      ...filled('jump', draft.sshJump),
    },
  };
}

function filled(name: string, value: string): Readonly<Record<string, string>> {
  return value.trim() === '' ? {} : { [name]: value.trim() };
}

/** A new profile's id; `crypto.randomUUID` does not exist in Chromium 83. */
export function newProfileId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
