/**
 * Processor time of this thread in milliseconds that a work takes at best: of a few tries the others measure what else the
 * machine is doing.
 */
export function cpuMsOf(work: () => unknown): number {
  const times = Array.from({ length: 3 }, () => {
    const before = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}
