import type { Observation } from './observe-event.ts';

/** The metadata key that names the project of a payment, because several projects may share one provider account. */
export const PROJECT_KEY = 'service_project_id';

export function ownerOf({ facts }: Observation): string | undefined {
  return facts.said?.metadata[PROJECT_KEY];
}
