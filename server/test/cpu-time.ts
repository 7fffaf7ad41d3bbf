/**
 * Processor time of this thread in milliseconds for some work: the minimum of a few runs, because the others also measure the machine's
 * other load.
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
