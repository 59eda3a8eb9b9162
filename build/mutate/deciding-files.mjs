/**
 * Files that decide whether rows or definitions are lost, or taken for the dump's: mutants are drawn from these. A folder
 * stands for the TypeScript files in it and below it. What asks servers for what these decide on (load/journal.ts,
 * load/compare-objects.ts, load/claim.ts, migrate/go-on.ts, verify/target.ts) is not among them: tests on servers try it.
 */
export const DECIDING = [
  'app/catalog/definition.ts',
  'app/catalog/grant-line.ts',
  'app/catalog/name-folding.ts',
  'app/catalog/same-definition.ts',
  'app/dump/check-selection.ts',
  'app/dump/plan.ts',
  'app/format/decoders.ts',
  'app/format/missing-rows.ts',
  'app/format/script.ts',
  'app/load/constraints.ts',
  'app/load/dump-identity.ts',
  'app/load/holder.ts',
  'app/load/indexes/decision.ts',
  'app/load/journal-entries.ts',
  'app/load/meaning',
  'app/load/object-likeness.ts',
  'app/load/resume.ts',
  'app/load/rights.ts',
  'app/load/sharing.ts',
  'app/load/statements.ts',
  'app/load/verify.ts',
  'app/migrate/accounts/convert.ts',
  'app/migrate/begun-tables.ts',
  'app/migrate/stretches.ts',
  'app/sums',
  'app/verify/extras.ts',
  'app/verify/judgement.ts',
];
