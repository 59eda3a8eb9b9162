import { z } from 'zod';
import { DEFAULT_MEMORY_LIMIT_BYTES, memoryLimitSchema, threadsSchema } from './options';

/** The desktop's theme, or one of the two whatever the desktop says. */
export const appearances = ['system', 'dark', 'light'] as const;
export type Appearance = (typeof appearances)[number];

/** What the window begins with. A command line keeps its own defaults, so that a script does the same for everybody. */
export const settingsSchema = z.object({
  /** Of a dump or a load that is set up anew. */
  threads: threadsSchema,
  memoryLimitBytes: memoryLimitSchema,
  /** An absolute path under which dumps are put unless one is told otherwise; null: with the user's documents. */
  dumpsFolder: z.string().min(1).nullable(),
  appearance: z.enum(appearances),
  /** Whether the desktop is told of a run that ended while the window was not looked at. */
  notifications: z.boolean(),
});
export type Settings = z.infer<typeof settingsSchema>;

export const SETTINGS_DEFAULTS: Settings = {
  threads: 4,
  memoryLimitBytes: DEFAULT_MEMORY_LIMIT_BYTES,
  dumpsFolder: null,
  appearance: 'system',
  notifications: true,
};

/** What the window itself may change; a folder is chosen in a dialog of main's. */
export const settingsChangeSchema = z.object({
  threads: threadsSchema.exactOptional(),
  memoryLimitBytes: memoryLimitSchema.exactOptional(),
  appearance: z.enum(appearances).exactOptional(),
  notifications: z.boolean().exactOptional(),
});
export type SettingsChange = z.infer<typeof settingsChangeSchema>;

/** The settings as the window shows them. */
export interface ShownSettings extends Omit<Settings, 'dumpsFolder'> {
  /** For display only. */
  readonly dumpsFolder: string;
  /** False where it is the usual one. */
  readonly isOwnFolder: boolean;
}
