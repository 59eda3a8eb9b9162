import { type Namesake } from './names/namesakes';

/** What a load does with a schema that may be there already. */
export interface TargetSchema {
  readonly source: string;
  readonly target: string;
  readonly exists: boolean;
  /** Any table or view that is there; null where there is none. */
  readonly firstObject: string | null;
  /** Tables and views of the dump whose names the target has already, as the dump spells them. */
  readonly clashes: ReadonlySet<string>;
  /** All objects of the dump whose names are taken, with those that have them. */
  readonly namesakes: readonly Namesake[];
  /** Triggers that are on tables of the dump's names and not in the dump. */
  readonly foreignTriggers: readonly ForeignTrigger[];
}

export interface ForeignTrigger {
  readonly name: string;
  /** As the dump spells it. */
  readonly table: string;
}
