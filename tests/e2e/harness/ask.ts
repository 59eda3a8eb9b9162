import type { Page } from 'playwright-core';
import type { Bridge, Reply } from '../../../app/contract/channels';
import type { RequestName } from '../../../app/contract/requests';

declare global {
  interface Window {
    readonly sluice: Bridge;
  }
}

/** Asks main from within the page and gives the reply, be it a refusal. `argument` may be wrong on purpose. */
export async function ask<N extends RequestName>(page: Page, name: N, argument: unknown): Promise<Reply<N>> {
  return await page.evaluate(
    ([theName, theArgument]) => window.sluice.request(theName as N, theArgument as never),
    [name, argument] as const,
  );
}
