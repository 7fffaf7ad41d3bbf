import type { Observation } from './observe-event.ts';

/** Says in the metadata of a payment which project began it: an account of a provider may serve several. */
export const PROJECT_KEY = 'service_project_id';

export function ownerOf({ facts }: Observation): string | undefined {
  return facts.said?.metadata[PROJECT_KEY];
}
