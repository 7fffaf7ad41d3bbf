import type { Caller, Project } from '../../../../callers/index.ts';
import { validationFailed } from '../../../../platform/errors.ts';
import type { FilePatch, NewFile, Storage, Visibility } from '../../../storage/index.ts';
import type { BridgeAsk, BridgeReply, StorageOp } from '../../runtime/index.ts';
import { readFields, readFilters, readNames, readNumber, readOptions, readText, requireText } from './read-args.ts';

export type StorageAsk =
  | Extract<BridgeAsk, { readonly op: 'storage.upload' }>
  | { readonly op: StorageOp; readonly args: readonly unknown[] };

const SIGNED_SECONDS_MAX = 604_800;
const VISIBILITIES: readonly Visibility[] = ['public', 'authenticated', 'owner', 'private'];

export async function askStorage(
  storage: Omit<Storage, 'routes'>,
  { project, caller }: { readonly project: Project; readonly caller: Caller },
  ask: StorageAsk,
): Promise<BridgeReply> {
  const [first, second] = ask.args;
  switch (ask.op) {
    case 'storage.upload':
      return json(await storage.upload(project, caller, readNewFile(first, ask.body)));
    case 'storage.list':
      return json((await storage.list(project, caller, readListOptions(first))).files);
    case 'storage.get':
      return json(await storage.get(project, caller, requireText('id', first)));
    case 'storage.download':
      return { bytes: (await storage.read(project, caller, requireText('id', first))).reading.bytes };
    case 'storage.update':
      return json(await storage.update(project, caller, requireText('id', first), readPatch(second)));
    case 'storage.remove':
      return json(await storage.remove(project, caller, requireText('id', first)));
    case 'storage.sign': {
      const seconds = readSeconds(readFields(second, ['expires_in'])['expires_in']);
      return json((await storage.sign(project, caller, requireText('id', first), seconds)).url);
    }
  }
}

function json(value: unknown): BridgeReply {
  return { json: JSON.stringify(value) };
}

function readNewFile(file: unknown, bytes: AsyncIterable<Uint8Array>): NewFile {
  const { name, path, visibility, metadata } = readFields(file, ['name', 'path', 'visibility', 'metadata']);
  return {
    filename: requireText('name', name),
    bytes,
    ...(path !== undefined && { path: requireText('path', path) }),
    ...(visibility !== undefined && { visibility: requireVisibility(visibility) }),
    ...(metadata !== undefined && { metadata: JSON.stringify(metadata) }),
  };
}

function readListOptions(options: unknown) {
  const known = ['prefix', 'filter', 'order', 'limit', 'offset', 'after', 'before'];
  const { prefix, filter, order, limit, offset, after, before } = readOptions(options, known);
  return {
    prefix: readText('prefix', prefix),
    filters: readFilters(filter),
    order: readNames('order', order),
    limit: readNumber(limit),
    offset: readNumber(offset),
    after,
    before,
  };
}

function readPatch(patch: unknown): FilePatch {
  const { name, path, visibility, metadata } = readFields(patch, ['name', 'path', 'visibility', 'metadata']);
  return {
    name: readText('name', name),
    path: readText('path', path),
    visibility: visibility === undefined ? undefined : requireVisibility(visibility),
    metadata,
  };
}

function requireVisibility(value: unknown): Visibility {
  const found = VISIBILITIES.find((visibility) => visibility === value);
  if (found === undefined) throw validationFailed({ visibility: `must be one of ${VISIBILITIES.join(', ')}` });
  return found;
}

function readSeconds(value: unknown): number {
  if (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= SIGNED_SECONDS_MAX) return Number(value);
  throw validationFailed({ expires_in: `must be a whole number of seconds from 1 to ${SIGNED_SECONDS_MAX}` });
}
