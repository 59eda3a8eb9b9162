import { spoken } from '../../contract/language/spoken';
import { failures } from '../failures';

interface OfVersion {
  readonly version: string;
}

/** Failures of recognizing a server. */
export const serverFailures = failures({
  versionUnknown: {
    code: 'unsupported-server',
    message: ({ version }: OfVersion) => `The server calls itself “${version}”.`,
  },
  versionTooOld: {
    code: 'unsupported-server',
    message: ({ version }: OfVersion) => `The server is version ${version}, which is too old.`,
  },
});

const english = {
  /** Reasons why a server does not report the progress of index builds, with what would make it. */
  buildsNotReported: {
    noPerformanceSchema:
      'The server does not say how far these index builds are; it would if it were started with performance_schema = ON.',
    consumerOff: (statement: string) =>
      `The server does not say how far these index builds are; it would with ${statement}.`,
    noPrivilege:
      'The server does not say how far these index builds are; it would if this account had SELECT on performance_schema.',
    severalBuilds: 'The server does not say how far these index builds are; it does of one that runs alone.',
  },
} as const;

/** Other sentences about servers. */
export const serverText = spoken(english);
