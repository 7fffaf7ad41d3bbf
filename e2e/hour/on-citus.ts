import pg from 'pg';
import { type CitusNode, startCitusCluster } from '../cluster/citus-cluster.ts';
import { type Fault, type Installation, pause } from './installation.ts';
import type { Outages } from './outages.ts';
import type { Places } from './places.ts';

const DOWN_MS = 4_000;
const DATABASE = 'service';
/** Schemas with the port of the node that has their rows. */
const SCHEMAS = `SELECT n.nspname AS schema, min(d.nodeport)::int AS port
  FROM pg_dist_schema s JOIN pg_namespace n ON n.oid = s.schemaid
  JOIN pg_dist_partition t USING (colocationid) JOIN pg_dist_shard h USING (logicalrelid)
  JOIN pg_dist_placement l USING (shardid) JOIN pg_dist_node d USING (groupid)
  GROUP BY n.nspname`;

/** A coordinator and two workers of Citus, which place the projects and move them. */
export async function startOnCitus(
  outages: Outages,
  places: Places,
  place: AsyncDisposableStack,
): Promise<Installation> {
  const cluster = await startCitusCluster(true, place);
  const [coordinator, ...workers] = cluster.nodes;
  const url = await cluster.createDatabase(DATABASE);
  const placing = new CitusPlaces(url, outages, places);
  const restarted = (name: string, node: CitusNode, signal: 'SIGINT' | 'SIGKILL'): Fault => ({
    name,
    inject: async () => {
      const part = node === coordinator ? 'primary' : await placing.partOf(node.port);
      await outages.during(part, async () => {
        await node.stop(signal);
        await pause(DOWN_MS);
        await node.start();
      });
    },
  });
  const faults = [
    ...workers.map((node, index) => restarted(`worker ${index + 1} is killed`, node, 'SIGKILL')),
    restarted('the coordinator is restarted', coordinator, 'SIGINT'),
    { name: 'the schemas are rebalanced', inject: () => placing.rebalance() },
  ];
  return {
    description: 'Citus with a coordinator and two workers',
    url,
    faults,
    backupsNeedAllParts: true,
    attach: async () => undefined,
    locate: () => placing.locate(),
    move: (project) => placing.move(project, workers),
    requireOnePlace: (count) => placing.requireAll(count),
  };
}

/** Asks the coordinator for the places of schemas, and moves them. */
class CitusPlaces {
  readonly #url: string;
  readonly #outages: Outages;
  readonly #places: Places;
  #moves = 0;

  constructor(url: string, outages: Outages, places: Places) {
    this.#url = url;
    this.#outages = outages;
    this.#places = places;
  }

  async locate(): Promise<void> {
    const ports = new Map((await this.#ask<SchemaPlace>(SCHEMAS)).map(({ schema, port }) => [schema, port]));
    for (const { id, store } of await this.#projects()) this.#places.set(id, [partOf(ports.get(store))]);
  }

  /** The worker with the service's own tables is needed by all projects. */
  async partOf(port: number): Promise<string> {
    const control = (await this.#ask<SchemaPlace>(SCHEMAS)).find(({ schema }) => schema === 'control');
    return control?.port === port ? 'primary' : partOf(port);
  }

  async move(project: string, workers: readonly CitusNode[]): Promise<string> {
    this.#moves += 1;
    const part = `move ${this.#moves}`;
    const [from] = this.#places.of(project);
    const target = workers.find(({ port }) => partOf(port) !== from);
    if (target === undefined) return 'nowhere to go';
    this.#places.set(
      project,
      workers.map(({ port }) => partOf(port)),
    );
    this.#places.setMoving(project, part);
    const outcome = await this.#outages.during(
      part,
      async () => {
        try {
          const [found] = await this.#ask<SchemaPlace>(
            'SELECT store AS schema, 0 AS port FROM control.projects WHERE id = $1',
            [project],
          );
          await this.#ask('SELECT citus_schema_move($1::regnamespace, $2, $3::int)', [
            found?.schema,
            '127.0.0.1',
            target.port,
          ]);
          return 'done';
        } catch (error) {
          return `refused: ${error instanceof Error ? error.message.replaceAll(/\d+/g, 'N').slice(0, 100) : 'unknown'}`;
        }
      },
      0,
    );
    await this.#relocate(project);
    return outcome;
  }

  /** Takes nothing down, so it excuses no failure. */
  async rebalance(): Promise<void> {
    try {
      await this.#ask('SELECT citus_rebalance_start()');
      await this.#ask('SELECT citus_rebalance_wait()');
    } catch (error) {
      // A move of a schema that runs at the same time holds the lock of the rebalancer.
      console.error(String(error));
    }
    await this.locate();
  }

  async requireAll(count: number): Promise<void> {
    const placed = new Map<string, number>();
    for (const { schema } of await this.#ask<SchemaPlace>(SCHEMAS)) placed.set(schema, (placed.get(schema) ?? 0) + 1);
    const found = (await this.#projects()).map(({ store }) => placed.get(store) ?? 0).filter((places) => places > 0);
    if (found.length < count || found.some((places) => places > 1))
      throw new Error(`the ${found.length} of ${count} projects are in so many places: ${found.join(' ')}`);
  }

  /** A node may be down just now. */
  async #relocate(project: string): Promise<void> {
    for (;;) {
      try {
        const [found] = await this.#ask<SchemaPlace>(
          `SELECT * FROM (${SCHEMAS}) s WHERE s.schema = (SELECT store FROM control.projects WHERE id = $1)`,
          [project],
        );
        if (found !== undefined) this.#places.set(project, [partOf(found.port)]);
        return;
      } catch {
        await pause(500);
      }
    }
  }

  #projects(): Promise<readonly { readonly id: string; readonly store: string }[]> {
    return this.#ask('SELECT id, store FROM control.projects');
  }

  async #ask<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.#url });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Row>(text, [...values])).rows;
    } finally {
      await client.end();
    }
  }
}

interface SchemaPlace {
  readonly schema: string;
  readonly port: number;
}

function partOf(port: number | undefined): string {
  return `worker at ${port}`;
}
