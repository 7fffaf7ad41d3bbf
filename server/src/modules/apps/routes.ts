import { Type } from 'typebox';
import { type Answer, listingQuery, type MemberCall, memberRoute, type Route, readListing } from '../../http/index.ts';
import { parseUuid } from '../../platform/ids.ts';
import type { AppsContext } from './apps-context.ts';
import {
  type Deployment,
  deploymentChanges,
  deploymentNotFound,
  deploymentRecord,
  presentDeployment,
} from './deployment.ts';
import { publishApp } from './publish/publish-app.ts';
import { rollBack } from './roll-back.ts';

const ALL = '/api/cloud/projects/:project_id/deployments';
const ONE = `${ALL}/:deployment_id`;
const publishedDeployment = Type.Object({
  data: Type.Object({ ...deploymentRecord.properties, changes: deploymentChanges }),
  count: Type.Literal(1),
});
const triedDeployment = Type.Object({
  data: Type.Object({ changes: deploymentChanges, dry_run: Type.Literal(true) }),
  count: Type.Literal(1),
});
const oneDeployment = Type.Object({ data: deploymentRecord, count: Type.Literal(1) });

export function appRoutes(context: AppsContext): readonly Route[] {
  return [
    memberRoute({
      method: 'POST',
      path: ALL,
      id: 'createDeployment',
      summary: 'Publishes a tar.gz of dist/, webhook/ and functions/, switching to all of it at once or not at all',
      role: 'admin',
      body: 'stream',
      documentedBody: Type.Unknown({ description: 'At most 100 MiB; unpacked 250 MiB and 10,000 entries.' }),
      documentedTypes: ['application/gzip'],
      query: Type.Object({
        dry_run: Type.Optional(
          Type.Boolean({
            description: 'Builds and checks everything, and returns what would change without publishing.',
          }),
        ),
        adopt: Type.Optional(Type.Boolean({ description: 'Replaces functions that were deployed individually.' })),
      }),
      responses: { 200: triedDeployment, 201: publishedDeployment },
      handle: (call) => publish(context, call),
    }),
    memberRoute({
      method: 'GET',
      path: ALL,
      id: 'listDeployments',
      summary: 'Lists the stored deployments, newest first',
      role: 'viewer',
      query: listingQuery,
      responses: { 200: Type.Object({ data: Type.Array(deploymentRecord), count: Type.Integer() }) },
      handle: (call) => listDeployments(context, call),
    }),
    memberRoute({
      method: 'GET',
      path: ONE,
      id: 'getDeployment',
      summary: 'Returns a deployment',
      role: 'viewer',
      responses: { 200: oneDeployment },
      handle: async (call) => {
        const { store } = call.project;
        const deployment = await context.deploymentsStore.find(store, requireId(call));
        if (deployment === undefined) throw deploymentNotFound();
        const { deploymentId } = await context.deploymentsStore.state(store);
        return answer(context, call, deployment, { status: 200, active: deployment.id === deploymentId });
      },
    }),
    memberRoute({
      method: 'POST',
      path: `${ONE}/rollback`,
      id: 'rollBackDeployment',
      summary: 'Activates a stored deployment again, with its functions and handlers',
      role: 'admin',
      responses: { 200: oneDeployment },
      handle: async (call) => {
        const deployment = await rollBack(context, call, { project: call.project, id: requireId(call) });
        return answer(context, call, deployment, { status: 200, active: true });
      },
    }),
  ];
}

type PublishCall = MemberCall & { readonly query: { readonly dry_run?: boolean; readonly adopt?: boolean } };

async function publish(context: AppsContext, call: PublishCall): Promise<Answer> {
  const { dry_run: isDry = false, adopt: isAdopting = false } = call.query;
  const { deployment, changes } = await publishApp(context, call, { isDry, isAdopting });
  if (isDry) return { status: 200, body: { data: { changes, dry_run: true }, count: 1 } };
  const shown = presentDeployment(deployment, { active: true, url: context.appUrl(call.project.id) });
  return { status: 201, body: { data: { ...shown, changes }, count: 1 } };
}

type ListCall = MemberCall & { readonly query: Parameters<typeof readListing>[0] };

async function listDeployments(
  { deploymentsStore, appUrl }: AppsContext,
  { project, query }: ListCall,
): Promise<Answer> {
  const { limit, offset, order } = readListing(query, {
    fields: ['number', 'created_at'],
    otherwise: { field: 'number', direction: 'desc' },
    tieBreaker: 'number',
  });
  const [deployments, { deploymentId }] = await Promise.all([
    deploymentsStore.list(project.store),
    deploymentsStore.state(project.store),
  ]);
  const url = appUrl(project.id);
  const data = deployments.map((one) => presentDeployment(one, { active: one.id === deploymentId, url }));
  for (const { field, direction } of order.toReversed()) {
    const sign = direction === 'asc' ? 1 : -1;
    data.sort((a, b) => (a[field] < b[field] ? -sign : a[field] > b[field] ? sign : 0));
  }
  return { status: 200, body: { data: data.slice(offset, offset + limit), count: data.length } };
}

function answer(
  { appUrl }: AppsContext,
  { project }: MemberCall,
  deployment: Deployment,
  { status, active }: { status: number; active: boolean },
): Answer {
  return { status, body: { data: presentDeployment(deployment, { active, url: appUrl(project.id) }), count: 1 } };
}

function requireId({ params }: MemberCall): string {
  const id = parseUuid(params['deployment_id'] ?? '');
  if (id === undefined) throw deploymentNotFound();
  return id;
}
