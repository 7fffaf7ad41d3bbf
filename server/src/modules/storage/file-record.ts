import type { Project } from '../../callers/index.ts';
import type { JsonValue } from '../../database/schema/index.ts';
import type { Visibility } from './files-table.ts';
import type { StorageContext } from './storage-context.ts';

export interface FileRecord {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly size: number;
  readonly mime_type: string;
  readonly visibility: Visibility;
  readonly url: string;
  readonly checksum_sha256: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly metadata: JsonValue;
  readonly owner_id: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

type Row = Omit<FileRecord, 'url'>;

export function presentFile(context: Pick<StorageContext, 'projectUrl'>, project: Project, json: string): FileRecord {
  return withUrl(JSON.parse(json) as Row, context.projectUrl(project.id));
}

/** Like `presentFile`, for several rows joined by commas. */
export function presentFiles(
  context: Pick<StorageContext, 'projectUrl'>,
  project: Project,
  json: string,
): readonly FileRecord[] {
  const base = context.projectUrl(project.id);
  return (JSON.parse(`[${json}]`) as readonly Row[]).map((row) => withUrl(row, base));
}

function withUrl(row: Row, base: string): FileRecord {
  const { id, name, path, size, mime_type, visibility, ...rest } = row;
  return { id, name, path, size, mime_type, visibility, url: `${base}/storage/files/${id}/download`, ...rest };
}
