import { answerOf, api, dataOf } from '../../../shared/api/client.ts';
import { sendFile } from '../../../shared/api/send-file.ts';
import type { Choice, PickerSource } from '../../../shared/forms/picker-source.ts';

const CHOICES = 20;
const THUMBNAIL = 'w=48&h=48&format=webp';

interface ListedFile {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly mime_type: string;
  readonly width: number | null;
}

export function thumbnailOf(project: string, { id, mime_type: type, width }: ListedFile): string | undefined {
  if (width === null || !type.startsWith('image/')) return undefined;
  return `/api/cloud/projects/${project}/storage/files/${id}/download?${THUMBNAIL}`;
}

export function fileSource(project: string): PickerSource {
  const choiceOf = (file: ListedFile): Choice => {
    const thumbnail = thumbnailOf(project, file);
    return { id: file.id, label: file.name, detail: file.path, ...(thumbnail !== undefined && { thumbnail }) };
  };
  return {
    key: [project, 'files', 'picker'],
    async find(text, signal) {
      const pattern = `"*${text.replace(/["\\]/g, '\\$&')}*"`;
      const query = {
        limit: CHOICES,
        order: 'created_at:desc',
        ...(text !== '' && { filter: `path:ilike:${pattern}` }),
      };
      const params = { path: { project_id: project }, query };
      const answer = await answerOf(api.GET('/api/cloud/projects/{project_id}/storage/files', { params, signal }));
      return answer.data.map(choiceOf);
    },
    async labelOf(id, signal) {
      const params = { path: { project_id: project, id } };
      const call = api.GET('/api/cloud/projects/{project_id}/storage/files/{id}', { params, signal });
      return (await dataOf(call)).name;
    },
    async upload(file) {
      const body = new FormData();
      body.set('file', file);
      const address = `/api/cloud/projects/${project}/storage/upload`;
      const { data } = (await sendFile({ address, body }, () => undefined)) as {
        readonly data: { readonly id: string };
      };
      return data.id;
    },
  };
}
