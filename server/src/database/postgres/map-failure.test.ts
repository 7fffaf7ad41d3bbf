import { DatabaseError as ServerError } from 'pg';
import { expect, test } from 'vitest';
import { DatabaseFailure } from '../errors.ts';
import { isConnectionLoss, isWorthAnotherTry, sqlStateOf, toFailure } from './map-failure.ts';

function serverError(code: string, detail?: string): Error {
  return Object.assign(new ServerError('it says something', 0, 'error'), { code, severity: 'ERROR', detail });
}

test.each([
  ['23505', 'unique_violation'],
  ['23503', 'foreign_key_violation'],
  ['23001', 'foreign_key_violation'],
  ['22003', 'out_of_range'],
  ['22008', 'out_of_range'],
  ['22P02', 'out_of_range'],
  ['22021', 'out_of_range'],
  ['42P01', 'stale_schema'],
  ['42703', 'stale_schema'],
  ['3F000', 'stale_schema'],
  ['40001', 'overloaded'],
  ['40P01', 'overloaded'],
  ['53100', 'storage_full'],
  ['53300', 'unavailable'],
  ['57P01', 'unavailable'],
  ['57P03', 'unavailable'],
  ['08006', 'unavailable'],
  ['57014', 'timeout'],
  ['55P03', 'overloaded'],
  ['42601', 'failed'],
  ['XX000', 'failed'],
])('SQLSTATE %s is %s', (code, kind) => {
  expect(toFailure(serverError(code)).kind).toBe(kind);
});

test.each([
  [Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })],
  [Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })],
  [Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })],
  [new Error('Connection terminated unexpectedly')],
  [new Error('timeout expired')],
  ['nothing that is an error'],
])('a network failure is unavailable and a connection loss: %s', (error) => {
  expect(toFailure(error).kind).toBe('unavailable');
  expect(isConnectionLoss(toFailure(error))).toBe(true);
});

test('a lost node of a cluster is unavailable and a connection loss', () => {
  const message = 'failure on connection marked as essential: 127.0.0.1:5433';
  const error = toFailure(Object.assign(new ServerError(message, 0, 'error'), { code: 'XX000', severity: 'ERROR' }));
  expect(error.kind).toBe('unavailable');
  expect(isConnectionLoss(error)).toBe(true);
});

test.each([
  ['Key (email)=(a@b.c) already exists.', ['email']],
  ['Key (email, "order")=(a, )=(b) already exists.', ['email', 'order']],
  ['Schlüssel »(email)=(x)« existiert bereits.', ['email']],
  [undefined, []],
])('a unique violation names its columns from the detail %s', (detail, columns) => {
  expect(toFailure(serverError('23505', detail)).error.columns).toEqual(columns);
});

test('a failure wrapped by steps keeps the error code of the server', () => {
  const inner = toFailure(serverError('40P01'));
  const outer = new DatabaseFailure({ ...inner.error, step: 3 }, inner);
  expect(sqlStateOf(outer)).toBe('40P01');
  expect(isWorthAnotherTry(outer)).toBe(true);
  expect(isWorthAnotherTry(toFailure(serverError('23505')))).toBe(false);
  expect(isConnectionLoss(toFailure(serverError('53300')))).toBe(false);
});
