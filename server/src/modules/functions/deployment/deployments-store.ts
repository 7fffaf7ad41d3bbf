import type { Database, PlainStep, StoreName } from '../../../database/index.ts';
import { createSqlBuilder, fetchRows, plainStep } from '../../../database/index.ts';
import type { FunctionConfig } from './options/function-schemas.ts';

interface DeploymentRow {
  deployment_id: string;
  function: string;
  version_id: string;
  options: string;
}

export interface DeployedFunction {
  readonly name: string;
  readonly options: FunctionConfig;
  readonly version: { readonly id: string; readonly number: number };
}

export type DeploymentsStore = ReturnType<typeof createDeploymentsStore>;

export function createDeploymentsStore(database: Database) {
  const db = createSqlBuilder<{
    _function_deployments: DeploymentRow;
    _function_versions: { id: string; number: number };
  }>(database);

  return {
    async list(store: StoreName, deploymentId: string): Promise<readonly DeployedFunction[]> {
      const query = db
        .selectFrom('_function_deployments')
        .innerJoin('_function_versions', '_function_versions.id', '_function_deployments.version_id')
        .select(['_function_deployments.function', 'options', 'version_id', '_function_versions.number'])
        .where('deployment_id', '=', deploymentId)
        .orderBy('_function_deployments.function');
      return (await fetchRows(database, query, store)).map((row) => ({
        name: row.function,
        options: JSON.parse(row.options) as FunctionConfig,
        version: { id: row.version_id, number: Number(row.number) },
      }));
    },

    insertStep: (deploymentId: string, { name, options, version }: DeployedFunction): PlainStep =>
      plainStep(
        db.insertInto('_function_deployments').values({
          deployment_id: deploymentId,
          function: name,
          version_id: version.id,
          options: JSON.stringify(options),
        }),
      ),

    deleteStep: (deploymentIds: readonly string[]): PlainStep =>
      plainStep(db.deleteFrom('_function_deployments').where('deployment_id', 'in', deploymentIds)),
  };
}
