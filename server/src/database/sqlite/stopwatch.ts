/** The share of wall time that counts as cost, so that waiting for the disk counts. */
const WAIT_SHARE = 0.1;

/**
 * Measures the cost of a statement in milliseconds. CPU time counts in full and wall time in part: on a busy machine a
 * cheap statement is often interrupted, whereas a statement that reads the disk waits.
 */
export function startStopwatch(): () => number {
  const startedMs = performance.now();
  const started = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(started);
    return Math.max((user + system) / 1000, (performance.now() - startedMs) * WAIT_SHARE);
  };
}
