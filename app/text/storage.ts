import { failures } from './failures';

/** Content of a versioned document of the user's. */
export type StoredContent = 'settings' | 'connections' | 'servers' | 'jobs' | 'changed-settings';

const contents: Readonly<Record<StoredContent, string>> = {
  settings: 'settings',
  connections: 'saved connections',
  servers: 'servers of saved connections',
  jobs: 'saved jobs',
  'changed-settings': 'list of changed server settings',
};

/** Failures of keeping the user's documents and records. */
export const storageFailures = failures({
  newerDocument: {
    code: 'file-failed',
    message: ({ file }: { readonly file: string }) => `${file} was written by a newer Sluice.`,
    hint: 'Use the newer Sluice, or move the file away.',
  },
  documentUnreadable: {
    code: 'file-failed',
    message: ({ content, reason }: { readonly content: StoredContent; readonly reason: string }) =>
      `The ${contents[content]} can't be read: ${reason}`,
  },
  fileLockHeld: {
    code: 'file-failed',
    message: ({ file }: { readonly file: string }) => `Another Sluice does not let go of ${file}.`,
  },
});
