import type { Vendor } from './connections/connection';

/** The content of a server as the object tree shows it. Sizes come from statistics and are estimates. */
export interface CatalogTree {
  readonly vendor: Vendor;
  readonly schemas: readonly CatalogSchema[];
}

export interface CatalogSchema {
  readonly name: string;
  readonly tables: readonly CatalogTable[];
  readonly views: readonly string[];
  /** Counts of the objects that travel with the schema. */
  readonly routines: number;
  readonly triggers: number;
  readonly events: number;
}

export interface CatalogTable {
  readonly name: string;
  readonly engine: string;
  /** Estimated rows, from statistics. */
  readonly rows: number;
  /** Bytes of data and of indexes on the server's disk. */
  readonly dataBytes: number;
  readonly indexBytes: number;
  readonly partitions: number;
}
