import { path } from '../../api/path.ts';
import type { Context } from '../../command/context.ts';
import { failed } from '../../outcome/failure.ts';
import { projectApi } from '../project/tables.ts';

const FUNCTION_NAME = /^[a-z][a-z0-9_-]{0,62}$/;
const SEGMENT = /^(?!\.)[A-Za-z0-9_@. -]{1,100}$/;

interface FunctionRecord {
  readonly name: string;
  readonly origin: string;
  readonly files?: Readonly<Record<string, string>>;
}

export async function pullSources(context: Context): Promise<ReadonlyMap<string, string>> {
  const { api, base } = await projectApi(context);
  const { data } = await api.get<FunctionRecord[]>(`${base}/functions`);
  const sources = new Map<string, string>();
  for (const { name, origin } of data) {
    if (origin !== 'api') continue;
    const { files = {} } = (await api.get<FunctionRecord>(`${base}${path`/functions/${name}`}`)).data;
    for (const [file, text] of Object.entries(files)) {
      // Bundled packages are built again from the app's own.
      if (!file.startsWith('node_modules/')) sources.set(placeOf(name, file), text);
    }
  }
  return sources;
}

function placeOf(name: string, file: string): string {
  const place = file.replace(/^index\.(ts|js)$/, `${name}.$1`);
  const isPlain = place.split('/').every((segment) => SEGMENT.test(segment));
  if (FUNCTION_NAME.test(name) && isPlain) return place;
  throw failed(
    `The function ${JSON.stringify(name)} has a source called ${JSON.stringify(file)}, which is no plain path.`,
    'path_refused',
  );
}
