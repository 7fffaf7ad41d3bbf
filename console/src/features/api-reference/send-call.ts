import { connectionFailure } from '../../shared/api/api-failure.ts';
import { sessionFetch } from '../../shared/api/session-fetch.ts';
import type { CurrentProject } from '../../shared/project/project-context.tsx';
import type { ApiCall } from './api-call.ts';
import type { Operation } from './description.ts';

const TEXT = /json|text|xml|javascript/;

export type Sender = 'anonymous' | 'console';

export interface CallAnswer {
  readonly status: number;
  readonly durationMs: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly type: string;
  readonly content: Blob;
  readonly text: string | undefined;
}

/** Rows and files can also be requested with the console's session, which has the rights of a secret key. */
export function sendersOf({ path }: Operation): readonly Sender[] {
  return /^\/(?:data|storage)\//.test(path) ? ['anonymous', 'console'] : ['anonymous'];
}

/** Sends the call as an anonymous app or as the console. A refusal is an answer too; throws when there is none. */
export async function sendCall(
  call: ApiCall,
  {
    project,
    sender,
    file,
  }: { readonly project: CurrentProject; readonly sender: Sender; readonly file: File | undefined },
): Promise<CallAnswer> {
  const isConsole = sender === 'console';
  const base = isConsole ? `/api/cloud/projects/${project.id}` : `/api/baas/${project.id}`;
  const body = call.form === undefined ? call.body : formOf(call.form, file);
  const request = new Request(base + call.path, {
    method: call.method,
    credentials: isConsole ? 'same-origin' : 'omit',
    headers: { ...call.headers, ...(!isConsole && { Authorization: `Bearer ${project.publicKey}` }) },
    ...(body !== undefined && { body }),
  });
  const startedAt = performance.now();
  const answer = isConsole ? await sessionFetch(request) : await reach(request);
  const content = await answer.blob();
  const type = answer.headers.get('Content-Type') ?? '';
  const durationMs = performance.now() - startedAt;
  return {
    status: answer.status,
    durationMs,
    headers: [...answer.headers],
    type,
    content,
    text: TEXT.test(type) ? await content.text() : undefined,
  };
}

function formOf(fields: NonNullable<ApiCall['form']>, file: File | undefined): FormData {
  const form = new FormData();
  // The service reads form fields in order, so fields about the file must precede it.
  for (const [name, value] of fields) form.set(name, value);
  if (file !== undefined) form.set('file', file);
  return form;
}

async function reach(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    throw connectionFailure();
  }
}
