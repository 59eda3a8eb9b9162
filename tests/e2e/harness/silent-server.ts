import { once } from 'events';
import { createServer, type AddressInfo, type Server, type Socket } from 'net';

/** A server that lets everybody in and says nothing, until it hangs up. */
export class SilentServer {
  readonly #listener: Server;
  #clients: Socket[] = [];

  private constructor(listener: Server) {
    this.#listener = listener;
    listener.on('connection', (client) => {
      client.on('error', () => undefined);
      this.#clients.push(client);
    });
  }

  static async start(): Promise<SilentServer> {
    const listener = createServer();
    listener.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    return new SilentServer(listener);
  }

  get port(): number {
    return (this.#listener.address() as AddressInfo).port;
  }

  /** Resolves when somebody waits for an answer. */
  async asked(): Promise<void> {
    if (!this.#clients.some(({ destroyed }) => !destroyed)) await once(this.#listener, 'connection');
  }

  hangUp(): void {
    for (const client of this.#clients) client.destroy();
    this.#clients = [];
  }

  stop(): void {
    this.hangUp();
    this.#listener.close();
  }
}
