import { Button, CloseButton, TextInput } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import { FailureAlert } from '../feedback/failure-alert.tsx';
import { visibleLine } from '../text/visible-text.ts';
import classes from './picker.module.css';
import type { Choice, PickerSource } from './picker-source.ts';
import { usePicker } from './use-picker.ts';

interface PickerProps {
  readonly label: string;
  readonly description?: string | undefined;
  readonly error?: string | undefined;
  readonly source: PickerSource;
  readonly value: string;
  readonly onValue: (id: string) => void;
  readonly isReadOnly?: boolean;
  readonly initialText?: string;
}

export function Picker({ label, description, error, source, value, onValue, isReadOnly, initialText }: PickerProps) {
  const listId = useId();
  const picker = usePicker({ source, value, onValue, initialText });
  const { isOpen, active, choices, shown, chosenLabel, choose } = picker;
  const isEditable = isReadOnly !== true;
  return (
    <div>
      <TextInput
        role="combobox"
        label={label}
        description={description}
        error={error}
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-activedescendant={isOpen && shown.length > 0 ? `${listId}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={value === '' ? 'Search, or paste an id' : undefined}
        readOnly={!isEditable}
        title={value === '' ? undefined : value}
        value={isOpen ? picker.text : chosenLabel}
        rightSection={
          value !== '' && isEditable ? (
            <CloseButton size="sm" aria-label={`Clear ${label}`} onClick={() => choose('')} />
          ) : undefined
        }
        onClick={() => isEditable && picker.open()}
        onBlur={picker.close}
        onChange={(event) => picker.type(event.currentTarget.value)}
        onKeyDown={picker.onKeyDown}
      />
      {isOpen && (
        <div className={classes.list}>
          <div role="listbox" id={listId} aria-label={`Choices for ${label}`} aria-busy={choices.isPlaceholderData}>
            {shown.map((choice, index) => (
              <Option
                key={choice.id}
                id={`${listId}-${index}`}
                choice={choice}
                isActive={index === active}
                onChoose={() => choose(choice.id)}
              />
            ))}
          </div>
          {choices.isError && <FailureAlert error={choices.error} onRetry={() => void choices.refetch()} />}
          {choices.data?.length === 0 && <p className="dim">Nothing has this name.</p>}
        </div>
      )}
      {source.upload !== undefined && isEditable && (
        <UploadChoice upload={source.upload} label={label} onUploaded={choose} />
      )}
    </div>
  );
}

interface OptionProps {
  readonly id: string;
  readonly choice: Choice;
  readonly isActive: boolean;
  readonly onChoose: () => void;
}

function Option({ id, choice: { label, detail, thumbnail }, isActive, onChoose }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the list are those of its field.
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option.
    <div
      role="option"
      id={id}
      aria-selected={isActive}
      className={classes.option}
      // The field keeps the focus, whose loss would close the list.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      {thumbnail !== undefined && <img src={thumbnail} alt="" width={32} height={32} loading="lazy" />}
      <span className={classes.label}>{visibleLine(label, 80)}</span>
      {detail !== undefined && <span className="dim">{visibleLine(detail, 60)}</span>}
    </div>
  );
}

interface UploadChoiceProps {
  readonly upload: (file: File) => Promise<string>;
  readonly label: string;
  readonly onUploaded: (id: string) => void;
}

function UploadChoice({ upload, label, onUploaded }: UploadChoiceProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const send = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    setIsBusy(true);
    setError(undefined);
    try {
      onUploaded(await upload(file));
    } catch (thrown) {
      setError(thrown);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <>
      <Button variant="subtle" size="compact-sm" loading={isBusy} onClick={() => input.current?.click()}>
        Upload a file
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={`File for ${label}`}
        onChange={(event) => {
          void send(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      {error !== undefined && <FailureAlert error={error} />}
    </>
  );
}
