import { z } from 'zod';

/** Jobs for which an account with just the needed privileges can be created. */
export const rightsJobs = ['dump', 'load', 'migrate', 'verify', 'inspect'] as const;
export const rightsJobSchema = z.enum(rightsJobs);
export type RightsJob = z.infer<typeof rightsJobSchema>;

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
