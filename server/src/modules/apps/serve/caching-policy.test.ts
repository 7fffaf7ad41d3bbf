import { expect, test } from 'vitest';
import { cachingOf } from './caching-policy.ts';

test.each([
  'assets/index-BqkXKz3p.js',
  'assets/index-DFaBcdEf.css',
  'assets/index-B-qkX3zp.js',
  'assets/index-B_qkXKzp.css',
  'assets/index-4f3a2b1c.js.map',
  'static/js/main.8a7b6c5d.js',
  '_app/immutable/chunks/entry.Bx3kPq9_.js',
  '_astro/page.CKx9v2Lm.css',
  'bundle.0123456789abcdef0123.js',
  'fonts/inter-a1b2c3d4.woff2',
  'app.deadbeef.js',
  'app-13572468.css',
])('browsers keep %s forever, because its name contains a hash of its contents', (path) => {
  expect(cachingOf(path)).toBe('public, max-age=31536000, immutable');
});

test.each([
  'index.html',
  'assets/page-BqkXKz3p.html',
  'favicon.ico',
  'my-component.js',
  'jquery-3.7.1.min.js',
  'report-20240101.pdf',
  'IMG-20240101_123456.jpg',
  'screenshot-1280x1024.png',
  'logo-DarkMode.png',
  'a-my-icon2.svg',
  'app.js',
  'widget-20240101.js',
  'widget.202401011530.css',
  'invoice-13572468.pdf',
  'sw-abc1234.js',
  'assets/background.png',
  'BqkXKz3p.js',
])('browsers revalidate %s, because its contents may change under the same name', (path) => {
  expect(cachingOf(path)).toBe('public, no-cache');
});
