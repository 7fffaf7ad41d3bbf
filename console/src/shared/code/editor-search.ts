import { StateEffect } from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';

export const searchKeys = keymap.of([
  {
    key: 'Mod-f',
    run: (view) => {
      if (opened.has(view)) return false;
      opened.add(view);
      void openSearch(view);
      return true;
    },
  },
]);

const opened = new WeakSet<EditorView>();

async function openSearch(view: EditorView): Promise<void> {
  const { highlightSelectionMatches, openSearchPanel, search, searchKeymap } = await import('@codemirror/search');
  view.dispatch({
    effects: StateEffect.appendConfig.of([search(), highlightSelectionMatches(), keymap.of(searchKeymap)]),
  });
  openSearchPanel(view);
}
