import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, dataOf } from '../../shared/api/client.ts';
import { FailureAlert } from '../../shared/feedback/failure-alert.tsx';
import { Region } from '../../shared/page/region.tsx';
import { useProject } from '../../shared/project/project-context.tsx';
import { MailFrame } from '../../shared/text/mail-frame.tsx';
import { visibleLine } from '../../shared/text/visible-text.ts';

const TYPING_MS = 300;

interface MailPreviewProps {
  readonly kind: string;
  readonly draft: {
    readonly subject: string;
    readonly text: string;
    readonly button: string;
    readonly html: string | null;
  };
}

export function MailPreview({ kind, draft }: MailPreviewProps) {
  const { id } = useProject();
  const [body] = useDebouncedValue(draft, TYPING_MS);
  const query = useQuery({
    queryKey: [id, 'mail-templates', kind, 'preview', body],
    queryFn: ({ signal }) =>
      dataOf(
        api.POST('/api/cloud/projects/{project_id}/mail-templates/{kind}/preview', {
          params: { path: { project_id: id, kind } },
          body,
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
  return (
    <Region title="Preview">
      {query.isError && <FailureAlert error={query.error} />}
      {query.data !== undefined && (
        <>
          <p>
            <strong>{visibleLine(query.data.subject)}</strong>
          </p>
          <MailFrame title="The mail as HTML" html={query.data.html} />
        </>
      )}
    </Region>
  );
}
