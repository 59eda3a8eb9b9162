import { spoken } from '../../contract/language/spoken';
import { failures } from '../failures';

/** Failures of control sessions. */
export const sessionFailures = failures({
  variableNotKept: {
    code: 'statement-failed',
    message: ({ variable, value }: { readonly variable: string; readonly value: string }) =>
      `The session variable ${variable} was set to ${value} and reads back as another value.`,
  },
  severalServers: {
    code: 'unsupported-server',
    message: ({ first, other }: { readonly first: string; readonly other: string }) =>
      `The address leads to several servers: one session of the run reached ${first}, another one ${other}. A run on both would mix their rows and locks.`,
    hint: 'Connect to one of the servers itself, or have the balancer keep one client on one server, then start again.',
  },
  noRow: {
    code: 'internal',
    message: ({ statement }: { readonly statement: string }) => `No row came from: ${statement}`,
  },
  takesMany: {
    code: 'internal',
    message: ({ statement }: { readonly statement: string }) =>
      `A session that takes several statements at once was to run a text of the user's: ${statement}`,
  },
});

const english = {
  connectionCut: 'The connection was cut.',
  lockSessionLost: 'A control connection was lost: until when its locks held other users back is not known.',
} as const;

/** Other sentences about sessions. */
export const sessionText = spoken(english);
