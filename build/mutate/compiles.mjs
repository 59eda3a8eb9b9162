// TypeScript 6 of build/mutate/package.json: no later compiler can be called from here.
import ts from 'typescript';
import { inRoot } from '../setup/places.mjs';
import { mutate, rounds } from './sample.mjs';

/**
 * Those of the mutants that the compiler takes. What it refuses can't come into the project unnoticed.
 * @param texts of the files, by their path relative to the root
 */
export function compiling(mutants, texts) {
  const config = ts.getParsedCommandLineOfConfigFile(inRoot('tsconfig.json'), {}, hostOf());
  const options = { ...config.options, noUnusedLocals: false, noUnusedParameters: false };
  const roots = [...texts.keys()].map((name) => inRoot(name));
  const changed = new Map();
  const host = ts.createCompilerHost(options);
  const parsed = new Map();
  const getSourceFile = host.getSourceFile.bind(host);
  host.getSourceFile = (file, languageVersion, ...rest) => {
    if (changed.has(file)) return ts.createSourceFile(file, changed.get(file), languageVersion, true);
    if (!parsed.has(file)) parsed.set(file, getSourceFile(file, languageVersion, ...rest));
    return parsed.get(file);
  };
  let program;
  return rounds(mutants).flatMap((round) => {
    changed.clear();
    for (const mutant of round)
      changed.set(inRoot(mutant.fileName), mutate(texts.get(mutant.fileName), mutant));
    program = ts.createProgram({ rootNames: roots, options, host, oldProgram: program });
    return round.filter((mutant) => {
      const file = program.getSourceFile(inRoot(mutant.fileName));
      return (
        program.getSyntacticDiagnostics(file).length === 0 &&
        program.getSemanticDiagnostics(file).length === 0
      );
    });
  });
}

function hostOf() {
  return {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic(diagnostic) {
      throw new Error(ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n'));
    },
  };
}
