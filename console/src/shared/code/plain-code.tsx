import { type RefObject, useEffectEvent, useLayoutEffect, useMemo } from 'react';
import type { CodeSelection } from './code-position.ts';
import { codeTokens } from './code-tokens.ts';
import classes from './plain-code.module.css';

interface PlainCodeProps {
  readonly ref: RefObject<HTMLTextAreaElement | null>;
  readonly label: string;
  readonly value: string;
  readonly isReadOnly: boolean;
  readonly onNear: () => void;
  readonly onFocus?: (() => void) | undefined;
  readonly onChange: (value: string) => void;
  readonly onComposing: (isComposing: boolean) => void;
  readonly onMove: (offset: number) => void;
  readonly onLeave: (selection: CodeSelection | undefined) => void;
}

export function PlainCode({ ref, label, value, isReadOnly, onNear, ...events }: PlainCodeProps) {
  const tokens = useMemo(() => codeTokens(value), [value]);
  const leave = useEffectEvent((field: HTMLTextAreaElement) => events.onLeave(selectionOf(field)));
  useLayoutEffect(() => {
    const field = ref.current;
    return () => {
      if (field !== null) leave(field);
    };
  }, [ref]);
  const lines = value.split('\n').length;
  return (
    <div className={classes.scroll} onPointerEnter={onNear}>
      <pre className={classes.numbers} aria-hidden>
        {Array.from({ length: lines }, (_, index) => index + 1).join('\n')}
      </pre>
      <div className={classes.text}>
        <pre aria-hidden>
          {tokens.map(({ kind, text }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a token is identified only by its position.
            <span key={index} className={classes[kind]}>
              {text}
            </span>
          ))}
          {'\n'}
        </pre>
        <textarea
          ref={ref}
          aria-label={label}
          value={value}
          readOnly={isReadOnly}
          wrap="off"
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          onFocus={() => {
            onNear();
            events.onFocus?.();
          }}
          onCompositionStart={() => events.onComposing(true)}
          onCompositionEnd={() => events.onComposing(false)}
          onSelect={(event) => events.onMove(event.currentTarget.selectionEnd)}
          onChange={(event) => events.onChange(event.currentTarget.value)}
        />
      </div>
    </div>
  );
}

function selectionOf(field: HTMLTextAreaElement): CodeSelection | undefined {
  if (document.activeElement !== field) return undefined;
  const { selectionStart, selectionEnd, selectionDirection } = field;
  return selectionDirection === 'backward'
    ? { anchor: selectionEnd, head: selectionStart }
    : { anchor: selectionStart, head: selectionEnd };
}
