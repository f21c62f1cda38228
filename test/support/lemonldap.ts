import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../scripts/ports.mjs';
import { Authority } from './authority.ts';
import { installWithoutServices } from './debianPackages.ts';

// The needed packages, each with a file that shows that it is installed.
const PACKAGES = {
  '/usr/sbin/nginx': 'nginx-light',
  '/usr/sbin/llng-fastcgi-server': 'lemonldap-ng-fastcgi-server',
  '/usr/share/lemonldap-ng/portal/htdocs/index.psgi': 'liblemonldap-ng-portal-perl',
  '/usr/share/perl5/String/Random.pm': 'libstring-random-perl',
  '/usr/share/perl5/IO/String.pm': 'libio-string-perl',
  '/usr/bin/openssl': 'openssl',
  '/usr/bin/faketime': 'faketime',
};
const SERVICES = [
  'nginx.service',
  'lemonldap-ng-fastcgi-server.service',
  'liblemonldap-ng-handler-perl.timer',
  'liblemonldap-ng-portal-perl.timer',
];

const PORTAL = '/usr/share/lemonldap-ng/portal';
// Another loopback address than the application's, so that they share no cookies.
const ADDRESS = '127.0.0.2';
// Debian's user for web servers. The portal does not run as root.
const USER = { name: 'www-data', id: 33 };
const isRoot = process.getuid?.() === 0;

/** An application that signs its users in here. */
export interface Application {
  /** The origin for browsers, on another loopback address than the provider: `https://127.0.0.3:8443`. */
  origin: string;
  /**
   * The host and port of its server, which the same nginx serves over https with X-Forwarded-For. Undefined if it is served
   * already.
   */
  server?: string;
  basePath: string;
}

/** Settings that an administrator of the provider may change while it runs. */
export interface Rules {
  /** The condition for group membership, in Perl: `$uid eq 'dwho'`. */
  groups: Record<string, string>;
  /** The network ID of a user, as an expression in Perl: `$uid`. */
  netId: string;
  /** The error of its clock, in the format of `faketime`: `-5m`. */
  clock?: string;
  /** The signature algorithm of UserInfo: `RS256`. Without it, UserInfo is plain JSON. */
  userInfoSigned?: string;
}

/**
 * LemonLDAP::NG from Debian's packages as an OpenID provider behind nginx, with a certificate of its own authority. Its
 * users are Doctor Who (`dwho`), Rose Tyler (`rtyler`) and Mickey Smith (`msmith`); the password is the user name. All of
 * its files are in one temporary folder.
 */
export class LemonLdap {
  readonly issuer: string;
  readonly clientId = 'major-degree';
  readonly clientSecret = randomBytes(24).toString('base64url');
  /** The file with the authority's certificate, for `NODE_EXTRA_CA_CERTS`. */
  readonly authority: string;
  /** The certificate of its servers, in PEM. */
  readonly certificate: string;
  readonly #folder: string;
  readonly #application: Application;
  readonly #nginx: ChildProcess;
  readonly #rules: Rules;
  #key = newKey();
  #portal: ChildProcess | undefined;

  /** Whether all packages are present or could be installed. */
  static isThere(): boolean {
    const missing = Object.entries(PACKAGES).filter(([file]) => !existsSync(file));
    const names = missing.map(([, name]) => name);
    return names.length === 0 || installWithoutServices(names, SERVICES);
  }

  /** Starts a provider, with nginx in front of it and of the application, whose server may start later. */
  static async open(application: Application, rules: Rules): Promise<LemonLdap> {
    const provider = new LemonLdap(await freePort(), application, rules);
    try {
      await provider.#start();
    } catch (error) {
      await provider.close();
      throw error;
    }
    return provider;
  }

  private constructor(port: number, application: Application, rules: Rules) {
    const folder = mkdtempSync(join(tmpdir(), 'lemonldap-'));
    chmodSync(folder, 0o755);
    const authority = new Authority(folder);
    const { key, file } = authority.certify([ADDRESS, new URL(application.origin).hostname]);
    for (const name of ['run', 'conf', 'cache', 'sessions', 'sessions/lock', 'psessions', 'psessions/lock']) {
      mkdirSync(join(folder, name), { mode: 0o700 });
      if (isRoot) chownSync(join(folder, name), USER.id, USER.id);
    }
    writeFileSync(join(folder, 'lemonldap-ng.ini'), iniOf(folder));
    writeFileSync(
      join(folder, 'nginx.conf'),
      nginxOf(
        folder,
        `ssl_certificate ${file}; ssl_certificate_key ${key};`,
        { host: ADDRESS, port },
        application,
      ),
    );
    this.issuer = `https://${ADDRESS}:${port}/`;
    this.authority = authority.file;
    this.certificate = readFileSync(file, 'utf8');
    this.#folder = folder;
    this.#application = application;
    this.#rules = { ...rules };
    this.#nginx = spawn(
      '/usr/sbin/nginx',
      ['-p', folder, '-c', 'nginx.conf', '-e', join(folder, 'nginx.log')],
      {
        stdio: 'ignore',
      },
    );
    process.once('exit', () => this.#abandon());
  }

  /** Ends its processes when this process exits without closing it. */
  #abandon(): void {
    if (isRunning(this.#portal)) endGroup(this.#portal);
    this.#nginx.kill('SIGTERM');
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Changes some rules. They apply to later sign-ins with a password. */
  async change(rules: Partial<Rules>): Promise<void> {
    Object.assign(this.#rules, rules);
    await this.#restart();
  }

  /** Replaces the key that signs tokens. The old key is no longer published. */
  async changeKey(): Promise<void> {
    this.#key = newKey();
    await this.#restart();
  }

  /** The logs of the provider and of nginx. */
  log(): string {
    return ['portal.log', 'nginx.log'].map((name) => readFileSync(join(this.#folder, name), 'utf8')).join('');
  }

  async close(): Promise<void> {
    await this.#stop();
    await ended(this.#nginx, () => this.#nginx.kill('SIGTERM'));
    rmSync(this.#folder, { recursive: true });
  }

  async #restart(): Promise<void> {
    await this.#stop();
    // Otherwise it keeps the old configuration for ten minutes.
    rmSync(join(this.#folder, 'cache', 'lemonldap-ng-config'), { recursive: true, force: true });
    await this.#start();
  }

  async #start(): Promise<void> {
    writeFileSync(join(this.#folder, 'conf', 'lmConf-1.json'), JSON.stringify(this.#configuration()), {
      mode: 0o644,
    });
    const socket = join(this.#folder, 'run', 'socket');
    const log = openSync(join(this.#folder, 'portal.log'), 'a');
    const user = isRoot ? ['-u', USER.name, '-g', USER.name] : [];
    const options = [
      '--foreground',
      '-n',
      '2',
      '-s',
      socket,
      '-p',
      join(this.#folder, 'run', 'pid'),
      ...user,
    ];
    const server = ['/usr/sbin/llng-fastcgi-server', ...options];
    const { clock } = this.#rules;
    const [program = '', ...given] = clock ? ['faketime', '-f', clock, ...server] : server;
    const portal = spawn(program, given, {
      env: {
        PATH: process.env.PATH,
        LLNG_DEFAULTCONFFILE: join(this.#folder, 'lemonldap-ng.ini'),
        LLNG_DEFAULTLOGGER: 'Lemonldap::NG::Common::Logger::Std',
      },
      // Its own process group, to end it together with its workers.
      detached: true,
      stdio: ['ignore', log, log],
    });
    this.#portal = portal;
    const metadata = `${this.issuer}.well-known/openid-configuration`;
    for (let tries = 0; (await this.#statusOf(metadata)) !== 200; tries += 1) {
      if (portal.exitCode !== null || this.#nginx.exitCode !== null || tries > 400)
        throw new Error(`LemonLDAP::NG does not respond: ${this.log()}`);
      await wait(50);
    }
  }

  async #stop(): Promise<void> {
    const portal = this.#portal;
    if (portal) await ended(portal, () => endGroup(portal));
  }

  #statusOf(address: string): Promise<number | undefined> {
    return new Promise((resolve) => {
      const ca = readFileSync(this.authority);
      get(address, { ca, agent: false }, (response) => resolve(response.resume().statusCode)).on(
        'error',
        () => resolve(undefined),
      );
    });
  }

  /** Its whole configuration: that of docs/connect-your-provider.md, with the URLs and rules of the tests. */
  #configuration() {
    const inFolder = (name: string) => join(this.#folder, name);
    const sessionsIn = (name: string) => ({
      Directory: inFolder(name),
      LockDirectory: inFolder(`${name}/lock`),
      generateModule: 'Lemonldap::NG::Common::Apache::Session::Generate::SHA256',
    });
    const documented = this.#documented();
    const { mdd: options } = documented.oidcRPMetaDataOptions;
    const { mdd: claims } = documented.oidcRPMetaDataExportedVars;
    return {
      ...documented,
      cfgNum: 1,
      cfgDate: 1,
      cfgVersion: '2.16.1',
      domain: ADDRESS,
      portal: this.issuer,
      cookieName: 'lemonldap',
      securedCookie: 1,
      authentication: 'Demo',
      userDB: 'Same',
      // The default needs packages that Debian only recommends. No test uses a captcha.
      captcha: '::Main::Plugin',
      passwordDB: 'Demo',
      demoExportedVars: { cn: 'cn', mail: 'mail', uid: 'uid' },
      // A directory has these variables; the demonstration has only the full name.
      macros: {
        givenName: '(split(/ /, $cn))[0]',
        sn: '(split(/ /, $cn))[1]',
        netId: this.#rules.netId,
      },
      groups: this.#rules.groups,
      locationRules: { [ADDRESS]: { default: 'accept' } },
      globalStorage: 'Apache::Session::File',
      globalStorageOptions: sessionsIn('sessions'),
      persistentStorage: 'Apache::Session::File',
      persistentStorageOptions: sessionsIn('psessions'),
      localSessionStorage: 'Cache::FileCache',
      localSessionStorageOptions: {
        namespace: 'lemonldap-ng-sessions',
        default_expires_in: 600,
        directory_umask: '007',
        cache_root: inFolder('cache'),
        cache_depth: 3,
      },
      oidcServicePrivateKeySig: this.#key.privateKey,
      oidcServicePublicKeySig: this.#key.publicKey,
      oidcServiceKeyIdSig: this.#key.id,
      oidcRPMetaDataOptions: {
        mdd: { ...options, oidcRPMetaDataOptionsUserInfoSignAlg: this.#rules.userInfoSigned ?? '' },
      },
      oidcRPMetaDataExportedVars: { mdd: { ...claims, ucinetid: 'netId' } },
    };
  }

  #documented() {
    const page = readFileSync('docs/connect-your-provider.md', 'utf8');
    const [, json = ''] = /```json\n([\s\S]*?)```/.exec(page) ?? [];
    const { origin, basePath } = this.#application;
    const ours = json
      .replaceAll('https://mdsd.example.edu/mdsd', origin + basePath)
      .replaceAll('https://sso.example.edu/', this.issuer)
      .replaceAll('the secret', this.clientSecret);
    return JSON.parse(ours) as {
      oidcRPMetaDataOptions: { mdd: Record<string, unknown> };
      oidcRPMetaDataExportedVars: { mdd: Record<string, string> };
    };
  }
}

const isRunning = (child: ChildProcess | undefined): child is ChildProcess =>
  child?.exitCode === null && child.signalCode === null;

/** Ends a process with its workers, and removes the files of `faketime`, which would break the next process with this ID. */
function endGroup({ pid }: ChildProcess): void {
  if (!pid) return;
  process.kill(-pid, 'SIGKILL');
  for (const name of ['faketime_shm', 'sem.faketime_sem']) rmSync(`/dev/shm/${name}_${pid}`, { force: true });
}

/** Ends a process and waits until it has ended. */
async function ended(child: ChildProcess, end: () => void): Promise<void> {
  if (!isRunning(child)) return;
  const exit = once(child, 'exit');
  end();
  await exit;
}

/** A key that signs tokens. */
const newKey = () => ({
  id: randomBytes(4).toString('hex'),
  ...generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  }),
});

/** The paths of all other files. Replaces /etc/lemonldap-ng/lemonldap-ng.ini. */
const iniOf = (folder: string) => `[all]
logLevel = warn
[configuration]
type = File
dirName = ${folder}/conf
localStorage = Cache::FileCache
localStorageOptions = { 'namespace' => 'lemonldap-ng-config', 'default_expires_in' => 600, 'directory_umask' => '007', 'cache_root' => '${folder}/cache', 'cache_depth' => 3 }
[portal]
staticPrefix = /static
templateDir = ${PORTAL}/templates
languages = en
[handler]
`;

/** Like /etc/lemonldap-ng/portal-nginx.conf, over https. */
const nginxOf = (
  folder: string,
  tls: string,
  portal: { host: string; port: number },
  application: Application,
) => `daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
${isRoot ? `user ${USER.name};` : ''}
events {}
http {
  include /etc/nginx/mime.types;
  access_log off;
  client_body_temp_path ${folder}/body;
  fastcgi_temp_path ${folder}/fastcgi;
  proxy_temp_path ${folder}/proxy;
  scgi_temp_path ${folder}/scgi;
  uwsgi_temp_path ${folder}/uwsgi;
  ${tls}
  server {
    listen ${portal.host}:${portal.port} ssl;
    root ${PORTAL}/htdocs/;
    if ($uri !~ ^/((static|javascript|favicon).*|.*[.]psgi)) {
      rewrite ^/(.*)$ /index.psgi/$1 break;
    }
    location ~ ^(?<sc>/.*[.]psgi)(?:$|/) {
      include /etc/nginx/fastcgi_params;
      fastcgi_pass unix:${folder}/run/socket;
      fastcgi_param HTTP_HOST $host;
      fastcgi_param LLTYPE psgi;
      fastcgi_param SCRIPT_FILENAME $document_root$fastcgi_script_name;
      fastcgi_split_path_info ^(.*[.]psgi)(/.*)$;
      fastcgi_param PATH_INFO $fastcgi_path_info;
    }
    location /javascript/ {
      alias /usr/share/javascript/;
    }
  }
${application.server ? serverOf(application, application.server) : ''}}
`;

const serverOf = ({ origin, basePath }: Application, server: string) => `  server {
    listen ${new URL(origin).host} ssl;
    # As behind a load balancer that names the visitor.
    set_real_ip_from 127.0.0.1;
    real_ip_header X-Forwarded-For;
    location ${basePath}/ {
      proxy_pass http://${server};
      proxy_http_version 1.1;
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    }
  }
`;
