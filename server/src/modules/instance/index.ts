export type { InstanceContext } from './instance-context.ts';
export { instanceRoutes } from './routes.ts';
