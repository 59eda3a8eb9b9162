/** An object that a load creates. */
export interface CreatedObject {
  readonly kind:
    | (
        | 'schema'
        | 'sequence'
        | 'table'
        | 'view'
        | 'package'
        | 'library'
        | 'function'
        | 'procedure'
        | 'event'
        | 'trigger'
      )
    | ('user' | 'role');
  /** Schema of the object; empty for users and roles, which belong to none. */
  readonly schema: string;
  /** Name of the object: empty for a schema; of a user or role quoted, as statements name it. */
  readonly name: string;
}

export type StoredKind = Exclude<CreatedObject['kind'], 'schema' | 'sequence' | 'table' | 'user' | 'role'>;

/** An object that a load is about to create. */
export interface WantedObject extends CreatedObject {
  /** Statement that creates a stored object, by which it is recognised where a crash came before its confirmation. */
  readonly statement?: string;
  /** Digest of an account's authentication strings, by which it is recognised in the same way; null where not known. */
  readonly authentication?: string | null;
}

/** Journal entry of an object of the load. */
export interface CreatedEntry extends WantedObject {
  readonly key: string;
  /** Temporary name of a table or sequence until it is renamed: the name proves that the load created it. */
  readonly temporary?: string | undefined;
  /** Server time of the entry, before the object was created. */
  readonly since: string;
  /** True once the server has confirmed that this load created it; for a table, under its temporary name. */
  readonly isCreated: boolean;
}
