import {
  profileSchema,
  type Environment,
  type Profile,
  type TlsMode,
} from '../../../app/contract/connection';
import { text } from '../../text';

/** The form's fields as typed: a profile that may not be valid yet. */
export interface Draft {
  readonly name: string;
  readonly reach: 'tcp' | 'socket';
  readonly host: string;
  readonly port: string;
  readonly socket: string;
  readonly user: string;
  readonly tls: TlsMode;
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
  readonly environment: Environment;
  readonly colour: Profile['colour'];
}

export type DraftProblems = Partial<Record<keyof Draft, string>>;

const EMPTY: Draft = {
  name: '',
  reach: 'tcp',
  host: '127.0.0.1',
  port: '3306',
  socket: '',
  user: '',
  tls: 'preferred',
  ca: '',
  cert: '',
  key: '',
  environment: 'development',
  colour: 'blue',
};

export function draftOf(profile: Profile | null): Draft {
  if (profile === null) return EMPTY;
  const { address, tls } = profile;
  return {
    name: profile.name,
    reach: address.kind,
    host: address.kind === 'tcp' ? address.host : EMPTY.host,
    port: address.kind === 'tcp' ? String(address.port) : EMPTY.port,
    socket: address.kind === 'socket' ? address.path : '',
    user: profile.user,
    tls: tls.mode,
    ca: tls.ca ?? '',
    cert: tls.cert ?? '',
    key: tls.key ?? '',
    environment: profile.environment,
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
        ? { kind: 'tcp', host: draft.host.trim(), port: Number(draft.port) }
        : { kind: 'socket', path: draft.socket.trim() },
    user: draft.user,
    tls: {
      mode: draft.tls,
      ...filled('ca', draft.ca),
      ...filled('cert', draft.cert),
      ...filled('key', draft.key),
    },
    environment: draft.environment,
    colour: draft.colour,
  });
  if (parsed.success) return { kind: 'valid', profile: parsed.data };
  const problems: DraftProblems = {};
  for (const issue of parsed.error.issues) {
    const field = issue.path[issue.path.length - 1];
    if (field === 'name') problems.name = text.connections.invalid.name;
    if (field === 'host') problems.host = text.connections.invalid.host;
    if (field === 'port') problems.port = text.connections.invalid.port;
    if (field === 'path') problems.socket = text.connections.invalid.socket;
    if (field === 'user') problems.user = text.connections.invalid.user;
  }
  return { kind: 'invalid', problems };
}

function filled(name: 'ca' | 'cert' | 'key', value: string): Readonly<Record<string, string>> {
  return value.trim() === '' ? {} : { [name]: value.trim() };
}

/** A new profile's id; `crypto.randomUUID` does not exist in Chromium 83. */
export function newProfileId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
