import { Type } from 'typebox';
import type { Project } from '../../callers/index.ts';
import type { Database, StoreName } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { ServiceError } from '../../platform/errors.ts';

/** A project is measured again before it could fill its room at this speed. */
const BYTES_PER_SECOND = 50 * 1024 * 1024;
const KEPT_MS_MAX = 30_000;
const PROJECTS_MAX = 10_000;

export const rowsUsage = Type.Object({ bytes: Type.Integer(), bytes_max: Type.Integer() });

/** Limits the disk space of each project's rows, so that one project cannot fill the disk for all. */
export interface RowsRoom {
  /** Call this before adding or changing rows. Throws `storage_full`; deletes stay possible. */
  require(project: Project): Promise<void> | undefined;
  measure(project: Project): Promise<number>;
}

interface MeasuredBytes {
  readonly bytes: number;
  readonly atMs: number;
}

export function createRowsRoom({
  database,
  clock,
  bytesMax,
}: {
  readonly database: Database;
  readonly clock: Clock;
  readonly bytesMax: (project: Project) => number;
}): RowsRoom {
  const known = new Map<StoreName, MeasuredBytes>();

  const measure = async ({ store }: Project): Promise<number> => {
    const [row] = await database.query(store, database.dialect.storeSize(store));
    const bytes = Number(row?.['bytes'] ?? 0);
    if (known.size >= PROJECTS_MAX) known.clear();
    known.set(store, { bytes, atMs: clock.now() });
    return bytes;
  };

  const measureAndRequire = async (project: Project): Promise<void> => {
    const bytes = await measure(project);
    const max = bytesMax(project);
    if (bytes < max) return;
    throw new ServiceError(
      'storage_full',
      'The tables of this project have reached their size limit. Delete rows first.',
      {
        details: { rows_bytes: bytes, limit: max },
      },
    );
  };

  return {
    measure,
    require(project) {
      const last = known.get(project.store);
      if (last === undefined) return measureAndRequire(project);
      const roomMs = ((bytesMax(project) - last.bytes) / BYTES_PER_SECOND) * 1000;
      const isFresh = clock.now() - last.atMs < Math.min(KEPT_MS_MAX, roomMs);
      return isFresh ? undefined : measureAndRequire(project);
    },
  };
}
