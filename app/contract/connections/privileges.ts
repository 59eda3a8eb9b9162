import { z } from 'zod';

/** Jobs for which an account with just the needed privileges can be created. */
export const privilegesJobs = ['dump', 'load', 'migrate', 'verify', 'inspect'] as const;
export const privilegesJobSchema = z.enum(privilegesJobs);
export type PrivilegesJob = z.infer<typeof privilegesJobSchema>;

/** Purposes that an account is created for: a migration signs in to two servers. */
export const accountPurposes = [
  'dump',
  'load',
  'migrate-source',
  'migrate-target',
  'verify',
  'inspect',
] as const;
export type AccountPurpose = (typeof accountPurposes)[number];
