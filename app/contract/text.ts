import { spoken } from './language/spoken';

/** Sentences that the window makes as the services do. */
export const contractText = spoken({
  memoryTooLittle: (threads: number, leastMib: number) =>
    `${threads} threads need a memory limit of at least ${leastMib} MiB.`,
  startAgainWithFix: (fix: string) => `Begin again with --fix ${fix}.`,
});
