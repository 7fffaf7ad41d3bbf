import { ARCHIVE_EXTENSION } from '../../../archive/format/index.ts';

const TAIL = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z-[0-9a-f]{8}$/;

/** File name of a backup: `<project>-<YYYYMMDDTHHMMSSZ>-<8 hex>.service.tar`. */
export function backupFile(projectId: string, createdAtMs: number, random: string): string {
  const time = new Date(createdAtMs).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  return `${projectId}-${time}-${random}${ARCHIVE_EXTENSION}`;
}

/** When the backup with this name was made, in milliseconds; undefined when the name is not one of this project's backups. */
export function backupFileTime(projectId: string, file: string): number | undefined {
  if (!file.startsWith(`${projectId}-`) || !file.endsWith(ARCHIVE_EXTENSION)) return undefined;
  const [, year, month, day, hour, minute, second] =
    TAIL.exec(file.slice(projectId.length + 1, -ARCHIVE_EXTENSION.length)) ?? [];
  if (year === undefined) return undefined;
  const ms = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(ms) ? undefined : ms;
}

export function projectOfBackupFile(file: string): string | undefined {
  const [projectId] = /^.+(?=-\d{8}T\d{6}Z-)/.exec(file) ?? [];
  return projectId !== undefined && backupFileTime(projectId, file) !== undefined ? projectId : undefined;
}
