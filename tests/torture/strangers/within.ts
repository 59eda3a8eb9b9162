import { createContext, Script } from 'vm';

/** No verdict on speed: what takes milliseconds, or minutes to centuries where it is wrong, is ended here. */
const HANG_MS = 120_000;
const CALL = new Script('call()');

/** Result of `call`, which is ended where it hangs: no test's own timeout ends work that never yields. */
export function within<T>(call: () => T): T {
  return CALL.runInContext(createContext({ call }), { timeout: HANG_MS }) as T;
}
