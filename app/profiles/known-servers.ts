import { z } from 'zod';
import type { Profile } from '../contract/connections/connection';
import type { SavedServer } from '../contract/connections/guard';
import { VersionedDocument } from '../storage/document';

const VERSION = 1;

const entrySchema = z.object({
  profileId: z.string(),
  /** Address of the connection at that time: at another address there may be another server. */
  address: z.string(),
  server: z.string(),
});
const documentSchema = z.object({ version: z.literal(VERSION), servers: z.array(entrySchema) });

/** The server that each saved connection last led to, so that a server is recognized at another address. */
export class KnownServers {
  readonly #document: VersionedDocument<z.infer<typeof documentSchema>>;

  constructor(file: string) {
    this.#document = new VersionedDocument(file, {
      schema: documentSchema,
      version: VERSION,
      empty: { version: VERSION, servers: [] },
      content: 'servers',
    });
  }

  /** The connections, each with its server. */
  async of(profiles: readonly Profile[]): Promise<readonly SavedServer[]> {
    const { servers } = await this.#document.read();
    return profiles.map(({ id, name, environment, address }) => {
      const entry = servers.find(({ profileId }) => profileId === id);
      const isCurrent = entry?.address === textOf(address);
      return { name, environment, server: isCurrent ? entry.server : null };
    });
  }

  /** Keeps which server a connection leads to; to be called at every sign-in, for it writes only what is new. */
  async learn({ id, address }: Pick<Profile, 'id' | 'address'>, server: string): Promise<void> {
    const learnt = { profileId: id, address: textOf(address), server };
    const { servers } = await this.#document.read();
    if (servers.some((entry) => JSON.stringify(entry) === JSON.stringify(learnt))) return;
    await this.#document.change((before) => ({
      version: VERSION,
      servers: [...before.servers.filter(({ profileId }) => profileId !== id), learnt],
    }));
  }
}

function textOf(address: Profile['address']): string {
  return JSON.stringify(address);
}
