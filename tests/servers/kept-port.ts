import { randomInt } from 'crypto';
import { createServer, type Server } from 'net';

/**
 * Below what Linux hands out to whoever asks for any port or connects (ip(7), ip_local_port_range: 32768 and above), and
 * above what programs are known to listen on.
 */
const LOWEST = 16_384;
const END = 32_768;

/**
 * A TCP port of this machine that stays a server's own while the server is down. A free one that the system picks may
 * be given to any other socket in that time: the server could then not come back.
 */
export class KeptPort {
  readonly #claim: Server;

  private constructor(
    readonly port: number,
    claim: Server,
  ) {
    this.#claim = claim;
  }

  /** Takes a port on which nobody listens and that no other test keeps, in whichever process. */
  static async takeAny(): Promise<KeptPort> {
    for (;;) {
      const taken = await KeptPort.take(randomInt(LOWEST, END));
      if (taken !== null) return taken;
    }
  }

  /** @returns null where somebody listens on it or keeps it. */
  static async take(port: number): Promise<KeptPort | null> {
    // An abstract socket: it has no file, and ends with its process in whatever way that ends (unix(7)).
    const claim = await listen({ path: `\0sluice-test-port-${port}` });
    if (claim === null) return null;
    const probe = await listen({ host: '127.0.0.1', port });
    await close(probe ?? claim);
    return probe === null ? null : new KeptPort(port, claim);
  }

  release(): Promise<void> {
    return close(this.#claim);
  }
}

/** @returns null where somebody else has the address. */
function listen(
  address: Readonly<{ path: string } | { host: string; port: number }>,
): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(null);
      else reject(error);
    });
    server.listen(address, () => {
      server.unref();
      resolve(server);
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
  });
}
