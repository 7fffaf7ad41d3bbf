import type { Project } from '../../callers/index.ts';
import type { Database, PlainStep, StoreName } from '../../database/index.ts';
import { type DatabaseFailure, isDatabaseFailure } from '../../database/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { Catalogue } from './catalogue.ts';
import type { CatalogueCache } from './catalogue-cache.ts';
import { nextVersionStep, VERSION_STEP } from './tables-store.ts';

const TRIES = 10;

export interface Plan<Result> {
  readonly steps: readonly PlainStep[];
  /** The error to throw when a step fails, by the step's name. */
  readonly refusals?: ReadonlyMap<string, ServiceError>;
  readonly result: Result;
}

export interface CatalogueChanges {
  /** The transaction checks the catalogue's version, so a plan runs only on the tables it was made for. */
  change<Result>(
    project: Pick<Project, 'store'>,
    plan: (catalogue: Catalogue) => Plan<Result>,
  ): Promise<{ readonly result: Result; readonly catalogue: Catalogue }>;
}

export function createCatalogueChanges(database: Database, cache: CatalogueCache): CatalogueChanges {
  // Changes of one project run one after the other, so that they do not make each other retry.
  const lines = new Map<string, Promise<unknown>>();

  // The outcome of the change is unknown, so the catalogue in memory may be stale.
  const lost = (store: StoreName, error: unknown): unknown => {
    cache.forget(store);
    return error;
  };

  const change: CatalogueChanges['change'] = async (project, plan) => {
    const { store } = project;
    for (let tries = 0; tries < TRIES; tries += 1) {
      const catalogue = await cache.get(store);
      const { version } = catalogue;
      const planned = plan(catalogue);
      const steps = [nextVersionStep(database.dialect, version), ...planned.steps];
      try {
        await database.write(store, steps, {
          exclusive: true,
          schemaVersion: version,
          nextSchemaVersion: version + 1,
        });
      } catch (error) {
        if (!isOutdated(error)) throw refusalOf(error, steps, planned.refusals) ?? lost(store, error);
        await cache.reload(store, version);
        continue;
      }
      return { result: planned.result, catalogue: await cache.reload(store, version) };
    }
    throw new ServiceError('overloaded', 'The tables of this project are being changed too often at the moment.');
  };

  return {
    change: (project, plan) => {
      const before = lines.get(project.store) ?? Promise.resolve();
      const running = before.then(
        () => change(project, plan),
        () => change(project, plan),
      );
      lines.set(project.store, running);
      const done = (): void => {
        if (lines.get(project.store) === running) lines.delete(project.store);
      };
      running.then(done, done);
      return running;
    },
  };
}

function isOutdated(error: unknown): boolean {
  if (!isDatabaseFailure(error)) return false;
  return error.kind === 'stale_schema' || (error.kind === 'not_applied' && error.error.name === VERSION_STEP);
}

function refusalOf(
  error: unknown,
  steps: readonly PlainStep[],
  refusals: Plan<unknown>['refusals'],
): ServiceError | undefined {
  return isDatabaseFailure(error) ? refusals?.get(nameOf(error, steps)) : undefined;
}

function nameOf({ kind, error }: DatabaseFailure, steps: readonly PlainStep[]): string {
  if (kind === 'not_applied') return error.name ?? '';
  return kind === 'unique_violation' ? (steps[error.step ?? -1]?.name ?? '') : '';
}
