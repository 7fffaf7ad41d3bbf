import { type Child, startChild } from '../child.ts';
import type { ArrivalCounts, ReceiverNews, ReceiverOrder } from './receiver-job.ts';

export interface Receiver extends AsyncDisposable {
  readonly host: string;
  order(order: Exclude<ReceiverOrder, { kind: 'await' | 'listen' }>): Promise<void>;
  /** Waits for `count` deliveries at a path. Rejects when some are missing or unsigned. */
  arrivals(path: string, count: number, patienceMs: number): Promise<ArrivalCounts>;
}

export async function startReceiver(): Promise<Receiver> {
  const child: Child<ReceiverOrder, ReceiverNews> = startChild('receiver/main.ts');
  const listening = await child.ask({ kind: 'listen' }, ({ kind }) => kind === 'listening');
  const port = listening.kind === 'listening' ? listening.port : 0;
  return {
    host: `127.0.0.1:${port}`,
    order: async (order) => void (await child.ask(order, ({ kind }) => kind === 'done')),
    arrivals: async (path, count, patienceMs) => {
      const news = await child.ask({ kind: 'await', path, count, patienceMs }, ({ kind }) => kind === 'arrived');
      if (news.kind !== 'arrived' || news.count < count || news.unsigned > 0)
        throw new Error(`waited for ${count} signed deliveries at ${path}: ${JSON.stringify(news)}`);
      return news;
    },
    [Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
  };
}
