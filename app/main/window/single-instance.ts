import { app } from 'electron';

/** Returns false where another instance of this user runs: it has received our arguments, and we must quit. */
export function isFirstInstance(): boolean {
  return app.requestSingleInstanceLock();
}

/** Hears of the arguments of every further start. Electron tells nothing before the app is ready. */
export function onSecondInstance(
  listener: (argv: readonly string[], workingDirectory: string) => void,
): void {
  app.on('second-instance', (_event, argv, workingDirectory) => listener(argv, workingDirectory));
}
