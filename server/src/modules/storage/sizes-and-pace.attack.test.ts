import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENGINES, startTestServer, type TestProject, type TestServer } from '../../../test/index.ts';
import { keptBytes } from '../../../test/kept-bytes.ts';
import { openFilesBelow } from '../../../test/open-files.ts';
import { openRaw, type RawConnection } from '../../../test/raw-request.ts';
import { uploadFile } from '../../../test/upload.ts';

const FILE_BYTES_MAX = 52_428_800;
const PIECE = Buffer.alloc(1_048_576, 'x');
const START = Buffer.from('--XX\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n');
const END = Buffer.from('\r\n--XX--\r\n');
/** The minimum pace, which applies after half a second. */
const PACE = { graceMs: 500, bytesPerSecondMin: 1_000_000, wholeMsMax: 600_000 };
const NOTHING = { onDisk: [], inRows: [], usage: { files: 0, bytes: 0 } };

describe.each(ENGINES)('sizes and pace on %s', (engine) => {
  let server: TestServer;
  let project: TestProject;
  let port: number;
  let blobs: string;
  beforeAll(async () => {
    const sendPace = { patienceMs: 500, bytesPerSecondMin: 10_000_000 };
    server = await startTestServer({ engine, uploadPace: PACE, sendPace });
    project = await server.createProject();
    port = Number(new URL(server.url).port);
    blobs = join(server.dataDir, 'blobs');
  });
  afterAll(() => server?.close());

  const open = async (length: string): Promise<RawConnection> => {
    const raw = await openRaw(port);
    raw.write(
      `POST /api/baas/${project.id}/storage/upload HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${project.secretKey}\r\n` +
        `Content-Type: multipart/form-data; boundary=XX\r\n${length}\r\n\r\n`,
    );
    return raw;
  };

  /** Writes no faster than the server reads, and stops when the server has answered or disconnected. */
  const writeAll = async ({ socket }: RawConnection, pieces: Iterable<Uint8Array>): Promise<void> => {
    let isOver = false;
    let wake = (): void => undefined;
    const end = (): void => {
      isOver = true;
      wake();
    };
    const goOn = (): void => wake();
    socket.on('data', end).on('close', end).on('drain', goOn);
    for (const piece of pieces) {
      if (isOver || socket.destroyed) break;
      const isTaken = socket.write(piece);
      if (!isTaken) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
    socket.off('data', end).off('close', end).off('drain', goOn);
  };

  function* form(bytes: number): Generator<Uint8Array> {
    yield START;
    for (let left = bytes; left > 0; left -= PIECE.length) yield left < PIECE.length ? PIECE.subarray(0, left) : PIECE;
    yield END;
  }

  function* chunked(pieces: Iterable<Uint8Array>): Generator<Uint8Array> {
    for (const piece of pieces) {
      yield Buffer.from(`${piece.length.toString(16)}\r\n`);
      yield piece;
      yield Buffer.from('\r\n');
    }
    yield Buffer.from('0\r\n\r\n');
  }

  const formBytes = (bytes: number): number => START.length + bytes + END.length;

  const statusOf = async (raw: RawConnection): Promise<unknown> => {
    const { status, body } = await raw.reply();
    raw.destroy();
    return [status, (JSON.parse(body) as { code?: string }).code];
  };

  const nothingKept = (): Promise<void> =>
    expect.poll(() => keptBytes(server, project), { timeout: 20_000 }).toEqual(NOTHING);

  describe('201', () => {
    test('a file of exactly 50 MB is accepted, with or without a declared length', async () => {
      for (const isChunked of [false, true]) {
        const raw = await open(
          isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${formBytes(FILE_BYTES_MAX)}`,
        );
        await writeAll(raw, isChunked ? chunked(form(FILE_BYTES_MAX)) : form(FILE_BYTES_MAX));
        expect(await statusOf(raw)).toEqual([201, undefined]);
      }
      expect((await keptBytes(server, project)).usage).toEqual({ files: 2, bytes: 2 * FILE_BYTES_MAX });
      expect((await project.secretApi('/storage/files?prefix=a', { method: 'DELETE' })).body).toEqual({ count: 2 });
      await server.runJobsUntilIdle();
      await nothingKept();
    });
  });

  describe('400', () => {
    test('a form longer than its Content-Length is malformed, and the rest is not read as a second request', async () => {
      const raw = await open(`Content-Length: ${formBytes(1000) - 300}`);
      await writeAll(raw, form(1000));
      expect(await statusOf(raw)).toEqual([400, 'validation_failed']);
      await nothingKept();
    });
  });

  describe('408', () => {
    test('a form shorter than its Content-Length times out', async () => {
      const raw = await open(`Content-Length: ${formBytes(1000) + 300}`);
      await writeAll(raw, form(1000));
      expect(await statusOf(raw)).toEqual([408, 'validation_failed']);
      await nothingKept();
    });

    test('a client that sends only a byte now and then is refused as too slow, and nothing is kept', async () => {
      const raw = await open(`Content-Length: ${formBytes(1_000_000)}`);
      raw.write(START);
      const trickle = setInterval(() => raw.write('x'), 20);
      try {
        expect(await statusOf(raw)).toEqual([408, 'validation_failed']);
      } finally {
        clearInterval(trickle);
      }
      await nothingKept();
      expect(await openFilesBelow(blobs)).toEqual([]);
    });
  });

  describe('413', () => {
    test('one byte more is 413, with or without a declared length, and nothing is kept', async () => {
      for (const isChunked of [false, true]) {
        const raw = await open(
          isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${formBytes(FILE_BYTES_MAX + 1)}`,
        );
        await writeAll(raw, isChunked ? chunked(form(FILE_BYTES_MAX + 1)) : form(FILE_BYTES_MAX + 1));
        expect(await statusOf(raw)).toEqual([413, 'file_too_large']);
        await nothingKept();
      }
    });

    test('an endless form is refused once it passes the limit, and read no further', async () => {
      const raw = await open('Transfer-Encoding: chunked');
      await writeAll(raw, chunked(form(100 * FILE_BYTES_MAX)));
      expect(await statusOf(raw)).toEqual([413, 'file_too_large']);
      await raw.closed();
      expect(raw.socket.bytesWritten).toBeLessThan(2 * FILE_BYTES_MAX);
      await nothingKept();
    });

    test('a form whose declared length is over the limit is refused before the body arrives', async () => {
      const raw = await open(`Content-Length: ${11 * FILE_BYTES_MAX}`);
      expect(await statusOf(raw)).toEqual([413, 'file_too_large']);
      await nothingKept();
    });
  });

  test('a client that disconnects during an upload leaves no file on the disk and none open', async () => {
    const raws = await Promise.all(Array.from({ length: 20 }, () => open(`Content-Length: ${formBytes(9_000_000)}`)));
    for (const raw of raws) await writeAll(raw, [START, PIECE, PIECE]);
    await expect.poll(async () => (await openFilesBelow(blobs)).length, { timeout: 20_000 }).toBeGreaterThan(0);
    for (const raw of raws) raw.destroy();
    await nothingKept();
    await expect.poll(() => openFilesBelow(blobs), { timeout: 20_000 }).toEqual([]);
  });

  describe('a download', () => {
    const BYTES = Buffer.alloc(40_000_000, 'the bytes of one file, ');
    let id: string;
    beforeAll(async () => {
      ({ id } = await uploadFile(project.secretApi, { bytes: BYTES }));
    });
    afterAll(async () => {
      await project.secretApi(`/storage/files/${id}`, { method: 'DELETE' });
    });

    /** Requests the file and reads nothing of the answer. */
    const ask = async (): Promise<Socket> => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      socket.pause();
      socket.write(
        `GET /api/baas/${project.id}/storage/files/${id}/download HTTP/1.1\r\nHost: x\r\nConnection: close\r\n` +
          `Authorization: Bearer ${project.secretKey}\r\n\r\n`,
      );
      return socket;
    };

    test('that the client does not read is cut off, and its file closed', async () => {
      const sockets = await Promise.all(Array.from({ length: 20 }, ask));
      await expect.poll(async () => (await openFilesBelow(blobs)).length, { timeout: 20_000 }).toBe(20);
      await expect.poll(() => openFilesBelow(blobs), { timeout: 20_000 }).toEqual([]);
      for (const socket of sockets) socket.destroy();
    });

    test('that the client abandons closes its file', async () => {
      const sockets = await Promise.all(Array.from({ length: 20 }, ask));
      await expect.poll(async () => (await openFilesBelow(blobs)).length, { timeout: 20_000 }).toBe(20);
      for (const socket of sockets) socket.destroy();
      await expect.poll(() => openFilesBelow(blobs), { timeout: 20_000 }).toEqual([]);
    });

    test('needs little memory, however many clients wait for their bytes', async () => {
      const before = process.memoryUsage();
      const sockets = await Promise.all(Array.from({ length: 40 }, ask));
      await expect.poll(async () => (await openFilesBelow(blobs)).length, { timeout: 20_000 }).toBe(40);
      const { arrayBuffers, heapUsed } = process.memoryUsage();
      for (const socket of sockets) socket.destroy();
      // The test requested 40 × 40 MB.
      expect(arrayBuffers + heapUsed - before.arrayBuffers - before.heapUsed).toBeLessThan(100_000_000);
    });
  });
});
