import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const look = EditorView.theme({
  '&': { fontSize: '13px', backgroundColor: 'var(--page)', color: 'var(--text)', height: '100%' },
  '.cm-content': { fontFamily: 'var(--mantine-font-family-monospace)', caretColor: 'var(--text)', padding: '8px 0' },
  '.cm-gutters': { backgroundColor: 'var(--sunken)', color: 'var(--soft)', borderRight: '1px solid var(--line)' },
  '.cm-activeLine': { backgroundColor: 'var(--hover)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused': { outline: 'none' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'light-dark(#d0d9ff, #33407a) !important',
  },
  '.cm-tooltip': { backgroundColor: 'var(--raised)', color: 'var(--text)', border: '1px solid var(--line)' },
});

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: 'light-dark(#8526b5, #c792ea)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'light-dark(#17692b, #9bd88a)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'light-dark(#9a4a00, #f2a65a)' },
  { tag: tags.comment, color: 'light-dark(#616b75, #8b949e)', fontStyle: 'italic' },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName)], color: 'light-dark(#1d4f91, #82aaff)' },
  { tag: tags.typeName, color: 'light-dark(#0b6e6e, #6fd3d3)' },
]);

export const editorTheme = [look, syntaxHighlighting(colours)];
