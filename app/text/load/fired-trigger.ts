/** Trigger of a script that rows of a table fire. */
export interface FiredTrigger {
  /** With its schema. */
  readonly table: string;
  readonly schema: string;
  readonly trigger: string;
}

/** The way for whoever wants the rows alone, behind the other ways of a hint. */
export function exceptTrigger({ schema, trigger }: FiredTrigger): string {
  return `Or, where the rows are right without the trigger: --exclude-triggers ${schema}.${trigger}.`;
}
