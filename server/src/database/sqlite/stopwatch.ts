/** How long a waiting thread may be kept by the system before that counts as work: reads of the disk do. */
const WAIT_SHARE = 0.1;

/**
 * Starts measuring what a statement costs, in milliseconds. Time on the processor counts whole and time on the wall in
 * part: on a busy machine a cheap statement is often interrupted, and a statement that reads the disk waits.
 */
export function startStopwatch(): () => number {
  const startedMs = performance.now();
  const started = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(started);
    return Math.max((user + system) / 1000, (performance.now() - startedMs) * WAIT_SHARE);
  };
}
