const PASSWORD_VARIABLE = /^SLUICE_(\w+_)?PASSWORD[23]?$/;

/** Returns the environment for a program that Sluice starts: this process's own, without the passwords passed in it. */
export function childEnvironment(environment: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !PASSWORD_VARIABLE.test(name)));
}
