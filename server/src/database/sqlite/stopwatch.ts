/** The share of wall time that counts as cost, so that waiting for the disk counts. */
const WAIT_SHARE = 0.1;

/** Measures milliseconds of CPU time and part of wall time: busy machines interrupt even cheap statements. */
export function startStopwatch(): () => number {
  const startedMs = performance.now();
  const started = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(started);
    return Math.max((user + system) / 1000, (performance.now() - startedMs) * WAIT_SHARE);
  };
}
