import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Proxy, proxiesAreThere, proxyNames } from '../support/proxies.ts';
import { start } from '../support/serverProcess.ts';
import { signIn } from '../support/testUser.ts';

// The examples for proxies in deploy/. unit.test.ts replaces instances behind them.

test.skipIf(!proxiesAreThere() && !process.env.CI)(
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
