import { describe, expect, it } from 'vitest';
import { type Api, ENGINES, startTestServer, type TestProject } from '../../../test/index.ts';
import { type UploadedFile, uploadFile } from '../../../test/upload.ts';

const VISIBILITIES = ['public', 'authenticated', 'owner', 'linked', 'private'] as const;
const OWNERS = ['ann', 'nobody'] as const;
const CALLERS = ['nobody', 'ann', 'bob', 'secret'] as const;

type Visibility = (typeof VISIBILITIES)[number];
type Owner = (typeof OWNERS)[number];
type CallerName = (typeof CALLERS)[number];

const USERS = {
  ann: { id: '018f0000-0000-7000-8000-00000000000a' },
  bob: { id: '018f0000-0000-7000-8000-00000000000b' },
};

interface Case {
  readonly caller: CallerName;
  readonly visibility: Visibility;
  readonly owner: Owner;
}

/** The visibility rules of the contract, written independently of the service's code. */
function maySee({ caller, visibility, owner }: Case): boolean {
  if (caller === 'secret') return true;
  const isUser = caller !== 'nobody';
  return {
    public: true,
    authenticated: isUser,
    owner: isUser && caller === owner,
    // No row here refers to a file.
    linked: isUser && caller === owner,
    private: false,
  }[visibility];
}

function mayChange(at: Case): boolean {
  return at.caller === 'secret' || (maySee(at) && at.caller !== 'nobody' && at.caller === at.owner);
}

const statusOfChange = (at: Case): number => (mayChange(at) ? 200 : maySee(at) ? 403 : 404);

const CASES: readonly Case[] = CALLERS.flatMap((caller) =>
  VISIBILITIES.flatMap((visibility) => OWNERS.map((owner) => ({ caller, visibility, owner }))),
);

function apiOf(project: TestProject, caller: CallerName): Api {
  if (caller === 'secret') return project.secretApi;
  if (caller === 'nobody') return project.api;
  return (path, init) => project.api(path, { user: USERS[caller], ...init });
}

/** A file for each owner and visibility, with unguessable names. */
async function uploadAll(project: TestProject): Promise<ReadonlyMap<string, UploadedFile>> {
  const files = new Map<string, UploadedFile>();
  for (const visibility of VISIBILITIES) {
    for (const owner of OWNERS) {
      const api = owner === 'ann' ? apiOf(project, 'ann') : project.secretApi;
      const path = `matrix/${visibility}-${owner}/${visibility}-${owner}.txt`;
      files.set(`${visibility} ${owner}`, await uploadFile(api, { path, bytes: path, visibility }));
    }
  }
  return files;
}

function fileOf(files: ReadonlyMap<string, UploadedFile>, { visibility, owner }: Case): UploadedFile {
  const file = files.get(`${visibility} ${owner}`);
  if (file === undefined) throw new Error('no such file');
  return file;
}

describe.each(ENGINES)('visibility of files on %s', (engine) => {
  it('every read path shows exactly the files that the caller may see and reveals no others', async () => {
    await using server = await startTestServer({ engine });
    const project = await server.createProject();
    const posts = await project.createTable({
      columns: [{ name: 'cover', type: 'file' }],
      // Callers who may read the row would see its linked file.
      rules: { create: 'public' },
    });
    const files = await uploadAll(project);
    for (const caller of CALLERS) {
      const api = apiOf(project, caller);
      const seen = CASES.filter((at) => at.caller === caller && maySee(at)).map((at) => fileOf(files, at).id);
      const list = await api<{ data: UploadedFile[]; count: number }>('/storage/files');
      expect([list.body.data.map(({ id }) => id), list.body.count], `${caller} list`).toEqual([seen, seen.length]);
      for (const at of CASES.filter((one) => one.caller === caller)) {
        const file = fileOf(files, at);
        const sees = maySee(at);
        const countOf = async (search: string) =>
          (await api<{ count: number }>(`/storage/files?limit=0&${search}`)).body.count;
        const ways = {
          get: (await api(`/storage/files/${file.id}`)).status === 200,
          download: (await api(`/storage/files/${file.id}/download`)).status === 200,
          image: (await api(`/storage/files/${file.id}/download?w=10`)).status !== 404,
          byId: (await countOf(`filter=id:eq:${file.id}`)) === 1,
          byName: (await countOf(`filter=name:eq:${file.name}`)) === 1,
          byChecksum: (await countOf(`filter=checksum_sha256:starts_with:${file.checksum_sha256.slice(0, 9)}`)) === 1,
          byNegation: (await countOf(`filter=not(name:neq:${file.name})`)) === 1,
          byPrefix: (await countOf(`prefix=${file.path.slice(0, -4)}`)) === 1,
          byReference: (await api(`/data/${posts}`, { json: { cover: file.id } })).status === 201,
        };
        const all = Object.fromEntries(Object.keys(ways).map((way) => [way, sees]));
        expect(ways, `${caller} ${at.visibility} ${at.owner}`).toEqual(all);
      }
    }
  });

  it('callers who see a file without owning it get 403, callers who do not see it 404, and neither changes anything', async () => {
    await using server = await startTestServer({ engine });
    const project = await server.createProject();
    for (const [way, path, init] of [
      ['PATCH', '', { method: 'PATCH', json: { metadata: { changed: true } } }],
      ['sign', '/sign', { json: { expires_in: 60 } }],
      ['DELETE', '', { method: 'DELETE' }],
    ] as const) {
      for (const caller of CALLERS) {
        const files = await uploadAll(project);
        for (const at of CASES.filter((one) => one.caller === caller)) {
          const file = fileOf(files, at);
          const { status } = await apiOf(project, caller)(`/storage/files/${file.id}${path}`, init);
          expect(status, `${way} ${caller} ${at.visibility} ${at.owner}`).toBe(statusOfChange(at));
          if (status === 200) continue;
          const after = await project.secretApi(`/storage/files/${file.id}`);
          expect(after.body, `${way} ${caller}`).toEqual({ data: file, count: 1 });
        }
      }
    }
  });

  it('a delete by prefix deletes exactly the files that the caller may delete', async () => {
    await using server = await startTestServer({ engine });
    const project = await server.createProject();
    for (const caller of CALLERS) {
      const files = await uploadAll(project);
      const mine = CASES.filter((at) => at.caller === caller && mayChange(at)).map((at) => fileOf(files, at).id);
      const reply = await apiOf(project, caller)('/storage/files?prefix=matrix/', { method: 'DELETE' });
      const expected = caller === 'nobody' ? [401, { code: 'not_authenticated' }] : [200, { count: mine.length }];
      expect([reply.status, reply.body], caller).toMatchObject(expected);
      const left = await project.secretApi<{ data: UploadedFile[] }>('/storage/files');
      const expectedLeft = [...files.values()].map(({ id }) => id).filter((id) => !mine.includes(id));
      expect(left.body.data.map(({ id }) => id)).toEqual(expectedLeft);
      await project.secretApi('/storage/files?prefix=matrix/', { method: 'DELETE' });
    }
  });
});
