import { z } from 'zod';
import { profileSchema, type Profile } from '../../contract/connection';
import { newProfile, type ImportedFile } from './found';

const KIND = 'sluice-connections';

/**
 * The connections as another machine takes them: what they are called and how they are reached, and no secret; nor a
 * command that would give one, for no file from elsewhere may bring a program to be run.
 */
export const exportedSchema = z.object({
  kind: z.literal(KIND),
  version: z.literal(1),
  connections: z.array(profileSchema.omit({ id: true, practice: true, passwordFrom: true })),
});

/** A practice server is found on the machine that it runs on, and is left out. */
export function exportConnections(profiles: readonly Profile[]): string {
  const connections = profiles
    .filter(({ practice }) => practice === undefined)
    .map((profile) => exportedSchema.shape.connections.element.parse(profile));
  return `${JSON.stringify({ kind: KIND, version: 1, connections }, null, 2)}\n`;
}

export function readExported({ connections }: z.infer<typeof exportedSchema>): ImportedFile {
  const found = connections.flatMap((connection) => {
    const profile = newProfile(connection);
    return profile === null ? [] : [{ profile, password: null, notes: [] }];
  });
  return { kind: 'Connections of Sluice', found, left: [] };
}
