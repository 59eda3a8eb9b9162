import { protocol } from 'electron';
import { promises as fs } from 'fs';
import { headersFor, resolveAsset, type AssetHeaders } from './assets';
import { SCHEME } from './origin';

interface Asset {
  readonly status: 200 | 404;
  readonly headers: AssetHeaders;
  readonly data: Buffer;
}

/** Must run before the app is ready: the scheme becomes an origin of its own, with storage and modules. */
export function declareScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: SCHEME, privileges: { standard: true, secure: true } }]);
}

/** Serves the window's files out of `folder`, and nothing else of the disk. */
export function serveScheme(folder: string): void {
  if ('handle' in protocol) {
    protocol.handle(SCHEME, async ({ url }) => {
      const { status, headers, data } = await read(folder, url);
      return new Response(new Uint8Array(data), { status, headers: { ...headers } });
    });
  } else {
    serveSchemeOnOldRuntime(folder);
  }
}

/** Serves the scheme before Electron 25, where a protocol was a callback per kind of answer. */
function serveSchemeOnOldRuntime(folder: string): void {
  // oxlint-disable-next-line typescript/no-deprecated -- the old runtime has nothing else
  protocol.registerBufferProtocol(SCHEME, ({ url }, respond) => {
    void read(folder, url).then(({ status, headers, data }) =>
      respond({
        statusCode: status,
        mimeType: headers['Content-Type'].replace(/;.*/, ''),
        charset: 'utf-8',
        headers: { ...headers },
        data,
      }),
    );
  });
}

async function read(folder: string, url: string): Promise<Asset> {
  const file = resolveAsset(folder, url);
  try {
    if (file !== null) return { status: 200, headers: headersFor(file), data: await fs.readFile(file) };
  } catch {
    // Whatever can't be read is not there for the page.
  }
  return { status: 404, headers: headersFor('.txt'), data: Buffer.alloc(0) };
}
