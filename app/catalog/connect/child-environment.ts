const PASSWORD_VARIABLE = /^SLUICE_(\w+_)?PASSWORD$/;

/** The environment for a program that Sluice starts: this process's own, without the passwords that it was given. */
export function childEnvironment(environment: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !PASSWORD_VARIABLE.test(name)));
}
