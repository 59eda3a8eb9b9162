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
  newer: (server: string, known: string) =>
    `${server} is newer than this Sluice knows (${known}); it is treated as ${known}.`,
  /** Reasons why a server does not report the progress of index builds, with what would make it. */
  buildsNotReported: {
    noPerformanceSchema:
      'The server does not report the progress of index builds. Start it with performance_schema = ON to see it.',
    consumerOff: (statement: string) =>
      `The server does not report the progress of index builds. To see it, run: ${statement};`,
    noPrivilege:
      'The server does not report the progress of index builds to this account. Grant it SELECT on performance_schema to see it.',
    severalBuilds:
      'The server does not report the progress of these index builds; it reports that of a single one.',
  },
} as const;

/** Other sentences about servers. */
export const serverText = spoken(english);
