/**
 * Files that decide whether rows or definitions are lost, or taken for the dump's: mutants are drawn from these. A folder
 * stands for the TypeScript files in it and below it. What asks servers for what these decide on (target/journal/journal.ts,
 * target/objects/compare.ts, migrate/rows/resume-rows.ts, verify/tables.ts) is not among them: tests on servers try it.
 */
export const DECIDING = [
  'app/catalog/definition/definition.ts',
  'app/catalog/privileges/grant-line.ts',
  'app/catalog/server/name-folding.ts',
  'app/catalog/definition/same-definition.ts',
  'app/source/selection/selection.ts',
  'app/source/table-plan.ts',
  'app/format/decoders.ts',
  'app/format/read/documents.ts',
  'app/format/sql/script.ts',
  'app/target/tables/foreign-keys.ts',
  'app/format/read/files.ts',
  'app/target/session/holder.ts',
  'app/target/indexes/decision.ts',
  'app/target/journal/entries.ts',
  'app/target/normalized',
  'app/target/objects/likeness.ts',
  'app/target/journal/resume.ts',
  'app/target/definer-privileges.ts',
  'app/target/rows/table-lanes.ts',
  'app/target/rows/statements.ts',
  'app/target/tables/verify-definitions.ts',
  'app/target/accounts/convert/convert.ts',
  'app/migrate/rows/started-tables.ts',
  'app/migrate/rows/key-ranges.ts',
  'app/checksums',
  'app/verify/extras.ts',
  'app/verify/judgement.ts',
];
