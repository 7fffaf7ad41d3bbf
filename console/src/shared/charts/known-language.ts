/** Import this before uPlot, which throws while loading if the system's language is invalid (`en-US@posix`). */
try {
  Intl.NumberFormat.supportedLocalesOf(navigator.language);
} catch {
  Object.defineProperty(navigator, 'language', { value: 'en-US', configurable: true });
}
