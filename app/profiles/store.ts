import { z } from 'zod';
import type { Profile } from '../contract/connections/connection';
import { VersionedDocument } from '../storage/document';
import { storedProfileSchema } from './stored-profile';

const VERSION = 1;

const documentSchema = z.object({ version: z.literal(VERSION), profiles: z.array(storedProfileSchema) });

/** The saved connections: one versioned document without any secret, as {@link VersionedDocument} keeps it. */
export class ProfileStore {
  readonly #document: VersionedDocument<z.infer<typeof documentSchema>>;

  constructor(file: string) {
    this.#document = new VersionedDocument(file, {
      schema: documentSchema,
      version: VERSION,
      empty: { version: VERSION, profiles: [] },
      content: 'connections',
    });
  }

  async list(): Promise<readonly Profile[]> {
    return (await this.#document.read()).profiles;
  }

  /** Adds the profile, or replaces the one with its id. */
  async save(profile: Profile): Promise<void> {
    await this.#change((profiles) => {
      const at = profiles.findIndex(({ id }) => id === profile.id);
      return at < 0
        ? [...profiles, profile]
        : profiles.map((other, index) => (index === at ? profile : other));
    });
  }

  /** Removing what is not there is no error: another instance may have been faster. */
  async remove(profileId: string): Promise<void> {
    await this.#change((profiles) => profiles.filter(({ id }) => id !== profileId));
  }

  async #change(change: (profiles: readonly Profile[]) => readonly Profile[]): Promise<void> {
    await this.#document.change(({ profiles }) => ({ version: VERSION, profiles: [...change(profiles)] }));
  }
}
