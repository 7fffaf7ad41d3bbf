import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENGINES, startTestServer, type TestProject, type TestServer } from '../../../../test/index.ts';
import { publish, type VisitInit, visit } from '../../../../test/published-app.ts';
import { openRaw, rawRequest } from '../../../../test/raw-request.ts';

const BROWSER = { accept: 'text/html' };

describe.each(ENGINES)('the origin of an app on %s', (engine) => {
  let server: TestServer;
  let project: TestProject;
  let other: TestProject;
  let port: number;
  beforeAll(async () => {
    server = await startTestServer({ engine });
    port = Number(new URL(server.url).port);
    [project, other] = [await server.createProject(), await server.createProject()];
    await publish(project, { 'dist/index.html': 'the app', 'dist/data.txt': 'of the app' });
    await publish(other, { 'dist/index.html': 'the other app' });
  });
  afterAll(() => server?.close());

  const at = (host: string, path = '/', init: VisitInit = {}) => visit(server, project, path, { host, ...init });
  const setDomains = (domains: unknown, of = project) =>
    of.cloudApi('/settings', { method: 'PATCH', json: { app: { domains } } });

  const confirm = async (of: TestProject, domain: string): Promise<void> => {
    const answer = await of.cloudApi(`/domains/${domain}/verify`, { json: { confirm: true } });
    expect(answer).toMatchObject({ status: 200, body: { data: { domain, state: 'served' } } });
  };

  test('is found by its host name in any spelling and on any port', async () => {
    for (const host of [
      `${project.id}.localhost`,
      `${project.id}.localhost:${port}`,
      `${project.id}.localhost:1`,
      `${project.id}.localhost.`,
      `${project.id}.LOCALHOST:${port}`,
      `${project.id.toUpperCase()}.localhost`,
    ]) {
      expect((await at(host)).text, host).toBe('the app');
    }
    expect((await at(`${other.id}.localhost`)).text).toBe('the other app');
  });

  test('serves the API of its own project and no other part of the service', async () => {
    const host = `${project.id}.localhost:${port}`;
    const key = { authorization: `Bearer ${project.publicKey}` };
    const config = await at(host, `/api/baas/${project.id}/auth/config`, { headers: key });
    expect([config.status, JSON.parse(config.text).count]).toEqual([200, 1]);
    const admin = { authorization: `Bearer ${server.adminToken}` };
    for (const path of [
      '/api/cloud/projects',
      '/api/cloud/auth/me',
      `/api/cloud/projects/${project.id}`,
      `/api/baas/${other.id}/auth/config`,
      `/api/baas/${project.id}`,
      `/api/baas/${project.id.toUpperCase()}/auth/config`,
      '/api/baas/openapi.json',
      '/console',
      '/console/setup',
      '/health',
      '/metrics',
      '/api',
      '/api/',
      '/%61pi/cloud/projects',
      '/api%2Fcloud/projects',
      '//api/cloud/projects',
      `/api/baas/${project.id}/../../cloud/projects`,
      `/api/baas/${project.id}/%2e%2e/%2e%2e/cloud/projects`,
      `/api/baas/${project.id}/..%2f${other.id}/auth/config`,
    ]) {
      for (const method of ['GET', 'POST']) {
        const answer = await at(host, path, { headers: admin, method });
        expect([404, 405], `${method} ${path}`).toContain(answer.status);
        expect(answer.text).not.toMatch(/"data"|openapi|status":"ok/);
      }
    }
    const page = await at(host, '/console', { headers: BROWSER });
    expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(page.text).toContain('There is nothing at this address.');
  });

  test("the service's own host shows no app, and hosts below the apps domain show no service", async () => {
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`, '[::1]', 'service.example', '']) {
      const page = await at(host, '/', { headers: BROWSER });
      expect(page.status, host).toBe(200);
      expect(page.text, host).toContain('href="/console/"');
      expect((await at(host, '/health')).status, host).toBe(200);
      expect((await at(host, '/data.txt')).status, host).toBe(404);
    }
    for (const host of [
      'nobody-is-here.localhost',
      `deep.${project.id}.localhost`,
      `${project.id}..localhost`,
      '.localhost',
      'x.localhost',
      '__proto__.localhost',
      '%2e.localhost',
    ]) {
      for (const path of ['/', '/health', '/api/cloud/projects', `/api/baas/${project.id}/auth/config`, '/webhook/x']) {
        const answer = await at(host, path);
        expect([answer.status, JSON.parse(answer.text).code], `${host}${path}`).toEqual([404, 'not_found']);
      }
    }
    for (const host of [`${project.id}.localhost.example`, `${project.id}localhost`, `${project.id}.localhost@x`]) {
      expect((await at(host)).text, host).not.toContain('the app');
    }
  });

  test('the host of an absolute request line wins; a request with two Host headers is refused', async () => {
    const send = (line: string, ...headers: string[]) =>
      rawRequest(port, `${line} HTTP/1.1\r\n${headers.join('\r\n')}\r\nConnection: close\r\n\r\n`);
    const host = `${project.id}.localhost`;
    const absolute = await send(`GET http://${host}/data.txt`, 'Host: localhost');
    expect([absolute.status, absolute.body]).toEqual([200, 'of the app']);
    expect((await send(`GET http://${host}`, 'Host: localhost')).body).toBe('the app');
    const service = await send('GET http://localhost/data.txt', `Host: ${host}`);
    expect(service.status).toBe(404);
    for (const hosts of [
      [`Host: ${host}`, 'Host: localhost'],
      ['Host: localhost', `Host: ${host}`],
      [`Host: ${host}`, `HOST: ${host}`],
    ]) {
      const answer = await send('GET /data.txt', ...hosts);
      expect([answer.status, JSON.parse(answer.body).code]).toEqual([400, 'validation_failed']);
    }
    const old = await rawRequest(port, 'GET /data.txt HTTP/1.0\r\n\r\n');
    expect(old.status).toBe(404);
    const forwarded = await send(
      'GET /data.txt',
      'Host: localhost',
      `X-Forwarded-Host: ${host}`,
      `Forwarded: host=${host}`,
    );
    expect(forwarded.status).toBe(404);
  });

  test('a connection stays open for requests to other hosts', async () => {
    const connection = await openRaw(port);
    const ask = async (host: string) => {
      connection.write(`GET /data.txt HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
      const { status, headers } = await connection.reply();
      return [status, headers['connection']];
    };
    expect(await ask(`${project.id}.localhost`)).toEqual([200, 'keep-alive']);
    expect(await ask('localhost')).toEqual([404, 'keep-alive']);
    expect(await ask(`${project.id}.localhost`)).toEqual([200, 'keep-alive']);
    connection.destroy();
  });

  test('serves its own domains until the setting is removed or the project is deleted', async () => {
    const own = await server.createProject();
    await publish(own, { 'dist/index.html': 'at home' });
    const name = `${own.id}.example.com`;
    const set = await setDomains([name, ` WWW.${name} `], own);
    expect(set).toMatchObject({ status: 200, body: { data: { app: { domains: [name, `www.${name}`] } } } });
    // A domain in the settings counts only after it has been verified.
    expect((await at(name, '/health')).status).toBe(200);
    await confirm(own, name);
    await confirm(own, `www.${name}`);
    for (const host of [name, `${name}:8443`, `${name.toUpperCase()}.`, `www.${name}`]) {
      expect((await at(host)).text, host).toBe('at home');
    }
    const key = { authorization: `Bearer ${own.publicKey}`, origin: `http://${name}:${port}` };
    const config = await at(name, `/api/baas/${own.id}/auth/config`, { headers: key });
    expect([config.status, config.headers['access-control-allow-origin']]).toEqual([200, `http://${name}:${port}`]);
    expect((await at(name, `/api/baas/${project.id}/auth/config`)).status).toBe(404);
    expect((await at(name, '/health')).status).toBe(404);

    expect((await setDomains([`www.${name}`], other)).status).toBe(200);
    expect((await at(`www.${name}`)).text, 'wanted by another project, too').toBe('at home');
    await setDomains([`www.${name}`], own);
    expect((await at(name, '/health')).status).toBe(200);
    expect((await setDomains([name], other)).status).toBe(200);
    await confirm(other, name);
    expect((await at(name)).text).toBe('the other app');
    expect((await own.cloudApi('', { method: 'DELETE' })).status).toBe(200);
    expect((await setDomains([name, `www.${name}`], other)).status).toBe(200);
    await confirm(other, `www.${name}`);
    expect((await at(`www.${name}`)).text).toBe('the other app');
    expect((await setDomains([], other)).status).toBe(200);
  });

  test.each([
    'localhost',
    'x.localhost',
    'nodots',
    'a..b.example',
    '-a.example',
    '*.example.com',
    'example.com:80',
    'https://example.com',
    'example.com/x',
    'a-.example',
    'user@example.com',
    'example.com#x',
    'example%2ecom.example',
    '127.0.0.1',
    '0x7f.1',
    '[::1]',
    '::1',
    'a b.example',
    '',
  ])('refuses %j as a domain', async (domain) => {
    const answer = await setDomains([domain]);
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  });
});
