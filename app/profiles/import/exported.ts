import { z } from 'zod';
import { profileSchema, type Profile } from '../../contract/connections/connection';
import { storedProfileSchema } from '../stored-profile';
import { newProfile, type FoundConnection, type ImportedFile } from './found';
import { profileText } from '../../text/profiles';

const KIND = 'sluice-connections';

/**
 * The connections as another machine takes them: what they are called and how they are reached, and no secret; nor a
 * command that would give one, for no file from elsewhere may bring a program to be run.
 */
const UNSAID = { id: true, practice: true, passwordFrom: true } as const;
const connectionSchema = profileSchema.omit(UNSAID);

/** A file of exported connections; each of them is read by itself, for one that can't be should not hide the others. */
export const exportedSchema = z.object({
  kind: z.literal(KIND),
  version: z.literal(1),
  connections: z.array(z.unknown()),
});

/** A practice server is found on the machine that it runs on, and is left out. */
export function exportConnections(profiles: readonly Profile[]): string {
  const connections = profiles
    .filter(({ practice }) => practice === undefined)
    .map((profile) => storedProfileSchema.omit(UNSAID).parse(profile));
  return `${JSON.stringify({ kind: KIND, version: 1, connections }, null, 2)}\n`;
}

export function readExported({ connections }: z.infer<typeof exportedSchema>): ImportedFile {
  const found: FoundConnection[] = [];
  const left: string[] = [];
  for (const [at, connection] of connections.entries()) {
    const parsed = connectionSchema.safeParse(connection);
    const profile = parsed.success ? newProfile(parsed.data) : null;
    if (profile === null) left.push(profileText.import.unreadable(nameOf(connection), at + 1));
    else found.push({ profile, password: null, notes: [] });
  }
  return { kind: profileText.import.kinds.exported, found, left };
}

function nameOf(connection: unknown): string | null {
  const named = z.object({ name: z.string() }).safeParse(connection);
  return named.success ? named.data.name : null;
}
