import { stat } from 'node:fs/promises';
import { startTimeOf } from './process-list.ts';

const VARIABLE = 'SERVICE_PROCESS_OF';
const MARK = new RegExp(`(?:^|\\0)${VARIABLE}=(\\d+-\\d+)-(\\d+)-(\\d+)(?:\\0|$)`);

/** Marks processes through an environment variable to tell which service they belong to. */
export interface ProcessMark {
  /** The variable that every process is started with. */
  readonly variable: string;
  /** Whether this service started the process. */
  isOurs(environment: string | undefined): boolean;
  /** Whether a service that has ended started the process, for this data directory. */
  isOrphan(environment: string | undefined): Promise<boolean>;
}

/**
 * The mark identifies the data directory by its device and inode, which are unique on the machine, and the service by its pid and start
 * time.
 */
export async function createProcessMark(dataDir: string): Promise<ProcessMark> {
  const { dev, ino } = await stat(dataDir, { bigint: true });
  const directory = `${dev}-${ino}`;
  const startTime = (await startTimeOf(process.pid)) ?? '0';
  const variable = `${VARIABLE}=${directory}-${process.pid}-${startTime}`;
  return {
    variable,
    isOurs: (environment) => environment?.split('\0').includes(variable) === true,
    isOrphan: async (environment = '') => {
      const [, markedDirectory, pid, markedStart] = MARK.exec(environment) ?? [];
      return markedDirectory === directory && (await startTimeOf(Number(pid))) !== markedStart;
    },
  };
}
