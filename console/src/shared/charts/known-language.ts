/**
 * uPlot asks for a number format in the language of the browser while it is loaded, and some systems name one that is none
 * (`en-US@posix`), which would end the page. Imported before it.
 */
try {
  Intl.NumberFormat.supportedLocalesOf(navigator.language);
} catch {
  Object.defineProperty(navigator, 'language', { value: 'en-US', configurable: true });
}
