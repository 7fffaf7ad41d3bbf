import { randomUUID } from 'node:crypto';
import { chown, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The service answers this request at its start. No token is needed: only its user and root can write here. */
const REQUEST = 'upgrade-check.json';
const ANSWER = 'upgrade-check.answer.json';

export interface CheckAnswer {
  readonly id: string;
  readonly version: string;
  readonly projects: number;
  /** How many projects have been read, including the unreadable ones. */
  readonly read: number;
  readonly unreadable: readonly { readonly project: string; readonly error: string }[];
}

/** Returns the id of the request. */
export async function requestCheck(dataDir: string): Promise<string> {
  const id = randomUUID();
  await removeCheck(dataDir);
  await putFile(dataDir, REQUEST, { id });
  return id;
}

export async function removeCheck(dataDir: string): Promise<void> {
  await endRequest(dataDir);
  await rm(join(dataDir, ANSWER), { force: true });
}

export async function findRequest(dataDir: string): Promise<string | undefined> {
  const request = await readJson<{ readonly id?: unknown }>(dataDir, REQUEST);
  return typeof request?.id === 'string' ? request.id : undefined;
}

/** Removes the request, so that the next start does not repeat the check. */
export async function endRequest(dataDir: string): Promise<void> {
  await rm(join(dataDir, REQUEST), { force: true });
}

export async function answerRequest(dataDir: string, answer: CheckAnswer): Promise<void> {
  await putFile(dataDir, ANSWER, answer);
}

export async function findAnswer(dataDir: string, id: string): Promise<CheckAnswer | undefined> {
  const answer = await readJson<CheckAnswer>(dataDir, ANSWER);
  return answer?.id === id ? answer : undefined;
}

/** The file appears whole and belongs to the user of the directory. */
async function putFile(dataDir: string, name: string, content: object): Promise<void> {
  const path = join(dataDir, name);
  await writeFile(`${path}.part`, JSON.stringify(content), { mode: 0o600 });
  const { uid, gid } = await stat(dataDir);
  if (process.getuid?.() !== uid) await chown(`${path}.part`, uid, gid);
  await rename(`${path}.part`, path);
}

async function readJson<Content>(dataDir: string, name: string): Promise<Content | undefined> {
  try {
    return JSON.parse(await readFile(join(dataDir, name), 'utf8')) as Content;
  } catch (error) {
    if (Object(error).code === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
