interface Place {
  readonly element: HTMLElement;
  readonly layer: Element;
  readonly levels: readonly Level[];
}

interface Level {
  readonly parent: Element;
  readonly next: Element | null;
  readonly previous: Element | null;
}

const LAYERS = 'dialog, [popover], [role=menu]';
const BOUNDS = 'main, dialog';
const FOCUSABLE =
  ':is(a[href], button, input, select, textarea, summary, [tabindex]):not(:disabled, [tabindex="-1"], [type=hidden])';

/** When the focused element is removed, moves the focus to a neighbour, never to the top of the document. */
export function keepFocus(): void {
  // Ordered from the outermost layer to the innermost: the page, a dialog, a notice.
  const places: Place[] = [];
  let isLeft = true;
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    isLeft = false;
    const place = placeOf(target);
    const known = places.findIndex(({ layer }) => layer === place.layer);
    places.splice(known === -1 ? places.length : known, places.length, place);
  });
  // The user may press the pointer to remove the focus on purpose.
  document.addEventListener(
    'pointerdown',
    () => {
      isLeft = true;
    },
    { capture: true },
  );
  new MutationObserver(() => {
    if (isLeft || document.activeElement !== document.body) return;
    for (let place = places.pop(); place !== undefined; place = places.pop()) if (focusNear(place)) return;
    document.getElementById('main')?.focus({ preventScroll: true });
  }).observe(document.body, { childList: true, subtree: true });
}

function placeOf(element: HTMLElement): Place {
  const levels: Level[] = [];
  for (let at: Element = element; at.parentElement !== null && !at.matches(BOUNDS); at = at.parentElement) {
    levels.push({ parent: at.parentElement, next: at.nextElementSibling, previous: at.previousElementSibling });
  }
  return { element, layer: element.closest(LAYERS) ?? document.body, levels };
}

function focusNear({ element, levels }: Place): boolean {
  return (
    focus(element) ||
    levels
      .filter(({ parent }) => parent.isConnected && parent.closest(BOUNDS) !== null)
      .some(
        ({ next, previous, parent }) => focusIn(next) || focusIn(previous) || (parent.matches(BOUNDS) && focus(parent)),
      )
  );
}

function focusIn(part: Element | null): boolean {
  return (
    part !== null && [part, ...part.querySelectorAll(FOCUSABLE)].some((one) => one.matches(FOCUSABLE) && focus(one))
  );
}

function focus(element: Element): boolean {
  if (element instanceof HTMLElement && element.isConnected) element.focus();
  return document.activeElement === element;
}
