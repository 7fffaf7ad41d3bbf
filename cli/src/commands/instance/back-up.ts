import { path } from '../../api/path.ts';
import type { Context } from '../../command/context.ts';
import { Failure, failed } from '../../outcome/failure.ts';
import { directBytes } from '../backup/make-archive.ts';
import { forEach, retryWhileBusy } from './in-turn.ts';
import { CONTROL, type InstanceManifest, piecesOf, type SavedProject, writeManifest } from './manifest.ts';
import { collect, type Place } from './place.ts';

const MAKING_MS = 60 * 60 * 1000;

export interface InstanceBackup {
  readonly manifest: Omit<InstanceManifest, 'format' | 'format_version'>;
  readonly bytes: number;
}

type Headers = Readonly<Record<string, string>>;

/** Saves every project, then the control plane, then projects created meanwhile; the manifest comes last. */
export async function backUp(context: Context, place: Place, headers: Headers): Promise<InstanceBackup> {
  await place.requireEmpty();
  // Undefined for a project that was deleted meanwhile.
  const saved = new Map<string, SavedProject | undefined>();
  for (;;) {
    const control = await readControl(context, headers);
    const missing = control.projects.filter(({ id }) => !saved.has(id));
    await forEach(missing, async (project) => {
      saved.set(project.id, await saveProject(context, place, project, headers));
      context.output.progress(`${saved.size} of ${control.projects.length} projects`);
    });
    if (missing.length > 0) continue;
    const projects = control.projects.flatMap(({ id }) => saved.get(id) ?? []);
    const file = await place.put(CONTROL, { size: control.bytes.byteLength, bytes: piecesOf(control.bytes) });
    const manifest = { ...control.facts, control: { file: CONTROL, ...file }, projects };
    await writeManifest(place, manifest);
    return { manifest, bytes: projects.reduce((sum, { bytes }) => sum + bytes, file.bytes) };
  }
}

interface Control {
  readonly bytes: Buffer;
  readonly facts: Pick<InstanceManifest, 'backup_id' | 'created_at' | 'service_version' | 'engine' | 'has_passphrase'>;
  readonly projects: readonly { readonly id: string; readonly name: string }[];
}

async function readControl(context: Context, headers: Headers): Promise<Control> {
  const api = await context.api();
  const bytes = await retryWhileBusy(context.signal, async () => {
    const answer = await api.download('/api/cloud/instance/backup', {
      headers: { ...headers, accept: '*/*', 'accept-encoding': 'identity' },
    });
    return collect(answer.body);
  });
  const [head, ...lines] = bytes.toString('utf8').trimEnd().split('\n').map(parse);
  if (head?.['format'] !== 'service-instance' || lines.at(-1)?.['end'] === undefined) {
    throw failed('The answer is no backup of an installation: is the address right?', 'strange_answer');
  }
  const projects = lines.flatMap(({ table, rows }) => (table === 'projects' ? (rows as Control['projects']) : []));
  return {
    bytes,
    facts: {
      backup_id: String(head['backup_id']),
      created_at: String(head['created_at']),
      service_version: String(head['service_version']),
      engine: String(head['engine']),
      has_passphrase: Object.keys(headers).length > 0,
    },
    projects: projects.map(({ id, name }) => ({ id, name })),
  };
}

function parse(line: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(line);
  } catch {
    throw failed('The control plane did not arrive completely.', 'strange_answer');
  }
}

async function saveProject(
  context: Context,
  place: Place,
  { id, name }: { readonly id: string; readonly name: string },
  headers: Headers,
): Promise<SavedProject | undefined> {
  const api = await context.api('cli', { silenceMs: MAKING_MS });
  const base = path`/api/cloud/instance/projects/${id}`;
  const file = `projects/${id}.service.tar`;
  try {
    const saved = await retryWhileBusy(context.signal, async () => {
      const { bytes, size } = await directBytes({ api, base }, { exclude: [], headers });
      return await place.put(file, { bytes, size: size ?? 0 });
    });
    return { id, name, file, ...saved };
  } catch (error) {
    if (error instanceof Failure && error.facts.code === 'project_not_found') return undefined;
    throw error;
  }
}
