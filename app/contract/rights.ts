import { z } from 'zod';

/** Jobs for which an account can be made that may do just that. */
export const rightsJobs = ['dump', 'load', 'migrate', 'verify', 'inspect'] as const;
export const rightsJobSchema = z.enum(rightsJobs);
export type RightsJob = z.infer<typeof rightsJobSchema>;

/** A job as an account is made for it: a migration signs in to two servers. */
export const accountPurposes = [
  'dump',
  'load',
  'migrate-source',
  'migrate-target',
  'verify',
  'inspect',
] as const;
export type AccountPurpose = (typeof accountPurposes)[number];
