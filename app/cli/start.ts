/**
 * The command line's first file: it runs the program beside it out of V8's code cache, which the first run leaves
 * there. Half of the time of a short command would else be spent on reading 1.8 MB of JavaScript.
 */
import { join } from 'path';
import { compileCached } from './code-cache';

const PROGRAM = 'cli-program.cjs';

const engine = `${process.arch}-${process.versions.v8}`;
const program = compileCached(join(__dirname, PROGRAM), join(__dirname, `${PROGRAM}.${engine}.cache`));
// At the end the functions that the command has used are compiled too.
if (!program.fromCache) process.once('exit', () => program.writeCache());
program.run(module, require);
