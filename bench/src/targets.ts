export interface Target {
  readonly text: string;
  isMet(value: number): boolean;
}

const atLeast = (limit: number, text: string): Target => ({ text, isMet: (value) => value >= limit });
const atMost = (limit: number, text: string): Target => ({ text, isMet: (value) => value <= limit });

/** The product's targets; each text names the number that it limits. */
export const TARGETS = {
  readRatio: atLeast(0.6, '≥ 0.6 of the floor'),
  listRatio: atLeast(0.6, '≥ 0.6 of the floor'),
  uncountedRatio: atLeast(1, 'never slower than with it'),
  ownerListCost: atMost(1.5, 'CPU ≤ 1.5×'),
  farPage: atMost(1.25, 'p50 ≤ 1.25×'),
  ruleCost: atMost(1.1, 'CPU ≤ 1.1×'),
  teamListCost: atMost(2, 'CPU ≤ 2×'),
  manyTeamsListCost: atMost(4, 'CPU ≤ 4×'),
  teamReadCost: atMost(1.3, 'CPU ≤ 1.3×'),
  teamInsertCost: atMost(1.5, 'CPU ≤ 1.5×'),
  loginRatio: atLeast(0.9, '≥ 0.9 of cores / time of one hash'),
  signedInRatio: atLeast(0.9, '≥ 0.9 of anonymous'),
  stormReadP99: atMost(2, 'p99 ≤ 2× quiet'),
  insertRatio: atLeast(0.6, '≥ 0.6 of the floor'),
  insertP99Ms: atMost(10, 'p99 ≤ 10 ms'),
  batchRowsPerCore: atLeast(100_000, '≥ 100k rows/s/core'),
  busyReadP99: atMost(3, 'p99 ≤ 3× quiet'),
  exportGrowthMb: atMost(32, '< 32 MB'),
  startMs: atMost(500, '≤ 500 ms'),
  idleMb: atMost(130, '≤ 130 MB'),
  idleProjectKb: atMost(200, '< 200 KB'),
  sleepingRequestMs: atMost(20, '< 20 ms'),
  activeProjects: atLeast(0.7, '≥ 0.7 of one project'),
  growth: atMost(1.25, 'p50 ≤ 1.25×'),
  deliveriesPerSecond: atLeast(3_000, '≥ 3,000/s'),
  watchedInsertRatio: atLeast(0.75, '≥ 0.75 of unwatched'),
  idleDeliveryP95Ms: atMost(100, 'p95 < 100 ms'),
  busyDeliveryP95Ms: atMost(1_000, 'p95 < 1 s'),
  queueGrowthMb: atMost(64, '< 64 MB'),
  loopDelayMs: atMost(20, 'p99 < 20 ms'),
  fileRatio: atLeast(0.6, '≥ 0.6 of the floor'),
  staticRatio: atLeast(0.6, '≥ 0.6 of the floor'),
  callRatio: atLeast(0.35, '≥ 0.35 of echo'),
  oneRowCallUs: atMost(200, 'CPU ≤ 200 µs'),
  fiveRowsCallUs: atMost(400, 'CPU ≤ 400 µs'),
  computeRatio: atLeast(0.95, '≥ 0.95 of Node'),
  coldCallMs: atMost(80, '≤ 80 ms'),
  spinReadP99: atMost(2, 'p99 ≤ 2× quiet'),
  neighbourP95: atMost(2, 'p95 ≤ 2× quiet'),
  templateOverheadMs: atMost(3, 'p50 ≤ 3 ms over the provider'),
  eventsPerMinute: atLeast(1_000, '≥ 1,000/min'),
  renderRatio: atMost(1.25, '≤ 1.25× of bare'),
  sharedRequests: atMost(1, '1'),
  fileGrowthMb: atMost(64, '< 64 MB'),
} as const satisfies Record<string, Target>;
