import { controlPlane } from './0001-control-plane.ts';

/** What brings the service's own tables to the present version, in order. An entry that was released never changes. */
export const controlMigrations = [controlPlane];
