import type { Vendor } from '../../../app/contract/connections/connection';
import { testServer } from '../../servers/test-server';
import type { RunningApp } from './launch';

/** Text typed into the form; fields left out are as the test server of the vendor has it. */
interface Typed {
  readonly vendor: Vendor;
  readonly name: string;
  readonly port?: number;
  readonly password?: string;
}

/** Opens the form for a new connection and fills it in. */
export async function fillForm(app: RunningApp, { vendor, name, ...typed }: Typed): Promise<void> {
  const { host, user, port, password } = { ...testServer(vendor), ...typed };
  await app.byId('new-connection').click();
  await app.byId('field-name').fill(name);
  await app.byId('field-host').fill(host);
  await app.byId('field-port').fill(String(port));
  await app.byId('field-user').fill(user);
  await app.byId('field-password').fill(password);
}

/** The state of each stage that the test of the form's connection came to. */
export async function testStages(app: RunningApp): Promise<readonly (string | null)[]> {
  await app.byId('connection-test').click();
  const stages = app.byId('connection-test-result').locator('li');
  await stages.first().waitFor();
  return await stages.evaluateAll((items) => items.map((item) => item.getAttribute('data-state')));
}

/** Saves what the form holds. */
export async function saveForm(app: RunningApp): Promise<void> {
  await app.byId('connection-save').click();
  await app.byId('connection-form').waitFor({ state: 'detached' });
}

/** Closes the form without saving. */
export async function closeForm(app: RunningApp): Promise<void> {
  await app.byId('connection-form').getByRole('button', { name: 'Cancel' }).click();
  await app.byId('connection-form').waitFor({ state: 'detached' });
}
