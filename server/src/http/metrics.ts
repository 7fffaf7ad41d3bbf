import { monitorEventLoopDelay } from 'node:perf_hooks';

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const LOOP_RESOLUTION_MS = 10;

export interface RouteMeter {
  record(status: number, seconds: number): void;
}

export interface Counter {
  readonly name: string;
  readonly help: string;
  readonly read: () => number;
}

export interface Metrics {
  meter(method: string, path: string): RouteMeter;
  text(): string;
  close(): void;
}

interface RouteCounts {
  readonly labels: string;
  readonly statuses: Map<number, number>;
  readonly buckets: Float64Array;
  sumSeconds: number;
  count: number;
}

export function createMetrics(counters: readonly Counter[] = []): Metrics {
  const routes: RouteCounts[] = [];
  const loop = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS });
  loop.enable();
  return {
    meter(method, path) {
      const labels = `method="${method}",route="${path}"`;
      const buckets = new Float64Array(BUCKETS_SECONDS.length + 1);
      const counts: RouteCounts = { labels, statuses: new Map(), buckets, sumSeconds: 0, count: 0 };
      routes.push(counts);
      return { record: (status, seconds) => add(counts, status, seconds) };
    },
    text() {
      const used = routes.filter((route) => route.count > 0);
      const lines = [
        ...processLines(loop),
        ...countLines(used),
        ...durationLines(used),
        ...counters.flatMap(counterLines),
        '',
      ];
      // Each scrape reports the delay since the previous one.
      loop.reset();
      return lines.join('\n');
    },
    close: () => loop.disable(),
  };
}

function add(counts: RouteCounts, status: number, seconds: number): void {
  counts.statuses.set(status, (counts.statuses.get(status) ?? 0) + 1);
  counts.sumSeconds += seconds;
  counts.count += 1;
  let bucket = 0;
  while (bucket < BUCKETS_SECONDS.length && seconds > (BUCKETS_SECONDS[bucket] ?? 0)) bucket += 1;
  counts.buckets[bucket] = (counts.buckets[bucket] ?? 0) + 1;
}

function processLines(loop: ReturnType<typeof monitorEventLoopDelay>): string[] {
  const memory = process.memoryUsage();
  const cpu = process.cpuUsage();
  // The histogram measures the time between two ticks; the delay is that time minus the tick.
  const seconds = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e9 - LOOP_RESOLUTION_MS / 1000) || 0;
  return [
    ...gauge('process_resident_memory_bytes', 'Memory of the process.', memory.rss),
    ...gauge('nodejs_heap_used_bytes', 'JavaScript heap in use.', memory.heapUsed),
    ...gauge('process_start_time_seconds', 'When the process started.', Date.now() / 1000 - process.uptime()),
    '# HELP process_cpu_seconds_total Processor time used.',
    '# TYPE process_cpu_seconds_total counter',
    `process_cpu_seconds_total ${(cpu.user + cpu.system) / 1e6}`,
    ...gauge('nodejs_eventloop_lag_p50_seconds', 'Delay of the event loop, median.', seconds(loop.percentile(50))),
    ...gauge('nodejs_eventloop_lag_p99_seconds', 'Delay of the event loop, 99 %.', seconds(loop.percentile(99))),
    ...gauge('nodejs_eventloop_lag_max_seconds', 'Delay of the event loop, longest.', seconds(loop.max)),
  ];
}

function counterLines({ name, help, read }: Counter): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} counter`, `${name} ${read()}`];
}

function gauge(name: string, help: string, value: number): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, `${name} ${value}`];
}

function countLines(routes: readonly RouteCounts[]): string[] {
  const name = 'http_requests_total';
  const lines = [`# HELP ${name} Answered requests.`, `# TYPE ${name} counter`];
  for (const { labels, statuses } of routes) {
    for (const [status, count] of statuses) lines.push(`${name}{${labels},status="${status}"} ${count}`);
  }
  return lines;
}

function durationLines(routes: readonly RouteCounts[]): string[] {
  const name = 'http_request_duration_seconds';
  const lines = [`# HELP ${name} From request head to answer.`, `# TYPE ${name} histogram`];
  for (const { labels, buckets, sumSeconds, count } of routes) {
    let below = 0;
    for (const [index, bound] of BUCKETS_SECONDS.entries()) {
      below += buckets[index] ?? 0;
      lines.push(`${name}_bucket{${labels},le="${bound}"} ${below}`);
    }
    lines.push(`${name}_bucket{${labels},le="+Inf"} ${count}`);
    lines.push(`${name}_sum{${labels}} ${sumSeconds}`, `${name}_count{${labels}} ${count}`);
  }
  return lines;
}
