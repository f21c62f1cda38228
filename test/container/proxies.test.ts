import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Proxy, proxiesAreThere, proxyNames } from '../support/proxies.ts';
import { start } from '../support/serverProcess.ts';
import { signIn, TestUser } from '../support/testUser.ts';

// The examples for proxies in deploy/. unit.test.ts replaces instances behind them.

const areMissing = !proxiesAreThere() && !process.env.CI;

test.skipIf(areMissing)(
  'behind nginx and HAProxy a request for the feed waits longer than other requests may take',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'proxies-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const product = await start({ DATA_DIR: folder });
    onTestFinished(() => product.kill());
    const registrar = await signIn(product, 'registrar');
    onTestFinished(() => registrar.close());
    const { text } = await registrar.get('/feed/snapshot');
    const { next } = JSON.parse(text.trimEnd().split('\n').at(-1) ?? '') as { next: string };
    const responses = await Promise.all(
      proxyNames.map(async (name) => {
        const proxy = await Proxy.open(name, [product.port, product.port]);
        onTestFinished(() => proxy.close());
        const through = registrar.through(proxy);
        onTestFinished(() => through.close());
        // The examples give other requests 15 s.
        const { status } = await through.get(`/feed?wait=17&after=${encodeURIComponent(next)}`);
        return [name, status];
      }),
    );
    expect(responses).toEqual(proxyNames.map((name) => [name, 200]));
  },
);

test.skipIf(areMissing)(
  'behind nginx and HAProxy undos, proposals and reports for other systems may take longer than other requests',
  async () => {
    // In place of the product, which takes as long only for much data.
    const instance = createServer(({ url }, response) => {
      setTimeout(() => response.end(), url === '/mdsd/readyz' ? 0 : 17_000);
    });
    await once(instance.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void instance.close());
    const { port } = instance.address() as AddressInfo;
    const long = [
      'POST /changes/1/undo',
      'POST /proposals/preview',
      'POST /proposals/apply',
      'GET /reports?asOfTerm=202592',
      'GET /reports.csv?cols=majorCode',
    ];
    const requests = proxyNames.flatMap((name) => long.map((request) => [name, request] as const));
    const proxies = new Map<string, Proxy>();
    for (const name of proxyNames) {
      const proxy = await Proxy.open(name, [port, port]);
      onTestFinished(() => proxy.close());
      proxies.set(name, proxy);
    }
    const responses = await Promise.all(
      requests.map(async ([name, request]) => {
        const user = new TestUser(proxies.get(name) as Proxy);
        onTestFinished(() => user.close());
        const [method = '', path = ''] = request.split(' ');
        const { status } = await user.request(method, path);
        return [name, request, status];
      }),
    );
    expect(responses).toEqual(requests.map((request) => [...request, 200]));
  },
);
