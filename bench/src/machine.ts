import { statfsSync } from 'node:fs';
import { arch, availableParallelism, cpus, release, totalmem } from 'node:os';

export interface Machine {
  readonly args: readonly string[];
  readonly date: string;
  readonly cores: number;
  readonly cpu: string;
  readonly memoryGb: number;
  readonly disk: string;
  readonly kernel: string;
  readonly node: string;
}

const FILE_SYSTEMS: Readonly<Record<number, string>> = {
  61267: 'ext4',
  1481003842: 'xfs',
  2435016766: 'btrfs',
  16914836: 'tmpfs',
  2035054128: 'overlayfs',
};

export function describeMachine(args: readonly string[], directory: string): Machine {
  const type = statfsSync(directory).type;
  return {
    args,
    date: new Date().toISOString().slice(0, 10),
    cores: availableParallelism(),
    cpu: `${cpus()[0]?.model.trim() ?? 'unknown processor'} (${arch()})`,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    disk: `data on ${FILE_SYSTEMS[type] ?? `file system 0x${type.toString(16)}`}`,
    kernel: release(),
    node: process.versions.node,
  };
}
