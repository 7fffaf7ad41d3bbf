import { Button, NativeSelect } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { FailureAlert } from '../../shared/feedback/failure-alert.tsx';
import { dropDraft, keepDraft, readDraft } from '../../shared/forms/drafts.ts';
import { useShortcut } from '../../shared/keyboard/use-shortcut.ts';
import { Tabs } from '../../shared/page/tabs.tsx';
import { useProject } from '../../shared/project/project-context.tsx';
import { CopyBlock } from '../../shared/text/copy-block.tsx';
import { AnswerRegion } from './answer-region.tsx';
import classes from './api.module.css';
import { bodyTypeOf, callOf, type EnteredValues, FORM, missingOf } from './api-call.ts';
import { curlText } from './curl-text.ts';
import type { Operation } from './description.ts';
import { DocumentedAnswers } from './documented-answers.tsx';
import { MethodText } from './method-text.tsx';
import { ParameterFields } from './parameter-fields.tsx';
import { exampleOf, type Schemas } from './schema-text.ts';
import { sdkText } from './sdk-text.ts';
import { type Sender, sendCall, sendersOf } from './send-call.ts';

interface OperationRegionProps {
  readonly operation: Operation;
  readonly schemas: Schemas;
}

export function OperationRegion({ operation, schemas }: OperationRegionProps) {
  const project = useProject();
  const draft = `${project.id}/api/${operation.operationId}`;
  const [entered, setEntered] = useState<EnteredValues>(() => enteredBefore(draft) ?? firstEntries(operation, schemas));
  const [file, setFile] = useState<File>();
  const [sender, setSender] = useState<Sender>('anonymous');
  const [missing, setMissing] = useState<readonly string[]>([]);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  const call = callOf(operation, entered);
  const sending = useMutation({ mutationFn: () => sendCall(call, { project, sender, file }) });
  const send = (): void => {
    const absent = missingOf(operation, entered);
    setMissing(absent);
    if (absent.length === 0 && !sending.isPending) sending.mutate();
  };
  const enter = (key: string, value: string): void => {
    const next = { ...entered, [key]: value };
    setEntered(next);
    keepDraft(draft, next);
  };
  const begin = (): void => {
    dropDraft(draft);
    setEntered(firstEntries(operation, schemas));
    sending.reset();
  };
  useShortcut({ keys: 'mod+enter', label: 'Send request', whileTyping: true, run: send });

  return (
    <section aria-label="Operation" className={classes.operation}>
      <h2 ref={heading} tabIndex={-1} className={classes.title}>
        <MethodText method={operation.method} /> {operation.path}
      </h2>
      <p>{operation.summary}</p>
      {operation.description !== undefined && <p>{operation.description}</p>}
      <div className={classes.halves}>
        <form
          noValidate
          className={classes.fields}
          onSubmit={(event) => {
            event.preventDefault();
            send();
          }}
        >
          <ParameterFields
            operation={operation}
            schemas={schemas}
            entered={entered}
            missing={missing}
            onEnter={enter}
            onFile={setFile}
          />
          <div className={classes.send}>
            <NativeSelect
              label="Send request as"
              value={sender}
              data={[...sendersOf(operation)]}
              onChange={(event) => setSender(event.currentTarget.value === 'console' ? 'console' : 'anonymous')}
            />
            <Button type="submit" loading={sending.isPending}>
              Send request
            </Button>
            <Button variant="default" onClick={begin}>
              Start over
            </Button>
          </div>
        </form>
        <div>
          <Tabs name="The same elsewhere" tabs={['curl', 'SDK']}>
            {(tab) => (
              <CopyBlock
                label={tab}
                text={
                  tab === 'SDK'
                    ? sdkText(operation, call, entered)
                    : curlText(call, {
                        baseUrl: project.baseUrl,
                        key: sender === 'console' ? '$SECRET_KEY' : project.publicKey,
                      })
                }
              />
            )}
          </Tabs>
        </div>
      </div>
      {sending.isError && <FailureAlert error={sending.error} onRetry={send} />}
      {sending.data !== undefined && <AnswerRegion answer={sending.data} name={operation.operationId} />}
      <DocumentedAnswers operation={operation} schemas={schemas} />
    </section>
  );
}

function enteredBefore(draft: string): EnteredValues | undefined {
  const kept = readDraft(draft);
  if (kept === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(kept).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
  );
}

function firstEntries(operation: Operation, schemas: Schemas): EnteredValues {
  const type = bodyTypeOf(operation);
  if (type === undefined || type === FORM) return {};
  const content = operation.requestBody?.content ?? {};
  const schema = (content[type] ?? Object.values(content)[0])?.schema;
  if (schema === undefined) return { body: '' };
  const example = exampleOf(schema, schemas);
  return { body: example === null || typeof example === 'string' ? '' : JSON.stringify(example, null, 2) };
}
