import { z } from 'zod';

/** Kinds of objects that an account may be unable to read. */
export const coverageKinds = [
  'schema',
  'table',
  'view',
  'sequence',
  'routine',
  'package',
  'library',
  'trigger',
  'event',
] as const;
export type CoverageKind = (typeof coverageKinds)[number];

/** Objects of one kind, in one schema, that an account can't read. */
export const coverageGapSchema = z.object({
  kind: z.enum(coverageKinds),
  /** Null for schemas that can't be seen at all. */
  schema: z.string().nullable(),
  /** Objects that the server names and does not show. */
  names: z.array(z.string()),
  /** True if there may be others, which the server does not even name. */
  more: z.boolean(),
  /** The privilege that is missing, such as `SHOW_ROUTINE`. */
  needs: z.string(),
  /** The statement that grants it. */
  grant: z.string(),
  /** Set for objects that refer to missing ones, so that no server can create them: no privilege fixes that. */
  broken: z.literal(true).optional(),
});
export type CoverageGap = z.infer<typeof coverageGapSchema>;

/** The statements that close the gaps, each once. */
export function gapGrants(gaps: readonly CoverageGap[]): readonly string[] {
  return [...new Set(gaps.map(({ grant }) => grant))];
}

/** Gap of a schema's views that can't be used, and so can't be created anywhere. */
export function brokenViews(schema: string, names: readonly string[]): CoverageGap {
  return { kind: 'view', schema, names: [...names], more: false, needs: '', grant: '', broken: true };
}
