import { z } from 'zod';
import { SluiceError } from '../contract/failure';
import { memoryProblem } from '../contract/runs/options';
import { SETTINGS_DEFAULTS, settingsSchema, type Settings } from '../contract/settings';
import { VersionedDocument } from './document';

const VERSION = 1;

/** A setting that a newer Sluice added has its default in an older document. */
function documentSchema(usual: Settings) {
  return z.object({
    version: z.literal(VERSION),
    settings: z.preprocess((stored) => ({ ...usual, ...(stored as object) }), settingsSchema),
  });
}

/** The user's settings: one versioned document, as {@link VersionedDocument} keeps it. */
export class SettingsStore {
  readonly #document: VersionedDocument<z.infer<ReturnType<typeof documentSchema>>>;

  readonly #usual: Settings;

  /** @param threads default of the threads: what this machine suits */
  constructor(file: string, threads: number = SETTINGS_DEFAULTS.threads) {
    const usual: Settings = { ...SETTINGS_DEFAULTS, threads };
    this.#usual = usual;
    this.#document = new VersionedDocument(file, {
      schema: documentSchema(usual),
      version: VERSION,
      empty: { version: VERSION, settings: usual },
      content: 'settings',
    });
  }

  async read(): Promise<Settings> {
    return (await this.#document.read()).settings;
  }

  /** Fails with `usage` where the values can't be together; then nothing is changed. */
  async change(change: Partial<Settings>): Promise<Settings> {
    let changed = this.#usual;
    await this.#document.change(({ settings }) => {
      changed = { ...settings, ...change };
      const problem = memoryProblem(changed);
      if (problem !== null) throw new SluiceError('usage', problem);
      return { version: VERSION, settings: changed };
    });
    return changed;
  }
}
