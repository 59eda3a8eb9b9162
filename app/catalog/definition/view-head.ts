/** Parts of a view's definition beside its query, which both vendors print in the same words. */
export interface ViewHead {
  /** `UNDEFINED` where none was given. */
  readonly algorithm: string;
  readonly security: string;
  /** `CASCADED`, `LOCAL` or empty. */
  readonly checkOption: string;
}

const HEAD = /^CREATE\s+(?:OR REPLACE\s+)?ALGORITHM=(\w+)\s+(?:DEFINER=.*?\s+)?SQL SECURITY (\w+)\s+VIEW\s/s;

/** Parses a SHOW CREATE VIEW text. */
export function viewHead(definition: string): ViewHead {
  const [, algorithm = '', security = ''] = HEAD.exec(definition) ?? [];
  const [, checkOption = ''] = /\sWITH (CASCADED|LOCAL) CHECK OPTION\s*$/i.exec(definition) ?? [];
  return { algorithm, security, checkOption };
}
