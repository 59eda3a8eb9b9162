/** All that is known of a column of a definition before a server is asked. */
export interface EngineFieldCheck {
  readonly kind:
    | 'any'
    | 'integer'
    | 'decimal'
    | 'float'
    | 'double'
    | 'date'
    | 'datetime'
    | 'timestamp'
    | 'time'
    | 'year'
    | 'text'
    | 'enum'
    | 'set'
    | 'hex';
  readonly isNotNull: boolean;
  readonly isUnsigned: boolean;
  /** Bits of an integer. */
  readonly bits: number;
  /** Digits of a decimal, and those of fractions of numbers and seconds. */
  readonly digits: number;
  readonly fraction: number;
  /** 0 for any number. */
  readonly mostCharacters: number;
  readonly mostBytes: number;
  /** Spaces at the end don't count. */
  readonly trimsSpaces: boolean;
  readonly charset: 'all' | 'ascii' | 'latin1' | 'utf8mb3';
  readonly members: readonly string[];
}
