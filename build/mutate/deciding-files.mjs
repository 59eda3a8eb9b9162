/**
 * Files that decide whether rows or definitions are lost, or taken for the dump's: mutants are drawn from these. A folder
 * stands for the TypeScript files in it and below it.
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
  'app/load/compare-objects.ts',
  'app/load/constraints.ts',
  'app/load/dump-identity.ts',
  'app/load/indexes/decision.ts',
  'app/load/journal.ts',
  'app/load/meaning',
  'app/load/resume.ts',
  'app/load/rights.ts',
  'app/load/sharing.ts',
  'app/load/statements.ts',
  'app/load/verify.ts',
  'app/migrate/accounts/convert.ts',
  'app/migrate/go-on.ts',
  'app/migrate/stretches.ts',
  'app/sums',
  'app/verify/extras.ts',
  'app/verify/target.ts',
];
