export { secretContext } from './factor-context.ts';
export { createFactorsStore, type FactorsStore } from './factors-store.ts';
export { factorRoutes } from './routes.ts';
export { startChallenge } from './start-challenge.ts';
