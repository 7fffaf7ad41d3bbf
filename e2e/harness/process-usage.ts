import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts CPU time in hundredths of a second for user programs, whatever the kernel's own tick. */
const TICK_MS = 10;

/** CPU time of a process with all its threads and living children, in ms. */
export function cpuMs(pid: number): number {
  return sumOverTree(pid, (each) => {
    const stat = readFileSync(`/proc/${each}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  });
}

/** Resident memory of a process and its children, in bytes. */
export function residentBytes(pid: number): number {
  return sumOverTree(pid, (each) => statusBytes(each, /^VmRSS:\s+(\d+) kB$/m));
}

/** The same without pages that are mapped from files, such as shared programs. */
export function ownBytes(pid: number): number {
  return sumOverTree(pid, (each) => statusBytes(each, /^RssAnon:\s+(\d+) kB$/m));
}

function statusBytes(pid: number, line: RegExp): number {
  return Number(line.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
}

/** Measures the memory every 20 ms until stopped; `stop` returns the highest value. */
export function watchResident(pid: number): { stop(): number } {
  let highest = residentBytes(pid);
  const look = (): void => {
    highest = Math.max(highest, residentBytes(pid));
  };
  const timer = setInterval(look, 20);
  return {
    stop: () => {
      clearInterval(timer);
      look();
      return highest;
    },
  };
}

function sumOverTree(pid: number, measure: (pid: number) => number): number {
  try {
    return measure(pid) + childrenOf(pid).reduce((sum, child) => sum + sumOverTree(child, measure), 0);
  } catch {
    // The process ended between two measurements.
    return 0;
  }
}

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8')
      .split(' ')
      .filter((text) => text !== '')
      .map(Number),
  );
}
