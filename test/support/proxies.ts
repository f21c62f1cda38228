import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../scripts/ports.mjs';
import { installWithoutServices } from './debianPackages.ts';
import { isListening } from './listening.ts';

const NGINX = '/usr/sbin/nginx';
const HAPROXY = '/usr/sbin/haproxy';
// Debian's user nobody, which may use high ports only.
const NOBODY = 65534;

export type ProxyName = 'nginx' | 'HAProxy';
export const proxyNames: readonly ProxyName[] = ['nginx', 'HAProxy'];

/** Whether both proxies are present or could be installed. */
export const proxiesAreThere = () =>
  (existsSync(NGINX) && existsSync(HAPROXY)) ||
  installWithoutServices(['nginx-light', 'haproxy'], ['nginx', 'haproxy']);

/** A proxy from Debian's packages with its example file in deploy/, in front of two instances. */
export class Proxy {
  readonly name: ProxyName;
  readonly port: number;
  /** The http port, which redirects pages to https. */
  readonly plainPort: number;
  readonly origin: string;
  readonly base = '/mdsd';
  /** The certificate of the proxy. */
  readonly authority: string;
  readonly #process: ChildProcess;
  readonly #folder: string;

  private constructor(name: ProxyName, { folder, plain, port }: Places, program: ChildProcess) {
    this.name = name;
    this.port = port;
    this.plainPort = plain;
    this.origin = `https://127.0.0.1:${port}`;
    this.authority = readFileSync(join(folder, 'certificate'), 'utf8');
    this.#folder = folder;
    this.#process = program;
    process.once('exit', () => program.kill());
  }

  static async open(name: ProxyName, instances: readonly [number, number]): Promise<Proxy> {
    const folder = mkdtempSync(join(tmpdir(), 'proxy-'));
    const [plain, port] = [await freePort(), await freePort()];
    certify(folder);
    const file = join(folder, 'configuration');
    const places = { folder, plain, port, instances };
    writeFileSync(file, name === 'nginx' ? nginx(places) : haproxy(places));
    const identity = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
    const given = name === 'nginx' ? ['-p', folder, '-e', 'stderr', '-c', file] : ['-W', '-f', file];
    const output = openSync(join(folder, 'log'), 'a');
    const program = spawn(name === 'nginx' ? NGINX : HAPROXY, given, {
      ...identity,
      cwd: folder,
      stdio: ['ignore', output, output],
    });
    const proxy = new Proxy(name, places, program);
    while (!(await isListening(port))) {
      if (program.exitCode !== null)
        throw new Error(`${name} ended with ${program.exitCode}: ${proxy.log()}`);
      await wait(20);
    }
    return proxy;
  }

  /** Its log so far: a line for each request, and its own messages. */
  log(): string {
    const files = ['log', 'requests'].map((name) => join(this.#folder, name));
    return files.map((file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')).join('');
  }

  /** Its last log lines about errors. */
  problems(): string {
    const lines = this.log().split('\n');
    return lines
      .filter((line) => /error| 50\d /.test(line))
      .slice(-5)
      .join('\n');
  }

  async close(): Promise<void> {
    const ended = once(this.#process, 'exit');
    if (this.#process.exitCode === null) {
      this.#process.kill('SIGTERM');
      await ended;
    }
    rmSync(this.#folder, { recursive: true });
  }
}

interface Places {
  folder: string;
  plain: number;
  port: number;
  instances: readonly [number, number];
}

/** Creates a self-signed certificate for this machine, also in one file with its key, as HAProxy expects. */
function certify(folder: string): void {
  const [key, certificate, both] = ['key', 'certificate', 'both'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const made = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', ...made, ...subject], { stdio: 'ignore' });
  writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
  if (process.getuid?.() === 0)
    for (const path of [folder, key, certificate, both]) chownSync(path, NOBODY, NOBODY);
}

/** Replaces the machine-specific texts. Throws if the example does not contain a text. */
function adapted(example: string, changes: Readonly<Record<string, string>>): string {
  let text = readFileSync(example, 'utf8');
  for (const [from, to] of Object.entries(changes)) {
    if (!text.includes(from)) throw new Error(`${example} does not contain ${from}`);
    text = text.replaceAll(from, to);
  }
  return text;
}

function nginx({ folder, plain, port, instances: [one, two] }: Places): string {
  const example = adapted('deploy/nginx.conf', {
    '127.0.0.1:8080': `127.0.0.1:${one}`,
    '127.0.0.1:8081': `127.0.0.1:${two}`,
    'listen 80;': `listen 127.0.0.1:${plain};`,
    'listen 443 ssl;': `listen 127.0.0.1:${port} ssl;`,
    '/etc/ssl/mdsd.example.edu.pem': join(folder, 'certificate'),
    '/etc/ssl/private/mdsd.example.edu.key': join(folder, 'key'),
    '/var/log/nginx/major-degree-database.log': join(folder, 'requests'),
  });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  );
  return `daemon off; pid ${join(folder, 'pid')}; worker_processes 2; events {} http { access_log off;\n${temporary.join('\n')}\n${example}}\n`;
}

const haproxy = ({ folder, plain, port, instances: [one, two] }: Places) =>
  adapted('deploy/haproxy.cfg', {
    '127.0.0.1:8080': `127.0.0.1:${one}`,
    '127.0.0.1:8081': `127.0.0.1:${two}`,
    'bind :80\n': `bind 127.0.0.1:${plain}\n`,
    'bind :443 ': `bind 127.0.0.1:${port} `,
    '/etc/haproxy/mdsd.example.edu.pem': join(folder, 'both'),
    'log /dev/log local0': 'log stdout format raw local0',
    '  user haproxy\n  group haproxy\n': '',
  });
