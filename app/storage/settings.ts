import { z } from 'zod';
import { SluiceError } from '../contract/failure';
import { memoryProblem } from '../contract/runs/options';
import { SETTINGS_DEFAULTS, settingsSchema, type Settings } from '../contract/settings';
import { VersionedDocument } from './document';

const VERSION = 1;

/** A setting that a newer Sluice added has its default in an older document. */
const documentSchema = z.object({
  version: z.literal(VERSION),
  settings: z.preprocess((stored) => ({ ...SETTINGS_DEFAULTS, ...(stored as object) }), settingsSchema),
});

/** The user's settings: one versioned document, as {@link VersionedDocument} keeps it. */
export class SettingsStore {
  readonly #document: VersionedDocument<z.infer<typeof documentSchema>>;

  constructor(file: string) {
    this.#document = new VersionedDocument(file, {
      schema: documentSchema,
      version: VERSION,
      empty: { version: VERSION, settings: SETTINGS_DEFAULTS },
      content: 'settings',
    });
  }

  async read(): Promise<Settings> {
    return (await this.#document.read()).settings;
  }

  /** Fails with `usage` where the values can't be together; then nothing is changed. */
  async change(change: Partial<Settings>): Promise<Settings> {
    let changed = SETTINGS_DEFAULTS;
    await this.#document.change(({ settings }) => {
      changed = { ...settings, ...change };
      const problem = memoryProblem(changed);
      if (problem !== null) throw new SluiceError('usage', problem);
      return { version: VERSION, settings: changed };
    });
    return changed;
  }
}
