import { CloseButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { userAddress } from '../../shared/address/addresses.ts';
import { AppLink } from '../../shared/address/app-link.tsx';
import { ApiFailure } from '../../shared/api/api-failure.ts';
import { QueryPart } from '../../shared/feedback/query-part.tsx';
import { StateBadge } from '../../shared/feedback/state-badge.tsx';
import { useShortcut } from '../../shared/keyboard/use-shortcut.ts';
import { useProject } from '../../shared/project/project-context.tsx';
import { Fact, Facts } from '../../shared/text/facts.tsx';
import { LinkedText, OutsideLink } from '../../shared/text/linked-text.tsx';
import { TimeText } from '../../shared/text/time-text.tsx';
import { visibleLine, visibleText } from '../../shared/text/visible-text.ts';
import classes from './inbox.module.css';
import { MessageActions } from './message-actions.tsx';
import { type Message, messageQuery } from './message-queries.ts';

export function MessageRegion({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const project = useProject();
  const query = useQuery(messageQuery(project.id, id));
  const region = useRef<HTMLElement>(null);
  useEffect(() => region.current?.focus(), []);
  useShortcut({ keys: 'escape', label: 'Close the message', run: onClose });
  const isGone = query.error instanceof ApiFailure && query.error.status === 404;
  return (
    <section ref={region} aria-label="Message" tabIndex={-1} className={classes.message}>
      <div className={classes.close}>
        <CloseButton aria-label="Close message" onClick={onClose} />
      </div>
      {isGone ? (
        <p>This message is no longer there.</p>
      ) : (
        <QueryPart query={query}>
          {(message) => (
            <>
              <MessageActions message={message} onGone={onClose} />
              <MessageContent message={message} />
            </>
          )}
        </QueryPart>
      )}
    </section>
  );
}

function MessageContent({ message }: { readonly message: Message }) {
  const project = useProject();
  const { from_name: name, from_email: email, user_id: user, source_url: source } = message;
  return (
    <>
      <Facts>
        <Fact name="From">{name === null ? null : visibleLine(name)}</Fact>
        <Fact name="E-mail">{email === null ? null : visibleLine(email)}</Fact>
        <Fact name="Sender">
          {message.sender_verified ? 'verified' : 'not verified: anybody may have entered this name'}
        </Fact>
        <Fact name="User">{user === null ? null : <AppLink to={userAddress(project.id, user)}>{user}</AppLink>}</Fact>
        <Fact name="Received">
          <TimeText at={message.created_at} exact />
        </Fact>
        <Fact name="State">
          <StateBadge state={message.status} />
        </Fact>
        <Fact name="Spam because">{message.spam_reason}</Fact>
        <Fact name="Sent from">{source === null ? null : <OutsideLink text={source} />}</Fact>
      </Facts>
      <LinkedText text={message.body} />
      {Object.keys(message.metadata).length > 0 && (
        <Facts>
          {Object.entries(message.metadata).map(([key, value]) => (
            <Fact key={key} name={visibleLine(key)}>
              {textOf(value)}
            </Fact>
          ))}
        </Facts>
      )}
    </>
  );
}

function textOf(value: unknown): string {
  return visibleText(typeof value === 'string' ? value : JSON.stringify(value));
}
