import type { Project } from '../../callers/index.ts';
import type { Database } from '../../database/index.ts';
import type { Origins } from '../../http/index.ts';
import type { Jobs } from '../../jobs/index.ts';
import type { MessageLimits } from '../../limits/index.ts';
import type { Mail } from '../../mail/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { SafeFetch } from '../../platform/safe-fetch/index.ts';
import type { MaybePromise } from '../../platform/when-ready.ts';
import type { Audit } from '../audit/index.ts';
import type { Settings } from '../projects/index.ts';
import type { MessagesStore } from './messages-store.ts';
import type { NoticesStore } from './notices-store.ts';
import type { TextsStore } from './texts-store.ts';

export interface SenderAccount {
  readonly email: string;
  readonly name: string | null;
  readonly isVerified: boolean;
}

export interface InboxContext {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: () => string;
  readonly jobs: Jobs;
  readonly mail: Mail;
  readonly audit: Audit;
  readonly origins: Pick<Origins, 'isAllowed'>;
  readonly limits: MessageLimits;
  readonly safeFetch: SafeFetch;
  readonly addresses: { readonly publicUrl: string; projectUrl(projectId: string): string };
  readonly masterKey: Uint8Array;
  readonly messages: MessagesStore;
  readonly texts: TextsStore;
  readonly notices: NoticesStore;
  settings(project: Project): Settings['inbox'];
  captchaSecret(project: Project): string | undefined;
  ownerEmails(project: Project): Promise<readonly string[]>;
  /** Counts a mail of this kind to an address. False when there were some just before. */
  mayMail(project: Project, kind: string, email: string): Promise<boolean>;
  /** Returns false when another address was set meanwhile. */
  confirmNotifyEmail(
    project: Project,
    confirmed: { readonly email: string; readonly author: { readonly ip: string; readonly requestId: string } },
  ): Promise<boolean>;
  findProject(id: string): MaybePromise<Project | undefined>;
  findSender(project: Project, userId: string): Promise<SenderAccount | undefined>;
}
