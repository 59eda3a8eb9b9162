import {
  defaultTls,
  tlsModes,
  type Address,
  type Profile,
  type TlsMode,
} from '../../contract/connections/connection';
import { parseOptionFile, unreadableLines } from '../option-file';
import { loginName, newProfile, type FoundConnection, type ImportedFile } from './found';
import { profileText } from '../../text/profiles';

const DEFAULT_PORT = 3306;

type Options = ReadonlyMap<string, string>;

/**
 * The connections of an option file: its `[client]` group, and every `[client…]` group with a suffix, which inherits
 * from it (MySQL manual, "Using Option Files", --defaults-group-suffix).
 */
export function readOptionGroups(text: string, fileName: string): ImportedFile {
  const groups = parseOptionFile(text);
  const common = merged(groups.filter(({ group }) => group === 'client').map(({ options }) => options));
  const suffixed = groups.filter(({ group }) => /^client.+/.test(group));
  const base = common.size === 0 ? [] : [toConnection(fileName, common)];
  const others = suffixed.map(({ group, options }) =>
    toConnection(group.replace(/^client[-_]?/, ''), merged([common, options])),
  );
  const found = [...base, ...others];
  return {
    kind: profileText.import.kinds.optionFile,
    found: found.flatMap((connection) => connection ?? []),
    left: [
      ...(found.includes(null) ? [profileText.import.badGroup] : []),
      // A text without any group is no option file.
      ...(groups.length === 0 ? [] : unreadableLines(text)).map(({ number, words }) =>
        profileText.import.notAnOption(number, words),
      ),
    ],
  };
}

/** A login path file holds groups of any name, each a connection of its own. */
export function readLoginPaths(text: string): ImportedFile {
  const found = parseOptionFile(text).map(({ group, options }) => toConnection(group, options));
  return {
    kind: profileText.import.kinds.loginPaths,
    found: found.flatMap((connection) => connection ?? []),
    left: [],
  };
}

function merged(all: readonly Options[]): Options {
  return new Map(all.flatMap((options) => [...options]));
}

function toConnection(name: string, options: Options): FoundConnection | null {
  const address = addressOf(options);
  const profile = newProfile({
    name,
    address,
    user: options.get('user') ?? loginName(),
    tls: tlsOf(options, defaultTls(address)),
  });
  return profile === null ? null : { profile, password: options.get('password') ?? null, notes: [] };
}

/** `localhost` means the socket file to the servers' own clients; a host by number or another name means TCP. */
function addressOf(options: Options): Address {
  const [host, socket] = [options.get('host') ?? 'localhost', options.get('socket')];
  const wantsTcp = options.get('protocol')?.toLowerCase() === 'tcp';
  if (socket !== undefined && host === 'localhost' && !wantsTcp) return { kind: 'socket', path: socket };
  const port = options.get('port');
  return { kind: 'tcp', host, port: port === undefined ? DEFAULT_PORT : Number(port) };
}

/** MySQL's ssl-mode, or MariaDB's ssl and ssl-verify-server-cert. */
function tlsOf(options: Options, defaultMode: TlsMode): Profile['tls'] {
  const files = (['ca', 'cert', 'key'] as const).flatMap((name) => {
    const file = options.get(`ssl-${name}`);
    return file === undefined || file === '' ? [] : [[name, file] as const];
  });
  return { mode: tlsModeOf(options) ?? defaultMode, ...Object.fromEntries(files) };
}

/** Returns null where the file has no such option. */
function tlsModeOf(options: Options): TlsMode | null {
  const text = options.get('ssl-mode')?.toLowerCase().replace(/_/g, '-');
  const mode = tlsModes.find((name) => name === text);
  if (mode !== undefined) return mode;
  const isOn = (name: string) => options.has(name) && !/^(0|off|false)$/i.test(options.get(name) ?? '');
  if (isOn('ssl-verify-server-cert')) return 'verify-identity';
  if (options.has('ssl')) return isOn('ssl') ? 'required' : 'disabled';
  return null;
}
