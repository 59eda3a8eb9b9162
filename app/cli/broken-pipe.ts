/**
 * Who listens may leave: `sluice … | head` closes the pipe after its lines. What is still written to it is dropped and
 * the run goes on, since a dump is worth more than its report; any other trouble with a stream stays an error.
 */
export function outliveListeners(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}
