import { spoken } from '../../contract/language/spoken';

/** Sentences behind an option that Sluice lacks, because another tool has it: how Sluice does the same. */
export const otherToolsText = spoken({
  account: 'Name server and account in one DSN: mysql://USER@HOST:PORT, or mysql://USER@/?socket=PATH.',
  password: 'Set SLUICE_PASSWORD, use --option-file, or type it when asked.',
  allSchemas: 'All schemas are included where --schemas names none.',
  schemas: 'Name schemas with --schemas a,b and tables with --tables a.t.',
  excluded: 'Exclude with --exclude-tables a.t and --exclude-schemas a.',
  ddlOnly: 'Definitions without rows: --ddl-only.',
  dataOnly: 'Rows without definitions: --data-only.',
  snapshot: 'A dump is of one moment. --consistency chooses the locks for it.',
  objects: 'Routines, events and triggers are included; --exclude-routines and its like exclude some.',
  position: 'The position in the binary log is in every dump.',
  folder: 'Name the folder with --out.',
  place: 'Name a dump that is loaded with --dump, and one that is written with --out.',
  compression:
    'A dump is compressed by --compression, such as zstd:1 or gzip; one that is loaded by what its files say.',
  force: 'An error stops the run; what it names can be mended, and the run resumed (--resume).',
  existing: 'A load says what becomes of tables that exist: --on-existing drop, truncate, append or skip.',
  chunks: 'Large tables are split by themselves; --chunk-bytes chooses the size of the pieces.',
  needless: 'It needs no option: values are written exactly, and rows are streamed.',
});

export type OtherToolsTopic = keyof typeof otherToolsText;
