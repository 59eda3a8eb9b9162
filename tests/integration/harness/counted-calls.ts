import { connect } from 'net';
import type { Endpoint } from '../../../app/catalog/connect/endpoint';
import type { Vendor } from '../../../app/contract/connections/connection';
import { testServer } from '../../servers/test-server';
import { Relay } from './relay';
import { testEndpoint } from './servers';

/** A way to a test server that counts calls: how often a client spoke after the server had. Far away each takes a round trip. */
export class CountedCalls {
  readonly #relay: Relay;
  readonly #calls: number[];

  private constructor(relay: Relay, calls: number[]) {
    this.#relay = relay;
    this.#calls = calls;
  }

  static async to(vendor: Vendor): Promise<CountedCalls> {
    const { host, port } = testServer(vendor);
    const calls: number[] = [];
    const relay = await Relay.listen((client) => {
      const at = calls.push(0) - 1;
      const server = connect({ host, port });
      let isServersTurn = false;
      client.on('data', (bytes) => {
        if (!isServersTurn) calls[at] = (calls[at] ?? 0) + 1;
        isServersTurn = true;
        server.write(bytes);
      });
      server.on('data', (bytes) => {
        isServersTurn = false;
        client.write(bytes);
      });
      client.on('end', () => server.end());
      server.on('end', () => client.end());
      return server;
    });
    return new CountedCalls(relay, calls);
  }

  endpoint(vendor: Vendor): Endpoint {
    const address = { kind: 'tcp', host: '127.0.0.1', port: this.#relay.port } as const;
    return testEndpoint(vendor, { address, tls: { mode: 'disabled' } });
  }

  /** Calls on each connection so far, in the order in which they were opened. */
  get ofEach(): readonly number[] {
    return this.#calls;
  }

  get most(): number {
    return Math.max(0, ...this.#calls);
  }

  async close(): Promise<void> {
    await this.#relay.close();
  }
}
