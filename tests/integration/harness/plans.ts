import type { Cancellation } from '../../../app/engine/cancellation';
import { openEngine } from '../../../app/engine/open';
import type { LoadPlan } from '../../../app/contract/runs/load-plan';
import { planLoad as plan, type PlanRequest } from '../../../app/load/plan';
import { ENGINE_FILE } from './runs';

const engine = openEngine(ENGINE_FILE);

/** Plans a load with the engine of the tests. */
export async function planLoad(
  request: Omit<PlanRequest, 'engine'>,
  cancellation: Cancellation,
): Promise<LoadPlan> {
  return await plan({ ...request, engine }, cancellation);
}
