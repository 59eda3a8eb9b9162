import { exists } from '../storage/exists';
import { promises as fs } from 'fs';
import { createConnection } from 'mysql2/promise';
import { join } from 'path';
import type { Instance } from './instance';
import { fillShop } from './shop/fill-shop';
import type { ShopProgressListener } from './shop/load-rows';

/** Marker that the shop was once filled completely. Later changes are the user's own. */
const markerOf = (folder: string) => join(folder, 'shop-filled');

/**
 * Fills the `shop` schema of a practice server that has never been filled; a half filled one is dropped and filled
 * again.
 */
export async function fillPractice(server: Instance, onProgress: ShopProgressListener): Promise<void> {
  if (await exists(markerOf(server.folder))) return;
  const connection = await createConnection({
    socketPath: server.socketPath,
    user: server.user,
    password: server.password,
    charset: 'utf8mb4',
  });
  try {
    await fillShop(connection, server.vendor, onProgress);
  } finally {
    await connection.end();
  }
  await fs.writeFile(markerOf(server.folder), '');
}
