import '../../packages/test/dom.ts';

// Browser globals that the tests' document lacks, as far as the console uses them.
const scope = globalThis as unknown as Record<string, unknown>;
const page = window as unknown as Record<string, unknown>;

for (const name of [
  'location',
  'history',
  'sessionStorage',
  'localStorage',
  'HTMLInputElement',
  'HTMLTextAreaElement',
  'HTMLSelectElement',
  'HTMLDialogElement',
  'HTMLCanvasElement',
  'SVGElement',
  'DocumentFragment',
  'ShadowRoot',
  'KeyboardEvent',
  'MouseEvent',
  'Event',
  'requestAnimationFrame',
  'cancelAnimationFrame',
]) {
  scope[name] = page[name];
}
// TanStack Router restores the scroll position.
scope['self'] = window;
scope['scrollTo'] = () => undefined;
page['scrollTo'] = () => undefined;

class NoResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
scope['ResizeObserver'] = NoResizeObserver;
page['ResizeObserver'] = NoResizeObserver;
const noMedia = (media: string): object => ({
  media,
  matches: false,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
});
scope['matchMedia'] = noMedia;
page['matchMedia'] = noMedia;

// Implements only whether a dialog is open; browser tests check that the focus stays in the dialog and returns.
const { prototype } = HTMLDialogElement;
prototype.showModal = function showModal() {
  this.open = true;
};
prototype.close = function close() {
  this.open = false;
};
HTMLElement.prototype.showPopover = function showPopover() {
  this.style.display = 'block';
};
HTMLElement.prototype.hidePopover = function hidePopover() {
  this.style.display = '';
};
Element.prototype.scrollIntoView = () => undefined;
// axe calls it to detect icon fonts, which the console does not use.
HTMLCanvasElement.prototype.getContext = () => null;
