import { autocompletion, closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { javascript } from '@codemirror/lang-javascript';
import { bracketMatching, defaultHighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { Annotation, EditorState, Prec } from '@codemirror/state';
import { EditorView, highlightActiveLine, hoverTooltip, keymap, lineNumbers } from '@codemirror/view';
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { pageNonce } from '../page/nonce.ts';
import classes from './code.module.css';
import { type CodeProblem, type CodeSelection, offsetOf, type Position } from './code-position.ts';
import { completionSource, hoverSource, type LanguageHelp } from './editor-help.ts';
import { searchKeys } from './editor-search.ts';
import { editorTheme } from './editor-theme.ts';

export interface CodeEditorHandle {
  goTo(position: Position): void;
}

export interface CodeEditorProps {
  readonly ref?: Ref<CodeEditorHandle>;
  readonly label: string;
  readonly value: string;
  readonly isReadOnly?: boolean;
  readonly problems?: readonly CodeProblem[];
  readonly help?: LanguageHelp | undefined;
  /** The selection with which the editor opens; it then also takes the focus. */
  readonly takeSelection?: () => CodeSelection | undefined;
  readonly onChange?: (value: string) => void;
  readonly onFocus?: () => void;
  readonly onMove?: (position: Position) => void;
  readonly onSave?: () => void;
  readonly onRun?: () => void;
}

const NO_PROBLEMS: readonly CodeProblem[] = [];
const setFromOutside = Annotation.define<boolean>();

/** An editor of TypeScript. Tab indents; after Esc it moves the focus on. */
export function CodeEditor(props: CodeEditorProps) {
  const { ref, label, value, isReadOnly = false, problems = NO_PROBLEMS, help } = props;
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const onChange = useEffectEvent((text: string) => props.onChange?.(text));
  const onMove = useEffectEvent((position: Position) => props.onMove?.(position));
  const onFocus = useEffectEvent(() => props.onFocus?.());
  const onSave = useEffectEvent(() => props.onSave?.());
  const onRun = useEffectEvent(() => props.onRun?.());

  // A layout effect, so that no key is lost between the plain field and the editor.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another effect puts later texts into the existing editor.
  useLayoutEffect(() => {
    if (place.current === null) return undefined;
    const selection = props.takeSelection?.();
    const made = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: value,
        ...(selection !== undefined && { selection: clamp(selection, value.length) }),
        extensions: [
          EditorView.cspNonce.of(pageNonce()),
          Prec.highest(
            keymap.of([
              { key: 'Mod-s', run: () => done(onSave) },
              { key: 'Mod-Enter', run: () => done(onRun) },
            ]),
          ),
          ...editing,
          ...(help === undefined
            ? []
            : [autocompletion({ override: [completionSource(help)] }), hoverTooltip(hoverSource(help))]),
          EditorState.readOnly.of(isReadOnly),
          EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' }),
          EditorView.updateListener.of((update) => {
            const isOurs = update.transactions.some((transaction) => transaction.annotation(setFromOutside) === true);
            if (update.docChanged && !isOurs) onChange(update.state.doc.toString());
            if (update.focusChanged && update.view.hasFocus) onFocus();
            if (update.docChanged || update.selectionSet) onMove(positionOf(update.state));
          }),
        ],
      }),
    });
    view.current = made;
    if (selection !== undefined) {
      made.focus();
      made.dispatch({ effects: EditorView.scrollIntoView(made.state.selection.main.head) });
      onMove(positionOf(made.state));
    }
    return () => made.destroy();
  }, [isReadOnly, label, help]);

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
      made.dispatch({
        selection: { anchor: offsetOf(made.state.doc.toString(), position) },
        scrollIntoView: true,
      });
      made.focus();
    },
  }));

  return <div ref={place} className={classes.mount} />;
}

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
  lintGutter(),
  syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
  editorTheme,
  javascript({ typescript: true }),
  searchKeys,
  keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]),
];

function clamp({ anchor, head }: CodeSelection, length: number): CodeSelection {
  return { anchor: Math.min(anchor, length), head: Math.min(head, length) };
}

function positionOf(state: EditorState): Position {
  const { head } = state.selection.main;
  const line = state.doc.lineAt(head);
  return { line: line.number, column: head - line.from + 1 };
}

function diagnosticOf({ doc }: EditorState, problem: CodeProblem): Diagnostic {
  const from = offsetOf(doc.toString(), problem);
  return {
    from,
    to: Math.min(from + (problem.length ?? 1), doc.length),
    severity: 'error',
    message: problem.message,
  };
}
