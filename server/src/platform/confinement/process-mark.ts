import { stat } from 'node:fs/promises';
import { startTimeOf } from './process-list.ts';

const VARIABLE = 'SERVICE_PROCESS_OF';
const MARK = new RegExp(`(?:^|\\0)${VARIABLE}=(\\d+-\\d+)-(\\d+)-(\\d+)(?:\\0|$)`);

export interface ProcessMark {
  readonly variable: string;
  isOurs(environment: string | undefined): boolean;
  /** Whether a service that has ended started the process, for this data directory. */
  isOrphan(environment: string | undefined): Promise<boolean>;
}

/** The data directory's device and inode are unique on the machine; pid and start time identify the service. */
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
