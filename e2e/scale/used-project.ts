import { randomBytes } from 'node:crypto';
import { type ApiAnswer, createApiClient, textAt } from '../harness/api-client.ts';
import { ADMIN_TOKEN } from '../harness/service-process.ts';
import { upload } from '../harness/upload.ts';

const NOTES = {
  name: 'notes',
  columns: [{ name: 'title', type: 'text' }],
  rules: { read: 'public', create: 'public' },
};
const GREET = "export default async (ctx) => ({ greeting: 'Hello ' + ctx.payload.name });";

export interface UsedProject {
  readonly id: string;
  readonly publicKey: string;
}

/** Returns the base address of the process for the next request. */
export type NextUrl = () => string;

/** Creates a project with a table. Throws when a request is refused. */
export async function makeProject(nextUrl: NextUrl, id: string): Promise<UsedProject> {
  const post = (path: string, body: object) =>
    request(nextUrl(), `/cloud/projects${path}`, { method: 'POST', key: ADMIN_TOKEN, body });
  const project = await post('', { name: id, id });
  await post(`/${id}/tables`, NOTES);
  return { id, publicKey: textAt(project.body, 'data', 'public_key') };
}

/** Deploys a function, signs a user up, uploads a file and calls the function. Throws when a request is refused. */
export async function useProject(nextUrl: NextUrl, { id, publicKey }: UsedProject): Promise<void> {
  const post = (path: string, body: object) =>
    request(nextUrl(), `/baas/${id}${path}`, { method: 'POST', key: publicKey, body });
  const greet = { trigger: 'http', source: GREET };
  const path = `/cloud/projects/${id}/functions/greet`;
  await request(nextUrl(), path, { method: 'PUT', key: ADMIN_TOKEN, body: greet });
  const name = randomBytes(6).toString('hex');
  await post('/auth/signup', { email: `${name}@example.com`, password: `${name} correct horse` });
  await upload(`${nextUrl()}/api/baas/${id}`, ADMIN_TOKEN, { name: 'note.txt', bytes: name });
  await post('/functions/greet/invoke', { name });
}

/** Inserts a row and lists the table. Throws when a request is refused. */
export async function writeRow(nextUrl: NextUrl, { id, publicKey: key }: UsedProject): Promise<void> {
  const path = `/baas/${id}/data/notes`;
  await request(nextUrl(), path, { method: 'POST', key, body: { title: 'a note' } });
  await request(nextUrl(), `${path}?count=exact`, { method: 'GET', key });
}

/** Downloads a backup; resolves with its size. Throws when it is refused. */
export async function backUpProject(nextUrl: NextUrl, { id }: UsedProject): Promise<number> {
  const backup = await request(nextUrl(), `/cloud/projects/${id}/backup`, { method: 'GET', key: ADMIN_TOKEN });
  return backup.bytes.byteLength;
}

interface RequestOptions {
  readonly method: string;
  readonly key: string;
  readonly body?: object | undefined;
}

async function request(url: string, path: string, { method, key, body }: RequestOptions): Promise<ApiAnswer> {
  const answer = await createApiClient(`${url}/api`, key).call(method, path, { body });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer;
}
