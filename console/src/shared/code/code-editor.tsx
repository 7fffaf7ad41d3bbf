import { autocompletion, type CompletionSource, closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { javascript } from '@codemirror/lang-javascript';
import { json } from '@codemirror/lang-json';
import { bracketMatching, defaultHighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { Annotation, EditorState, Prec } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react';
import { pageNonce } from '../page/nonce.ts';
import classes from './code.module.css';
import { editorTheme } from './editor-theme.ts';

export interface Position {
  /** Both start at 1. */
  readonly line: number;
  readonly column: number;
}

export interface CodeProblem extends Position {
  readonly message: string;
}

export interface CodeEditorHandle {
  goTo(position: Position): void;
}

interface CodeEditorProps {
  readonly ref?: Ref<CodeEditorHandle>;
  readonly label: string;
  readonly language: 'typescript' | 'json';
  readonly value: string;
  readonly isReadOnly?: boolean;
  readonly problems?: readonly CodeProblem[];
  readonly completions?: CompletionSource;
  readonly onChange?: (value: string) => void;
  readonly onMove?: (position: Position) => void;
  readonly onSave?: () => void;
  readonly onRun?: () => void;
}

const NO_PROBLEMS: readonly CodeProblem[] = [];
/** Marks a change made by the page, not by the user. */
const setFromOutside = Annotation.define<boolean>();

/** A code editor. Tab indents; after Esc it moves the focus on. */
export function CodeEditor(props: CodeEditorProps) {
  const { ref, label, language, value, isReadOnly = false, problems = NO_PROBLEMS, completions } = props;
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const onChange = useEffectEvent((text: string) => props.onChange?.(text));
  const onMove = useEffectEvent((position: Position) => props.onMove?.(position));
  const onSave = useEffectEvent(() => props.onSave?.());
  const onRun = useEffectEvent(() => props.onRun?.());

  // biome-ignore lint/correctness/useExhaustiveDependencies: the text given later is put into the editor that is there.
  useEffect(() => {
    if (place.current === null) return undefined;
    const made = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: value,
        extensions: [
          EditorView.cspNonce.of(pageNonce()),
          Prec.highest(
            keymap.of([
              { key: 'Mod-s', run: () => done(onSave) },
              { key: 'Mod-Enter', run: () => done(onRun) },
            ]),
          ),
          ...editing,
          language === 'json' ? json() : javascript({ typescript: true }),
          ...(completions === undefined ? [] : [autocompletion({ override: [completions] })]),
          EditorState.readOnly.of(isReadOnly),
          EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' }),
          EditorView.updateListener.of((update) => {
            const isOurs = update.transactions.some((transaction) => transaction.annotation(setFromOutside) === true);
            if (update.docChanged && !isOurs) onChange(update.state.doc.toString());
            if (update.docChanged || update.selectionSet) onMove(positionOf(update.state));
          }),
        ],
      }),
    });
    view.current = made;
    return () => made.destroy();
  }, [language, isReadOnly, label, completions]);

  useEffect(() => {
    const made = view.current;
    if (made === null || made.state.doc.toString() === value) return;
    made.dispatch({
      changes: { from: 0, to: made.state.doc.length, insert: value },
      annotations: setFromOutside.of(true),
    });
  }, [value]);

  useEffect(() => {
    const made = view.current;
    if (made !== null)
      made.dispatch(
        setDiagnostics(
          made.state,
          problems.map((one) => diagnosticOf(made.state, one)),
        ),
      );
  }, [problems]);

  useImperativeHandle(ref, () => ({
    goTo(position) {
      const made = view.current;
      if (made === null) return;
      made.dispatch({ selection: { anchor: offsetOf(made.state, position) }, scrollIntoView: true });
      made.focus();
    },
  }));

  return <div ref={place} className={classes.editor} />;
}

/** Reports the key as handled. */
function done(run: () => void): true {
  run();
  return true;
}

const editing = [
  lineNumbers(),
  history(),
  bracketMatching(),
  closeBrackets(),
  highlightActiveLine(),
  highlightSelectionMatches(),
  lintGutter(),
  syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
  editorTheme,
  keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...searchKeymap, indentWithTab]),
];

function positionOf(state: EditorState): Position {
  const { head } = state.selection.main;
  const line = state.doc.lineAt(head);
  return { line: line.number, column: head - line.from + 1 };
}

function offsetOf({ doc }: EditorState, { line, column }: Position): number {
  const found = doc.line(Math.min(Math.max(1, line), doc.lines));
  return Math.min(found.from + Math.max(0, column - 1), found.to);
}

function diagnosticOf(state: EditorState, problem: CodeProblem): Diagnostic {
  const from = offsetOf(state, problem);
  return { from, to: Math.min(from + 1, state.doc.length), severity: 'error', message: problem.message };
}
