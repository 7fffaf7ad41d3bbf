import { stat } from 'node:fs/promises';
import { startTimeOf } from './process-list.ts';

const VARIABLE = 'SERVICE_PROCESS_OF';
const MARK = new RegExp(`(?:^|\\0)${VARIABLE}=(\\d+-\\d+)-(\\d+)-(\\d+)(?:\\0|$)`);

/** Tells by its environment whose process a process is. */
export interface ProcessMark {
  /** The variable that each process is started with. */
  readonly variable: string;
  /** It was started by this service. */
  isOurs(environment: string | undefined): boolean;
  /** It was started for this data directory by a service that has ended. */
  isOrphan(environment: string | undefined): Promise<boolean>;
}

/**
 * The mark names the data directory by its device and number, which no other on the machine has, and the service by its
 * process and when that started.
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
