/** The window's own scheme: a stable origin to check, and no file of the disk can be named through it. */
export const SCHEME = 'app';
export const ORIGIN = `${SCHEME}://sluice`;
export const START_PAGE = `${ORIGIN}/index.html`;

export function isOurs(url: string): boolean {
  return url.startsWith(`${ORIGIN}/`);
}
