/** An object that a load makes. */
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
  /** Empty for a user and for a role, which belong to none. */
  readonly schema: string;
  /** Empty for a schema; of a user or a role quoted, as statements name it. */
  readonly name: string;
}

export type StoredKind = Exclude<CreatedObject['kind'], 'schema' | 'sequence' | 'table' | 'user' | 'role'>;

/** An object that a load is about to make. */
export interface WantedObject extends CreatedObject {
  /** The statement that makes a stored object, by which it is recognised where a crash came before its confirmation. */
  readonly statement?: string;
}

/** What the journal says of an object of the load. */
export interface CreatedEntry extends WantedObject {
  readonly key: string;
  /** Name of the load's own under which a table or sequence is made before it is renamed: it proves whose it is. */
  readonly temporary?: string | undefined;
  /** The server's time at which it was recorded, before it was made. */
  readonly since: string;
  /** The server has confirmed that this load made it; of a table, under its temporary name. */
  readonly isMade: boolean;
}
