import { Icon as IconAlertCircle } from 'virtual:icon/alert-circle';
import { Button } from '@mantine/core';
import { failureOf } from '../api/api-failure.ts';
import { problemText } from '../forms/problem-text.ts';
import classes from './feedback.module.css';
import { notify } from './notices.ts';

interface FailureAlertProps {
  readonly error: unknown;
  readonly onRetry?: (() => void) | undefined;
}

export function FailureAlert({ error, onRetry }: FailureAlertProps) {
  const { message, requestId, fields } = failureOf(error);
  const problems = Object.entries(fields);
  return (
    <div role="alert" className={classes.failure}>
      <IconAlertCircle size={18} aria-hidden className={classes.failureIcon} />
      <div className={classes.failureText}>
        <div>{message}</div>
        {problems.length > 0 && (
          <ul className={classes.problems}>
            {problems.map(([field, problem]) => (
              <li key={field}>{problemText(field, problem)}</li>
            ))}
          </ul>
        )}
        {requestId !== undefined && <div className="dim">Request {requestId}</div>}
        <div className={classes.failureActions}>
          {requestId !== undefined && (
            <Button variant="default" size="compact-sm" onClick={() => void copyRequestId(requestId)}>
              Copy request id
            </Button>
          )}
          {onRetry !== undefined && (
            <Button variant="default" size="compact-sm" onClick={onRetry}>
              Try again
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}

async function copyRequestId(requestId: string): Promise<void> {
  await navigator.clipboard.writeText(requestId);
  notify('Request id copied.');
}
