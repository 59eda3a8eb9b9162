import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/**
 * A way to a server on this machine on which every byte takes `delayMs` to arrive, in either direction, as on a line of
 * twice that round-trip time and any bandwidth.
 * @returns its port; it ends with the process
 */
export async function delayingProxy({ host, port, delayMs }) {
  const listener = createServer((client) => {
    const server = connect({ host, port });
    passOn(client, server, delayMs);
    passOn(server, client, delayMs);
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  listener.unref();
  return listener.address().port;
}

function passOn(from, to, delayMs) {
  from.setNoDelay(true);
  from.on('data', (bytes) => setTimeout(() => to.write(bytes), delayMs));
  from.on('end', () => setTimeout(() => to.end(), delayMs));
  from.on('error', () => to.destroy());
}
