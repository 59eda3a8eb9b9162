import { chmodSync, mkdirSync, writeFileSync } from 'fs';
import { dirname, join } from 'path';

/**
 * The schedulers are stand-ins that do as crontab(1), systemctl(1) and loginctl(1) say: the machine that runs the tests must not be
 * changed, and need not have either. What they are given is what is judged.
 */
const CRONTAB = `#!/bin/sh
case "$1" in
  -l) if [ -f "$CRON_FILE" ]; then cat "$CRON_FILE"; else echo "no crontab for $USER" >&2; exit 1; fi ;;
  -) cat > "$CRON_FILE" ;;
  *) exit 2 ;;
esac
`;
export const BROKEN = '#!/bin/sh\necho "the spool is not readable" >&2\nexit 1\n';
const SYSTEMCTL = '#!/bin/sh\necho "$@" >> "$SYSTEMCTL_LOG"\n';
const LOGINCTL = '#!/bin/sh\necho "Linger=yes"\n';
/** A user whose timers stop at logout. */
export const NOT_LINGERING = '#!/bin/sh\necho "Linger=no"\n';
/** logind knows only users who are logged in or linger. */
export const NOT_LOGGED_IN =
  '#!/bin/sh\necho "Failed to get user: User ID 1000 is not logged in or lingering" >&2\nexit 1\n';

/** Programs that schedule jobs in a home, and the traces that they leave. */
export interface Schedulers {
  /** Variables for the program under test. */
  readonly environment: Readonly<Record<string, string>>;
  readonly cronFile: string;
  /** Calls of systemctl, a line each. */
  readonly log: string;
  /** Puts another program among them. */
  readonly put: (program: string, text: string) => void;
}

export function makeSchedulers(parent: string): Schedulers {
  const programs = join(parent, 'bin');
  mkdirSync(programs);
  const put = (program: string, text: string) => {
    writeFileSync(join(programs, program), text);
    chmodSync(join(programs, program), 0o755);
  };
  put('crontab', CRONTAB);
  put('systemctl', SYSTEMCTL);
  put('loginctl', LOGINCTL);
  const [cronFile, log] = [join(parent, 'crontab'), join(parent, 'systemctl.log')];
  return {
    environment: {
      PATH: `${programs}:${dirname(process.execPath)}:/usr/bin:/bin`,
      CRON_FILE: cronFile,
      SYSTEMCTL_LOG: log,
    },
    cronFile,
    log,
    put,
  };
}
