import { Button, Textarea, TextInput } from '@mantine/core';
import { type ClipboardEvent, type ComponentProps, useState } from 'react';
import forms from './forms.module.css';

interface GrowingTextProps
  extends Pick<ComponentProps<'input'>, 'name' | 'readOnly' | 'placeholder' | 'aria-required'> {
  readonly label: string;
  readonly description: string | undefined;
  readonly error: string | undefined;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

const ROWS = 4;

/** A text of one line, in which Enter submits the form, until the user makes it several lines or pastes some. */
export function GrowingText({ value, onValue, ...field }: GrowingTextProps) {
  const [isLong, setIsLong] = useState(false);
  // Only a user who asked for several lines gets the focus there, not one who opens a row.
  const [isAsked, setIsAsked] = useState(false);
  if (!isLong && value.includes('\n')) setIsLong(true);
  const grow = (): void => {
    setIsAsked(true);
    setIsLong(true);
  };
  if (isLong) {
    return (
      <Textarea
        {...field}
        value={value}
        rows={ROWS}
        autoComplete="off"
        autoFocus={isAsked}
        onFocus={({ currentTarget: area }) => area.setSelectionRange(value.length, value.length)}
        onChange={(event) => onValue(event.currentTarget.value)}
      />
    );
  }
  const paste = (event: ClipboardEvent<HTMLInputElement>): void => {
    const text = event.clipboardData.getData('text').replaceAll(/\r\n?/g, '\n');
    if (field.readOnly === true || !text.includes('\n')) return;
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    const start = selectionStart ?? value.length;
    grow();
    onValue(value.slice(0, start) + text + value.slice(selectionEnd ?? start));
  };
  return (
    <div className={forms.growing}>
      <TextInput
        {...field}
        value={value}
        autoComplete="off"
        onPaste={paste}
        onChange={(event) => onValue(event.currentTarget.value)}
      />
      {field.readOnly !== true && (
        <Button variant="subtle" size="compact-sm" onClick={grow}>
          Several lines
        </Button>
      )}
    </div>
  );
}
