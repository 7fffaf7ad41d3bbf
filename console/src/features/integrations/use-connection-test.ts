import { useState } from 'react';
import { api, dataOf } from '../../shared/api/client.ts';
import { useProject } from '../../shared/project/project-context.tsx';
import type { IntegrationKind } from './connection-fields.ts';

interface TestResult {
  readonly ok: boolean;
  readonly error: string | null;
}

export function useConnectionTest(kind: IntegrationKind) {
  const project = useProject();
  const [isBusy, setIsBusy] = useState(false);
  const [result, setResult] = useState<TestResult>();
  const [failure, setFailure] = useState<unknown>();
  const run = async (): Promise<void> => {
    setIsBusy(true);
    setResult(undefined);
    setFailure(undefined);
    try {
      const params = { path: { project_id: project.id, kind } };
      setResult(await dataOf(api.POST('/api/cloud/projects/{project_id}/integrations/{kind}/test', { params })));
    } catch (error) {
      setFailure(error);
    } finally {
      setIsBusy(false);
    }
  };
  return { isBusy, result, failure, run: () => void run() };
}
