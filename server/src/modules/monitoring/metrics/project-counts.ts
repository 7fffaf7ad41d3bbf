import { Latencies } from './latencies.ts';

export interface Counts {
  requests: number;
  errors: number;
  runs: number;
  runsFailed: number;
  deliveries: number;
  deliveriesFailed: number;
  readonly latencies: Latencies;
}

export function createCounts(): Counts {
  return {
    requests: 0,
    errors: 0,
    runs: 0,
    runsFailed: 0,
    deliveries: 0,
    deliveriesFailed: 0,
    latencies: new Latencies(),
  };
}
