import type { Loading } from '../../../archive/sections/index.ts';
import type { Operator, Project } from '../../../callers/index.ts';
import type { Database, PlainStep, StoreName } from '../../../database/index.ts';
import { isNotApplied } from '../../../database/index.ts';
import type { AuditAuthor } from '../../audit/index.ts';
import { createProject, type NewProject, roomSteps } from '../create-project.ts';
import { removeProject } from '../delete-project.ts';
import { findOwner } from '../find-owner.ts';
import { createKeysStore } from '../keys-store.ts';
import { forget, type ProjectsContext } from '../projects-context.ts';
import { createProjectsStore } from '../projects-store.ts';
import { requireStored } from '../read-projects.ts';
import { mayReadSecrets, type RoleOf } from './may-read-secrets.ts';
import { type RestoredSettings, restoredSettings } from './restored-settings.ts';
import { type SavedProject, saveProject } from './save-project.ts';
import type { SavedMailTemplate, SettingsDocument } from './settings-document.ts';
import { type StoreSwitch, switchStore } from './switch-store.ts';

export interface ProjectArchives {
  save(project: Project, mailTemplates: readonly SavedMailTemplate[]): Promise<SavedProject>;
  findIn(database: Database, id: string): Promise<Project | undefined>;
  create(author: AuditAuthor & { readonly operator: Operator }, project: NewProject): Promise<Project>;
  /**
   * Deletes a project; false, without effect, if it, its members, keys or settings have changed since its creation. The
   * extra steps run in the transaction that deletes it.
   */
  removeUnchanged(author: AuditAuthor, project: Project, extraSteps?: readonly PlainStep[]): Promise<boolean>;
  saveFrom(database: Database, project: Project, mailTemplates: readonly SavedMailTemplate[]): Promise<SavedProject>;
  /** The project's settings from an archive. Throws `UnfitRecord`. */
  read(
    loading: Loading,
    from: { readonly document: SettingsDocument; readonly project: Project; readonly mayRaiseLimits: boolean },
  ): Promise<RestoredSettings>;
  switchStore(author: AuditAuthor, change: StoreSwitch): Promise<void>;
  /**
   * Whether an operator may read the secrets of the project that has, or had, this store: its owners and admins, the
   * owners at its deletion, and operators of the installation. Anyone else could restore a leaked archive into a
   * project of their own to read them.
   */
  mayReadSecrets(operator: AuditAuthor['operator'], store: StoreName): Promise<boolean>;
  allStores(): Promise<readonly StoreName[]>;
  idsByStore(): Promise<ReadonlyMap<StoreName, string>>;
  ofStore(store: StoreName): Promise<Project | undefined>;
  isInUse(store: StoreName): Promise<boolean>;
  /** Whether a project, its members, keys or settings have changed since its creation. */
  isChanged(store: StoreName): Promise<boolean>;
}

export function createProjectArchives(context: ProjectsContext, roleOf: RoleOf): ProjectArchives {
  return {
    mayReadSecrets: (operator, store) => mayReadSecrets(context, roleOf, { operator, store }),
    save: (project, mailTemplates) => saveProject(context, project, mailTemplates),
    create: (author, project) => createProject(context, author, project, roomSteps(context, author)),
    async removeUnchanged(author, project, extraSteps = []) {
      const unchanged = context.projectsStore.requireUnchangedStep(project.store);
      try {
        await removeProject(context, author, project, [unchanged, ...extraSteps]);
        return true;
      } catch (error) {
        if (isNotApplied(error, 'changed')) return false;
        throw error;
      }
    },
    findIn: async (database, id) => (await createProjectsStore(database).find(id))?.project,
    saveFrom: (database, project, mailTemplates) =>
      saveProject(
        { ...context, projectsStore: createProjectsStore(database), keysStore: createKeysStore(database) },
        project,
        mailTemplates,
      ),
    async read(loading, { document, project, mayRaiseLimits }) {
      const { settings: before } = await requireStored(context, project);
      return await restoredSettings(context, loading, { document, before, mayRaiseLimits });
    },
    async switchStore(author, change) {
      await switchStore(context, author, change);
      await forget(context, change.project.store);
    },
    allStores: async () => (await context.projectsStore.stores()) as readonly StoreName[],
    idsByStore: () => context.projectsStore.idsByStore(),
    isInUse: async (store) => (await context.projectsStore.idOf(store)) !== undefined,
    isChanged: (store) => context.projectsStore.isChanged(store),
    ofStore: (store) => findOwner(context, store),
  };
}
