import { z } from 'zod';
import { DEFAULT_MEMORY_LIMIT_BYTES, memoryLimitSchema, threadsSchema } from './runs/options';

/** The desktop's theme, or a fixed one. */
export const appearances = ['system', 'dark', 'light'] as const;
export type Appearance = (typeof appearances)[number];

/** Defaults of the window. A command line keeps its own defaults, so that a script does the same for everybody. */
export const settingsSchema = z.object({
  /** Threads of a new dump or load. */
  threads: threadsSchema,
  memoryLimitBytes: memoryLimitSchema,
  /** An absolute path in which dumps are created by default; null: in the user's documents. */
  dumpsFolder: z.string().min(1).nullable(),
  appearance: z.enum(appearances),
  /** True to show a desktop notification of a run that ended while the window had no focus. */
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

/** Settings that the window itself may change; a folder is chosen in a dialog of main's. */
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
  /** False where it is the default one. */
  readonly isOwnFolder: boolean;
}
