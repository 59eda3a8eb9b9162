import { execFileSync } from 'child_process';

export interface ZippedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

export interface ZipWish {
  /** Names of Python’s constants; deflated by itself. */
  readonly method?: 'ZIP_STORED' | 'ZIP_DEFLATED' | 'ZIP_BZIP2' | 'ZIP_LZMA';
  /** Sizes of eight bytes, as for files of more than 4 GiB. */
  readonly isLarge?: boolean;
}

const PROGRAM = `
import base64, json, sys, warnings, zipfile
warnings.simplefilter('ignore')
wish = json.load(sys.stdin)
with zipfile.ZipFile(wish['path'], 'w', getattr(zipfile, wish['method'])) as archive:
    for file in wish['files']:
        with archive.open(file['name'], 'w', force_zip64=wish['isLarge']) as to:
            to.write(base64.b64decode(file['bytes']))
`;

/** Has Python pack files, under whatever names. */
export function writeZip(
  path: string,
  files: readonly ZippedFile[],
  { method = 'ZIP_DEFLATED', isLarge = false }: ZipWish = {},
): void {
  const packed = files.map(({ name, bytes }) => ({ name, bytes: bytes.toString('base64') }));
  execFileSync('python3', ['-c', PROGRAM], {
    input: JSON.stringify({ path, method, isLarge, files: packed }),
  });
}
