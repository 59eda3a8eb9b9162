import { randomBytes } from 'crypto';
import { userInfo } from 'os';
import { defaultTls, profileSchema, type Profile } from '../../contract/connections/connection';

/** A connection from another program's file, with the secret beside it. */
export interface FoundConnection {
  readonly profile: Profile;
  readonly password: string | null;
  /** The parts that could not be imported unchanged, each as one sentence. */
  readonly notes: readonly string[];
}

/** The content of an imported file. */
export interface ImportedFile {
  /** The kind of file, for people. */
  readonly kind: string;
  readonly found: readonly FoundConnection[];
  /** The parts that were left out, each with the reason. */
  readonly left: readonly string[];
}

/** A profile with a new id; null where the file asks for what no connection can be. */
export function newProfile(
  wish: Partial<Omit<Profile, 'id'>> & Pick<Profile, 'name' | 'address'>,
): Profile | null {
  const parsed = profileSchema.safeParse({
    id: randomBytes(8).toString('hex'),
    user: loginName(),
    tls: { mode: defaultTls(wish.address) },
    environment: 'unknown',
    colour: 'slate',
    ...wish,
    name: wish.name.trim().slice(0, 80),
  });
  return parsed.success ? parsed.data : null;
}

/** Whom the servers' own clients sign in when nobody says (MySQL manual, "Command Options for Connecting"). */
export function loginName(): string {
  return userInfo().username;
}
