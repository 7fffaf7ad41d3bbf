/**
 * While loading, uPlot creates a number format for the browser's language, which throws on systems that report an
 * invalid one (`en-US@posix`). This module must be imported before it.
 */
try {
  Intl.NumberFormat.supportedLocalesOf(navigator.language);
} catch {
  Object.defineProperty(navigator, 'language', { value: 'en-US', configurable: true });
}
