export { type Apps, createApps } from './apps.ts';
export type { DeploymentSection } from './archive/deployment-section.ts';
