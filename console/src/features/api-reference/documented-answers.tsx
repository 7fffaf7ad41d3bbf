import { Region } from '../../shared/page/region.tsx';
import { PlainText } from '../../shared/text/plain-text.tsx';
import type { Operation } from './description.ts';
import { type Schemas, schemaText } from './schema-text.ts';

interface DocumentedAnswersProps {
  readonly operation: Operation;
  readonly schemas: Schemas;
}

export function DocumentedAnswers({ operation, schemas }: DocumentedAnswersProps) {
  return (
    <Region title="Answers">
      {Object.entries(operation.responses).map(([status, { description, content }]) => (
        <details key={status}>
          <summary>
            {status === 'default' ? 'Failures' : status} <span className="dim">{description}</span>
          </summary>
          {Object.entries(content ?? {}).map(([type, { schema }]) => (
            <div key={type}>
              <p className="dim">{type}</p>
              {schema !== undefined && <PlainText text={schemaText(schema, schemas)} />}
            </div>
          ))}
          {status === 'default' && <PlainText text={FAILURE} />}
        </details>
      ))}
    </Region>
  );
}

const FAILURE =
  '{\n  error: string; // a sentence for people\n  code: string; // a word for programs\n  details?: {};\n  request_id: string; // names the request in the logs\n}';
