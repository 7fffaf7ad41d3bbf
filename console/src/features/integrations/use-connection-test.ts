import { useState } from 'react';
import { api, dataOf } from '../../shared/api/client.ts';
import { useProject } from '../../shared/project/project-context.tsx';
import type { Connection } from './connection-fields.ts';

interface TestResult {
  readonly ok: boolean;
  readonly error: string | null;
}

interface TestOutcome {
  readonly version: unknown;
  readonly result?: TestResult;
  readonly failure?: unknown;
}

/** Tests the stored credentials. A result counts only for the version of the connection that it began with. */
export function useConnectionTest({ kind, updated_at: version }: Connection) {
  const project = useProject();
  const [isBusy, setIsBusy] = useState(false);
  const [tested, setTested] = useState<TestOutcome>();
  const run = async (): Promise<void> => {
    setIsBusy(true);
    setTested(undefined);
    try {
      const params = { path: { project_id: project.id, kind } };
      const result = await dataOf(api.POST('/api/cloud/projects/{project_id}/integrations/{kind}/test', { params }));
      setTested({ version, result });
    } catch (failure) {
      setTested({ version, failure });
    } finally {
      setIsBusy(false);
    }
  };
  const shown = tested?.version === version ? tested : undefined;
  return { isBusy, result: shown?.result, failure: shown?.failure, run: () => void run() };
}
