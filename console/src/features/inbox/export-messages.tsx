import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { searchText } from '../../shared/address/search-text.ts';
import { useAddress } from '../../shared/address/use-address.ts';
import { downloadAnswer } from '../../shared/api/download.ts';
import { FailureAlert } from '../../shared/feedback/failure-alert.tsx';
import { useProject } from '../../shared/project/project-context.tsx';
import { filterOf } from './message-queries.ts';

export function ExportMessages() {
  const project = useProject();
  const { search } = useAddress();
  const save = useMutation({
    mutationFn: (format: 'csv' | 'json') => {
      const asked = searchText({ format, ...filterOf(search) });
      return downloadAnswer(`messages.${format}`, `/api/cloud/projects/${project.id}/messages/export${asked}`);
    },
  });
  return (
    <>
      <Button variant="default" loading={save.isPending && save.variables === 'csv'} onClick={() => save.mutate('csv')}>
        Export CSV
      </Button>
      <Button
        variant="default"
        loading={save.isPending && save.variables === 'json'}
        onClick={() => save.mutate('json')}
      >
        Export JSON
      </Button>
      {save.isError && <FailureAlert error={save.error} />}
    </>
  );
}
