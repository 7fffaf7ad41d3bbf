import '../../packages/test/dom.ts';

// Globals of a browser that the document of the tests has not; as many of them as the console uses.
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
// TanStack Router scrolls to where one was.
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

// Only that a dialog is open and where it is: that focus stays in and comes back is the browser's, and seen in a browser.
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
// axe asks for it while it looks at icons that are letters; there are none.
HTMLCanvasElement.prototype.getContext = () => null;
