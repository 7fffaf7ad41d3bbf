import { Type } from 'typebox';
import { callerRoute, type MemberCall, memberRoute, type Route, readIfMatch } from '../../http/index.ts';
import { functionNotFound } from './definitions/function-definition.ts';
import { isHandlerName } from './definitions/handler-name.ts';
import { deleteFunction } from './deployment/delete-function.ts';
import {
  functionAnswer,
  functionBody,
  functionsAnswer,
  functionsQuery,
  rollbackBody,
} from './deployment/options/function-schemas.ts';
import { putFunction } from './deployment/put-function.ts';
import { rollBack } from './deployment/roll-back.ts';
import { listFunctions, showFunction } from './deployment/show-functions.ts';
import { invokeFunction } from './entrances/invoke/invoke-function.ts';
import { offeredFunctions } from './entrances/invoke/offered-functions.ts';
import {
  cancelJob,
  getJob,
  hurryJob,
  jobAnswer,
  jobsAnswer,
  jobsQuery,
  listJobs,
  orderedAnswer,
  resumedAnswer,
  resumeJobs,
  retryJob,
} from './entrances/later/manage-jobs.ts';
import { laterBody, orderLater, orderLaterAsMember } from './entrances/later/order-later.ts';
import { runNow } from './entrances/run-now.ts';
import { previewAnswer, previewBody, previewSchedule } from './entrances/schedules/preview-schedule.ts';
import { receiveWebhook } from './entrances/webhook/receive-webhook.ts';
import { invokeAnswer, invokeFailure } from './execution/invocation/invoke-result.ts';
import type { FunctionsContext } from './functions-context.ts';
import { getRun, listAllRuns, listRuns } from './records/list-runs.ts';
import { allRunsQuery, ranAnswer, runAnswer, runBody, runsAnswer, runsQuery } from './records/run-schemas.ts';
import { secretRoutes } from './secret-routes.ts';

const OFFERED = '/api/baas/:project_id/functions';
const PROJECT = '/api/cloud/projects/:project_id';
const ALL = `${PROJECT}/functions`;
const ONE = `${ALL}/:name`;
const SOURCES_BYTES_MAX = 32 * 1024 * 1024;

export function functionRoutes(context: FunctionsContext): readonly Route[] {
  return [
    ...callRoutes(context),
    ...deployRoutes(context),
    ...runRoutes(context),
    ...jobRoutes(context),
    ...secretRoutes(context),
  ];
}

function callRoutes(context: FunctionsContext): readonly Route[] {
  const offered = Type.Object({
    name: Type.String(),
    trigger: Type.String(),
    description: Type.Union([Type.String(), Type.Null()]),
    access: Type.String(),
  });
  return [
    callerRoute({
      method: 'GET',
      path: OFFERED,
      id: 'listCallableFunctions',
      summary: 'Lists the functions that the caller may call; with a secret key, all functions',
      responses: { 200: Type.Object({ data: Type.Array(offered), count: Type.Integer() }) },
      handle: ({ project, caller }) => offeredFunctions(context, project, caller),
    }),
    callerRoute({
      method: 'POST',
      path: `${OFFERED}/:name/invoke`,
      documentedQuery: Type.Object(
        {},
        { additionalProperties: true, description: 'The function can read the query in `ctx.request.url`.' },
      ),
      id: 'invokeFunction',
      summary: 'Calls an http function with the body as its payload',
      rate: 'invoke',
      body: 'bytes',
      documentedBody: Type.Unknown({ description: 'Any JSON of at most 1 MB; optional.' }),
      responses: { 200: invokeAnswer },
      failure: {
        schema: invokeFailure,
        fields: (durationMs) => ({ success: false, duration_ms: Math.round(durationMs) }),
      },
      handle: (call) => invokeFunction(context, call),
    }),
    callerRoute({
      method: 'POST',
      path: `${OFFERED}/:name/later`,
      id: 'orderLater',
      summary: 'Queues a run of an http function, for now or later; for secret keys',
      rate: 'invoke',
      body: laterBody,
      isBodyOptional: true,
      responses: { 200: orderedAnswer, 202: orderedAnswer },
      handle: (call) => orderLater(context, call),
    }),
    callerRoute({
      method: 'POST',
      path: `${OFFERED}/:name/webhook`,
      id: 'receiveWebhook',
      summary: 'Calls a webhook function; needs no key, because the function itself verifies the sender',
      keyless: () => 'anonymous',
      documentedQuery: Type.Object({}),
      body: 'bytes',
      documentedBody: Type.Unknown({ description: 'Any content of at most 1 MiB; the function gets the exact bytes.' }),
      responses: { 200: Type.Unknown({ description: 'The function’s answer.' }) },
      handle: (call) => {
        const name = nameOf(call);
        if (isHandlerName(name)) throw functionNotFound();
        return receiveWebhook(context, call, { name, origin: context.addresses.publicUrl });
      },
    }),
  ];
}

function deployRoutes(context: FunctionsContext): readonly Route[] {
  return [
    memberRoute({
      method: 'GET',
      path: ALL,
      id: 'listFunctions',
      summary: 'Lists the functions',
      role: 'viewer',
      query: functionsQuery,
      responses: { 200: functionsAnswer },
      handle: ({ project, query }) => listFunctions(context, project, query),
    }),
    memberRoute({
      method: 'PUT',
      path: ONE,
      id: 'putFunction',
      summary: 'Deploys a function or changes the options that are sent; a source that fails to load changes nothing',
      role: 'admin',
      body: functionBody,
      bodyBytesMax: SOURCES_BYTES_MAX,
      responses: { 200: functionAnswer, 201: functionAnswer },
      handle: async (call) => {
        const { project, body } = call;
        const { isNew } = await putFunction(context, call, {
          project,
          name: nameOf(call),
          body,
          origin: 'api',
          seen: readIfMatch(call.headers),
        });
        return await showFunction(context, project, nameOf(call), isNew ? 201 : 200);
      },
    }),
    memberRoute({
      method: 'GET',
      path: ONE,
      id: 'getFunction',
      summary: 'Returns a function with its sources and stored versions',
      role: 'viewer',
      responses: { 200: functionAnswer },
      handle: (call) => showFunction(context, call.project, nameOf(call)),
    }),
    memberRoute({
      method: 'DELETE',
      path: ONE,
      id: 'deleteFunction',
      summary: 'Deletes a function with all its versions',
      role: 'admin',
      responses: { 200: Type.Object({ count: Type.Integer() }) },
      handle: async (call) => {
        const seen = readIfMatch(call.headers);
        await deleteFunction(context, call, { project: call.project, name: nameOf(call), seen });
        return { status: 200, body: { count: 1 } };
      },
    }),
    memberRoute({
      method: 'POST',
      path: `${ONE}/rollback`,
      id: 'rollBackFunction',
      summary: 'Activates an earlier version of a function again',
      role: 'admin',
      body: rollbackBody,
      isBodyOptional: true,
      responses: { 200: functionAnswer },
      handle: async (call) => {
        const { project, body } = call;
        await rollBack(context, call, { project, name: nameOf(call), version: body.version });
        return await showFunction(context, project, nameOf(call));
      },
    }),
  ];
}

function runRoutes(context: FunctionsContext): readonly Route[] {
  return [
    memberRoute({
      method: 'POST',
      path: `${ONE}/run`,
      id: 'runFunction',
      summary: 'Runs a function now, or repeats an earlier run with its payload; answers when the run has ended',
      role: 'editor',
      body: runBody,
      isBodyOptional: true,
      responses: { 200: ranAnswer },
      handle: (call) => runNow(context, call),
    }),
    memberRoute({
      method: 'GET',
      path: `${PROJECT}/runs`,
      id: 'listAllRuns',
      summary: 'Lists the runs of all functions, newest first',
      role: 'viewer',
      query: allRunsQuery,
      responses: { 200: runsAnswer },
      handle: (call) => listAllRuns(context, call),
    }),
    memberRoute({
      method: 'POST',
      path: `${PROJECT}/schedules/preview`,
      id: 'previewSchedule',
      summary: 'Returns the next times at which a schedule would run',
      role: 'viewer',
      body: previewBody,
      responses: { 200: previewAnswer },
      handle: ({ body }) => previewSchedule(context, body),
    }),
    memberRoute({
      method: 'GET',
      path: `${ONE}/runs`,
      id: 'listRuns',
      summary: 'Lists the runs of a function, newest first',
      role: 'viewer',
      query: runsQuery,
      responses: { 200: runsAnswer },
      handle: (call) => listRuns(context, call),
    }),
    memberRoute({
      method: 'GET',
      path: `${ONE}/runs/:run_id`,
      id: 'getRun',
      summary: 'Returns a run with its payload and its log',
      role: 'viewer',
      responses: { 200: runAnswer },
      handle: (call) => getRun(context, call),
    }),
  ];
}

function jobRoutes(context: FunctionsContext): readonly Route[] {
  const jobs = `${PROJECT}/jobs`;
  const job = `${jobs}/:job_id`;
  return [
    memberRoute({
      method: 'POST',
      path: `${ONE}/later`,
      id: 'orderJob',
      summary: 'Queues a run of an http function, for now or later',
      role: 'editor',
      body: laterBody,
      isBodyOptional: true,
      responses: { 200: orderedAnswer, 202: orderedAnswer },
      handle: (call) => orderLaterAsMember(context, call),
    }),
    memberRoute({
      method: 'GET',
      path: jobs,
      id: 'listJobs',
      summary: 'Lists the queued runs, newest first',
      role: 'viewer',
      query: jobsQuery,
      responses: { 200: jobsAnswer },
      handle: (call) => listJobs(context, call),
    }),
    memberRoute({
      method: 'POST',
      path: `${jobs}/resume`,
      id: 'resumeJobs',
      summary: 'Resumes the jobs of a project that was restored paused',
      role: 'editor',
      responses: { 200: resumedAnswer },
      handle: (call) => resumeJobs(context, call),
    }),
    memberRoute({
      method: 'GET',
      path: job,
      id: 'getJob',
      summary: 'Returns a job with its payload',
      role: 'viewer',
      responses: { 200: jobAnswer },
      handle: (call) => getJob(context, call),
    }),
    memberRoute({
      method: 'DELETE',
      path: job,
      id: 'cancelJob',
      summary: 'Cancels a waiting job',
      role: 'editor',
      responses: { 200: jobAnswer },
      handle: (call) => cancelJob(context, call),
    }),
    memberRoute({
      method: 'POST',
      path: `${job}/retry`,
      id: 'retryJob',
      summary: 'Queues a failed or cancelled job again, with all its retries',
      role: 'editor',
      responses: { 200: jobAnswer },
      handle: (call) => retryJob(context, call),
    }),
    memberRoute({
      method: 'POST',
      path: `${job}/run`,
      id: 'runJobNow',
      summary: 'Starts a waiting job now',
      role: 'editor',
      responses: { 200: jobAnswer },
      handle: (call) => hurryJob(context, call),
    }),
  ];
}

function nameOf({ params }: Pick<MemberCall, 'params'>): string {
  return params['name'] ?? '';
}
