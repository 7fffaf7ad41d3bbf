import { once } from 'node:events';
import { cleaningUp } from '../harness/cleaning-up.ts';
import { startCitusCluster } from './citus-cluster.ts';

/**
 * Runs a coordinator and two workers of a real Citus until SIGINT or SIGTERM. Prints the variable that the server's
 * tests read: `TEST_POSTGRES_URLS=… npx vitest run server/src/modules/rows`.
 */
async function main(place: AsyncDisposableStack): Promise<void> {
  const cluster = await startCitusCluster(false, place);
  console.log(`pids ${cluster.nodes.map((node) => node.pid()).join(' ')}`);
  console.log(`TEST_POSTGRES_URLS=${cluster.nodes.map((node) => node.urlOf('postgres')).join(',')}`);
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
}

await cleaningUp(main);
