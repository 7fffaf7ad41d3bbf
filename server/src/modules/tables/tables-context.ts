import type { Project, User } from '../../callers/index.ts';
import type { Database, PlainStep, StoreName, TableDdl } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Author } from './author.ts';
import type { CatalogueCache } from './catalogue-cache.ts';
import type { CatalogueChanges } from './change-catalogue.ts';
import type { TableChanges } from './changes/table-changes.ts';
import type { SearchBuilds } from './search/search-builds.ts';
import type { SlowLists } from './slow-lists.ts';

export interface AuditEntry {
  readonly project: { readonly id: string; readonly store: StoreName };
  readonly action: string;
  readonly target: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

export interface AuditLog {
  step(author: Author, entry: AuditEntry): PlainStep;
}

export interface Announcements {
  steps(subject: string): readonly PlainStep[];
  announce(subject: string): void;
  subscribe(listener: (subject: string) => void): void;
}

/** Finds a user of a project by id. The module that keeps accounts implements it. */
export interface UserDirectory {
  findUser(project: Project, id: string): User | undefined | Promise<User | undefined>;
}

/** Asks another module whether something needs a table. Returns a description ("the webhook …"), or undefined. */
export type TableUse = (
  project: Project,
  table: { readonly id: string; readonly name: string },
) => string | undefined | Promise<string | undefined>;

export interface TablesContext {
  readonly database: Database;
  readonly ddl: TableDdl;
  readonly clock: Clock;
  readonly ids: () => string;
  readonly cache: CatalogueCache;
  readonly changes: CatalogueChanges;
  readonly audit: AuditLog;
  readonly announcements: Announcements | undefined;
  readonly users: UserDirectory | undefined;
  readonly uses: readonly TableUse[];
  readonly slowLists: SlowLists;
  readonly searchBuilds: SearchBuilds;
  readonly tableChanges: TableChanges;
}

const SUBJECT = 'tables:';

export function catalogueSubject(store: StoreName): string {
  return `${SUBJECT}${store}`;
}

export function storeOfSubject(subject: string): StoreName | undefined {
  return subject.startsWith(SUBJECT) ? (subject.slice(SUBJECT.length) as StoreName) : undefined;
}
