/**
 * Types that cross the native boundary when a tablespace file is read; {@link file://./specs.ts} has the others. They
 * hold counts and measures of InnoDB's pages, and no row.
 */
import type { EngineMessage } from './words/message';
import type { OrderPlot, PageKind, PageMap } from '../contract/pages/page-picture';

export interface EngineInspectSpec {
  /** The file, an absolute path. It is only read. */
  readonly path: string;
  readonly threads: number;
  /** True to check every page's checksum; page numbers are always checked. */
  readonly checksums: boolean;
  /** The most cells of the page map; 0 for none. */
  readonly maxCells: number;
  /** The most points of each index's order plot; 0 for none. */
  readonly maxPoints: number;
  /** Single pages to list. */
  readonly list: { readonly from: number; readonly count: number } | null;
}

export type PageState = 'unread' | 'verified' | 'unverified' | 'zero' | 'wrong-number' | 'damaged';

/** Facts from a tablespace's first page. */
export interface EngineTablespace {
  readonly spaceId: number;
  readonly flags: number;
  /** MySQL 5.7 and MariaDB's older format can't be told apart. */
  readonly origin: 'mysql' | 'mariadb' | 'either';
  /** MySQL's version as a number, such as 90704; 0 where the file does not say. */
  readonly serverVersion: number;
  readonly checksums: 'field' | 'full-crc32';
  /** `rows` is ROW_FORMAT=COMPRESSED, `pages` MariaDB's PAGE_COMPRESSED. */
  readonly compression: 'none' | 'rows' | 'pages';
  readonly encrypted: boolean;
  readonly pageSize: number;
  /** Bytes of a page in the file: less than `pageSize` in ROW_FORMAT=COMPRESSED. */
  readonly filePageSize: number;
  readonly extentPages: number;
}

/** Shares are 0 to 1. */
export interface EngineFill {
  readonly mean: number;
  readonly p10: number;
  readonly belowHalf: number;
  /** Pages by fill, in steps of one twentieth. */
  readonly histogram: readonly number[];
  readonly wastedBytes: number;
}

/** Shares are 0 to 1, of the steps from leaf to leaf in key order. */
export interface EngineOrder {
  readonly outOfOrder: number;
  readonly backward: number;
  readonly runs: number;
  readonly extentVisits: number;
  /** Ascending streams that lie side by side in the file. */
  readonly lanes: number;
  readonly extents: number;
  readonly lsnDisorder: number;
}

export interface EngineIndex {
  readonly indexId: number;
  readonly levels: number;
  readonly pages: number;
  readonly leafPages: number;
  readonly records: number;
  readonly dataBytes: number;
  readonly garbageBytes: number;
  /** Null where it can't be known; `fillUnknown` is the reason. */
  readonly fill: EngineFill | null;
  readonly fillUnknown: EngineMessage | null;
  readonly order: EngineOrder | null;
  readonly orderUnknown: EngineMessage | null;
  readonly plot: OrderPlot | null;
}

export interface EnginePage {
  readonly type: number;
  readonly kind: PageKind;
  readonly state: PageState;
  /** True where nothing uses the page, whatever its bytes contain. */
  readonly free: boolean;
  readonly indexId: number;
  /** 0 is a leaf. */
  readonly level: number;
  readonly records: number;
  readonly dataBytes: number;
  readonly garbageBytes: number;
  readonly lsn: number;
  readonly prev: number | null;
  readonly next: number | null;
}

/** A part of the dictionary that MySQL keeps in the file: JSON, deflated by zlib. */
export interface EngineSdiDocument {
  /** 1 describes a table, 2 a tablespace. */
  readonly type: number;
  /** Size after inflating. */
  readonly bytes: number;
  readonly deflated: Uint8Array;
}

export interface EngineFileReport {
  readonly format: EngineTablespace;
  readonly fileBytes: number;
  readonly pages: number;
  readonly states: {
    readonly verified: number;
    readonly unverified: number;
    readonly zero: number;
    readonly wrongNumber: number;
    readonly damaged: number;
  };
  /** Pages that looked torn or stale at first, and those of them that a later reading found whole. */
  readonly readAgain: number;
  readonly mended: number;
  readonly types: readonly { readonly type: number; readonly kind: PageKind; readonly pages: number }[];
  readonly compressedPages: number;
  readonly encryptedPages: number;
  readonly extents: number;
  readonly freeExtents: number;
  /** Pages that the extent descriptors count as free, those of free extents among them. */
  readonly freePages: number;
  readonly oldestLsn: number;
  readonly newestLsn: number;
  /**
   * In the order of their ids: the clustered index first. Empty where pages are hidden; `indexesUnknown` is the reason.
   */
  readonly indexes: readonly EngineIndex[];
  readonly indexesUnknown: EngineMessage | null;
  /** Empty for files that are not of MySQL 8 or later. */
  readonly documents: readonly EngineSdiDocument[];
  readonly map: PageMap | null;
  readonly listed: readonly EnginePage[];
  readonly scanSeconds: number;
  readonly seconds: number;
}
