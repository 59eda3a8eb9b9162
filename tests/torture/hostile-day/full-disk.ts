import { mayMount } from '../../integration/faults/full-disk';

/**
 * A command that runs the one behind it where its folder has so few bytes: a file system that is full, or else a limit
 * on every file. What it wrote is in the folder afterwards, for whoever can't see that file system.
 */
export function throughFullDisk(folder: string, bytes: number): readonly string[] {
  return mayMount()
    ? [
        ...['unshare', '--map-root-user', '--mount', 'sh', '-c'],
        'f=$1; mkdir "$f.disk" "$f"; shift; mount -t tmpfs -o size=' +
          `${bytes} none "$f.disk" && mount --bind "$f.disk" "$f"; "$@"; code=$?; umount "$f"; ` +
          'cp -a "$f.disk/." "$f/"; chmod 700 "$f"; umount "$f.disk"; rmdir "$f.disk"; exit $code',
        ...['sh', folder],
      ]
    : ['sh', '-c', `ulimit -f ${Math.floor(bytes / 4 / 512)}; exec "$@"`, 'sh'];
}
