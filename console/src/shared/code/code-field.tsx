import { type ComponentType, useImperativeHandle, useRef, useState } from 'react';
import { notifyFailure } from '../feedback/notices.ts';
import classes from './code.module.css';
import type { CodeEditorHandle, CodeEditorProps } from './code-editor.tsx';
import { type CodeSelection, offsetOf, positionAt } from './code-position.ts';
import { PlainCode } from './plain-code.tsx';

type CodeFieldProps = Omit<CodeEditorProps, 'takeSelection'>;

let Loaded: ComponentType<CodeEditorProps> | undefined;

export function CodeField({ ref, ...props }: CodeFieldProps) {
  const plain = useRef<HTMLTextAreaElement>(null);
  const editor = useRef<CodeEditorHandle>(null);
  const selection = useRef<CodeSelection>(undefined);
  const [Editor, setEditor] = useState(() => Loaded);
  // Replacing the field would cut off a word that is being composed, as in Japanese.
  const [isComposing, setIsComposing] = useState(false);
  const isLoading = useRef(false);

  const load = async (): Promise<void> => {
    if (isLoading.current) return;
    isLoading.current = true;
    try {
      Loaded ??= (await import('./code-editor.tsx')).CodeEditor;
      // An editor that loads after the user has moved on must not replace the field.
      if (plain.current?.matches(':focus, :hover')) setEditor(() => Loaded);
    } catch (error) {
      // The field still works, and the next focus tries again.
      notifyFailure(error);
    }
    isLoading.current = false;
  };
  useImperativeHandle(ref, () => ({
    goTo(position) {
      const field = plain.current;
      if (field === null) return editor.current?.goTo(position);
      const offset = offsetOf(field.value, position);
      field.focus();
      field.setSelectionRange(offset, offset);
    },
  }));

  return (
    <div className={classes.editor}>
      {Editor === undefined || isComposing ? (
        <PlainCode
          ref={plain}
          label={props.label}
          value={props.value}
          isReadOnly={props.isReadOnly === true}
          onNear={() => void load()}
          onFocus={props.onFocus}
          onChange={(text) => props.onChange?.(text)}
          onComposing={setIsComposing}
          onMove={(offset) => props.onMove?.(positionAt(props.value, offset))}
          onLeave={(last) => {
            selection.current = last;
          }}
        />
      ) : (
        <Editor
          ref={editor}
          {...props}
          takeSelection={() => {
            const last = selection.current;
            selection.current = undefined;
            return last;
          }}
        />
      )}
    </div>
  );
}
