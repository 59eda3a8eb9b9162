import { relative } from 'node:path';
import { mayHold } from './name-match.mjs';

/**
 * Finds the test files of each project of vitest.config.mjs, as it lists them itself; Vitest is there only after set-up.
 * @param patterns parts of the names of files or of tests; none for all files
 * @param projects where tests are looked for by name
 * @returns a function that gives a project's files: each with its `file`, and `names`, the patterns that its tests' names
 *   must hold, or null where all of it is to be run
 */
export async function findTestFiles(patterns, projects) {
  const { createVitest } = await import('vitest/node');
  const vitest = await createVitest('test', { watch: false });
  try {
    const specifications = await vitest.globTestSpecifications();
    const files = specifications.map((specification) => ({
      specification,
      project: specification.project.name,
      file: relative(vitest.config.root, specification.moduleId),
    }));
    const chosen =
      patterns.length === 0
        ? files.map((each) => ({ ...each, names: null }))
        : await matching(
            vitest,
            files.filter(({ project }) => projects.includes(project)),
            patterns,
          );
    return (project) =>
      chosen.filter((each) => each.project === project).map(({ file, names }) => ({ file, names }));
  } finally {
    await vitest.close();
  }
}

async function matching(vitest, files, patterns) {
  const byName = files.filter(({ file }) => !patterns.some((pattern) => file.includes(pattern)));
  const modules = await vitest.experimental_parseSpecifications(
    byName.map(({ specification }) => specification),
  );
  const found = new Map(
    modules.map((module, index) => [
      byName[index].specification,
      patterns.filter((pattern) => namesIn(module).some((name) => mayHold(name, pattern))),
    ]),
  );
  return files.flatMap((each) => {
    const names = found.get(each.specification) ?? null;
    return names?.length === 0 ? [] : [{ ...each, names }];
  });
}

function namesIn(module) {
  return [...module.children.allTests()].map(fullName);
}

/** A test's own name behind those of what it stands in. */
export function fullName(test) {
  const names = [];
  for (let each = test; each.type !== 'module'; each = each.parent) names.unshift(each.name);
  return names.join(' ');
}
