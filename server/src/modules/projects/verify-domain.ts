import { isInstanceOperator, type Project } from '../../callers/index.ts';
import { isNotApplied } from '../../database/index.ts';
import type { Answer, MemberCall } from '../../http/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { AuditAuthor } from '../audit/index.ts';
import { DOMAINS_SUBJECT } from './app-domains.ts';
import { domainProof } from './domain-proof.ts';
import { domainState } from './domain-state.ts';
import { changeProject, type ProjectsContext } from './projects-context.ts';

const FIRST_DAY_MS = 24 * 60 * 60 * 1000;
const ASK_EVERY_MS = 60_000;

/** Checks the proof immediately; an operator of the installation may confirm without a proof. */
export async function verifyDomain(
  context: ProjectsContext,
  call: MemberCall<unknown, { readonly confirm?: boolean }>,
): Promise<Answer> {
  const { project, operator, body } = call;
  const domain = (call.params['domain'] ?? '').toLowerCase();
  if (!context.cache.recordOf(project).settings.app.domains.includes(domain)) throw noSuchDomain();
  if (body.confirm === true && !isInstanceOperator(operator)) {
    throw new ServiceError('forbidden', 'Only an operator of the installation may confirm a domain without its proof.');
  }
  const isServed = domainState(context, project, domain).state === 'served';
  if (!isServed && (body.confirm === true || (await hasProof(context, project, domain)))) {
    await serve(context, call, project, { domain, isConfirmed: body.confirm === true });
  }
  return { status: 200, body: { data: domainState(context, project, domain), count: 1 } };
}

/** Checks the proofs of domains claimed within the last day, once a minute, because new DNS records take a while to spread. */
export function watchPendingDomains(context: ProjectsContext): { start(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let isAsking = false;
  const ask = async (): Promise<void> => {
    if (isAsking) return;
    isAsking = true;
    try {
      await servePending(context);
    } catch (error) {
      context.onError(error);
    } finally {
      isAsking = false;
    }
  };
  return {
    start: () => {
      timer = setInterval(() => void ask(), ASK_EVERY_MS).unref();
    },
    stop: () => clearInterval(timer),
  };
}

async function servePending(context: ProjectsContext): Promise<void> {
  for (const { domain, projectId } of await context.domainsStore.pending(context.clock.now() - FIRST_DAY_MS)) {
    const project = await context.cache.find(projectId);
    if (project === undefined || !(await hasProof(context, project, domain))) continue;
    await serve(context, { operator: { kind: 'service' } }, project, { domain, isConfirmed: false });
  }
}

async function hasProof({ askTexts, masterKey }: ProjectsContext, project: Project, domain: string): Promise<boolean> {
  const { txt_name: name, txt_value: value } = domainProof(masterKey, project, domain);
  return (await askTexts(name)).includes(value);
}

async function serve(
  context: ProjectsContext,
  author: AuditAuthor,
  project: Project,
  { domain, isConfirmed }: { readonly domain: string; readonly isConfirmed: boolean },
): Promise<void> {
  try {
    await changeProject(context, author, {
      project,
      action: 'domain.serve',
      target: domain,
      details: { proof: isConfirmed ? 'operator' : 'dns' },
      steps: [...context.domainsStore.serveSteps(project.store, domain), ...context.feed.steps(DOMAINS_SUBJECT)],
    });
  } catch (error) {
    if (isNotApplied(error, 'claim')) throw noSuchDomain();
    throw error;
  }
  await context.appDomains.reload();
}

function noSuchDomain(): ServiceError {
  return new ServiceError('not_found', 'The settings of this project do not list this domain. Add it first.');
}
