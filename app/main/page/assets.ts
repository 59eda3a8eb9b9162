import { extname, join, normalize, sep } from 'path';
import { ORIGIN } from './origin';

/** The policy of every page: nothing but the window's own files, no inline code or style, no network at all. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const MIME_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/** HTTP headers of a file. */
export interface AssetHeaders {
  readonly 'Content-Type': string;
  readonly 'Content-Security-Policy': string;
  readonly 'X-Content-Type-Options': 'nosniff';
}

export function headersFor(file: string): AssetHeaders {
  return {
    'Content-Type': MIME_TYPES[extname(file)] ?? 'application/octet-stream',
    'Content-Security-Policy': CONTENT_SECURITY_POLICY,
    'X-Content-Type-Options': 'nosniff',
  };
}

/** The file that an address means; null where it lies outside `folder` or is not of our origin. */
export function resolveAsset(folder: string, address: string): string | null {
  const path = pathOf(address);
  if (path === null) return null;
  const file = normalize(join(folder, path));
  return file.startsWith(normalize(folder + sep)) ? file : null;
}

function pathOf(address: string): string | null {
  if (!address.startsWith(`${ORIGIN}/`)) return null;
  try {
    const path = decodeURIComponent(new URL(address).pathname);
    return path.includes('\0') || path.includes('\\') ? null : path;
  } catch {
    return null;
  }
}
