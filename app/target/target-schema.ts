import type { LoadOptions } from '../contract/runs/options';
import { type Namesake } from './names/namesakes';

/** A schema of the dump, and its place on the target, where a schema of that name may exist. */
export interface TargetSchema {
  readonly source: string;
  readonly target: string;
  readonly exists: boolean;
  /** Name of any existing table or view; null where there is none. */
  readonly firstObject: string | null;
  /** Tables and views of the dump whose names exist on the target, as the dump spells them. */
  readonly clashes: ReadonlySet<string>;
  /** All objects of the dump whose names exist on the target, with the existing objects. */
  readonly namesakes: readonly Namesake[];
  /** Existing triggers on tables of the dump's names that the dump does not contain. */
  readonly foreignTriggers: readonly ForeignTrigger[];
}

export interface ForeignTrigger {
  readonly name: string;
  /** Name of the table as the dump spells it. */
  readonly table: string;
}

/** Returns whether existing objects stay, beside those of the dump whose names are free. */
export function keepsExisting({ onExisting }: Pick<LoadOptions, 'onExisting'>): boolean {
  return onExisting === 'skip' || onExisting === 'append' || onExisting === 'truncate';
}
