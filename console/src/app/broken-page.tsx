import { Button } from '@mantine/core';
import { FailureAlert } from '../shared/feedback/failure-alert.tsx';
import { Page } from '../shared/page/page.tsx';

export function BrokenPage({ error }: { readonly error: unknown }) {
  return (
    <Page title="This page could not be shown">
      <FailureAlert error={error} />
      <Button onClick={() => location.reload()}>Reload</Button>
    </Page>
  );
}
