import { describe, expect, it } from 'vitest';
import type { ExportPage } from '../database.ts';
import { csvFrame, JSON_FRAME, openExport } from './export-text.ts';

async function* source(pages: readonly ExportPage[], ended: { value: boolean }): AsyncGenerator<ExportPage> {
  try {
    yield* pages;
  } finally {
    ended.value = true;
  }
}

async function textOf(pages: readonly ExportPage[], frame = JSON_FRAME): Promise<string> {
  const parts: string[] = [];
  for await (const part of await openExport(source(pages, { value: false }), frame)) parts.push(part);
  return parts.join('');
}

describe('the text of an export', () => {
  it('joins pages of JSON to one document with the count at its end', async () => {
    expect(await textOf([])).toBe('{"data":[],"count":0}');
    expect(await textOf([{ text: '{"a":1}', rows: 1 }])).toBe('{"data":[{"a":1}],"count":1}');
    const pages = [
      { text: '1,2', rows: 2 },
      { text: '', rows: 0 },
      { text: '3', rows: 1 },
    ];
    expect(await textOf(pages)).toBe('{"data":[1,2,3],"count":3}');
  });

  it('has one header row in CSV, even without rows', async () => {
    const frame = csvFrame(['id', 'title']);
    expect(await textOf([], frame)).toBe('id,title\r\n');
    expect(
      await textOf(
        [
          { text: '1,a\r\n', rows: 1 },
          { text: '2,b\r\n', rows: 1 },
        ],
        frame,
      ),
    ).toBe('id,title\r\n1,a\r\n2,b\r\n');
  });

  it('closes the source when the consumer stops before reading', async () => {
    const ended = { value: false };
    const text = await openExport(source([{ text: '1', rows: 1 }], ended), JSON_FRAME);
    await text.return?.();
    expect(ended.value).toBe(true);
    expect(await text.next()).toEqual({ done: true, value: undefined });
  });

  it('fails before any text when the first page fails', async () => {
    const failing: AsyncIterable<ExportPage> = {
      [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('no page')) }),
    };
    await expect(openExport(failing, JSON_FRAME)).rejects.toThrow('no page');
  });
});
