import { randomBytes } from 'crypto';
import { z } from 'zod';
import type { ChangedServer } from '../../contract/connections/changed-server';
import { VersionedDocument } from '../../storage/document';
import { changedSettingsFile } from '../../storage/places';
import { identifySelf, isRunning } from '../../storage/process-identity';
import { nameOf, settingChangeSchema, wasBefore, type SettingChange } from './changes';
import { speedUpFailures, speedUpText } from '../../text/load/speed-ups';

const recordSchema = z.object({
  id: z.string(),
  /** Target in the form that `--target` takes, without a password. */
  target: z.string(),
  /** Identity of the server, independent of its address. */
  identity: z.string(),
  since: z.string(),
  /** Process whose load changed the settings. */
  owner: z.object({ pid: z.number(), began: z.string() }),
  /** Changes in the order in which they are made. */
  changes: z.array(settingChangeSchema),
});
export type SettingsRecord = z.infer<typeof recordSchema>;

const documentSchema = z.object({ version: z.literal(1), servers: z.array(recordSchema) });

/**
 * Records of changed server settings, on this machine's disk before the server is changed: after a crash they say what
 * to restore. Any process of the user may use them.
 */
export class SettingsRecords {
  readonly #document: VersionedDocument<z.infer<typeof documentSchema>>;

  constructor(file = changedSettingsFile()) {
    this.#document = new VersionedDocument(file, {
      schema: documentSchema,
      version: 1,
      empty: { version: 1, servers: [] },
      content: 'changed-settings',
    });
  }

  async list(): Promise<readonly SettingsRecord[]> {
    return (await this.#document.read()).servers;
  }

  /** Returns the records that no process will restore by itself: their load's process has ended. */
  async left(): Promise<readonly SettingsRecord[]> {
    const left: SettingsRecord[] = [];
    for (const record of await this.list()) if (!(await isRunning(record.owner))) left.push(record);
    return left;
  }

  async describe(): Promise<readonly ChangedServer[]> {
    const described: ChangedServer[] = [];
    for (const { id, target, since, owner, changes } of await this.list()) {
      const settings = changes.map((change) =>
        speedUpText.changed({ setting: nameOf(change), before: wasBefore(change) }),
      );
      described.push({ id, target, since, settings, inUse: await isRunning(owner) });
    }
    return described;
  }

  /**
   * Adds a record; resolves when it would survive a power cut. Fails with `load-running` where another load has changed
   * this server's settings: it would restore other values than this one found.
   */
  async add(
    where: Pick<SettingsRecord, 'target' | 'identity'>,
    changes: readonly SettingChange[],
  ): Promise<SettingsRecord> {
    const record: SettingsRecord = {
      id: randomBytes(8).toString('hex'),
      ...where,
      since: new Date().toISOString(),
      owner: await identifySelf(),
      changes: [...changes],
    };
    await this.#document.change(({ version, servers }) => {
      if (servers.some(({ identity }) => identity === record.identity))
        throw speedUpFailures.changedByOtherLoad();
      return { version, servers: [...servers, record] };
    });
    return record;
  }

  async remove(id: string): Promise<void> {
    await this.#document.change(({ version, servers }) => ({
      version,
      servers: servers.filter((record) => record.id !== id),
    }));
  }
}
