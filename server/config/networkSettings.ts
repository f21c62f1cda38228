import { isIP } from 'node:net';
import * as z from 'zod/mini';
import { faultOfCertificates } from './certificates.ts';
import { withoutBrackets } from './loopback.ts';
import { checkedText, flag, textOf, wholeNumber } from './readSettings.ts';

const PORT = wholeNumber(1, 65_535);

/** An address to listen on. `listen` takes an IPv6 address without brackets. */
const host = z.pipe(
  textOf('an address or host name alone, such as 127.0.0.1', (text) => {
    const plain = withoutBrackets(text);
    return isIP(plain) > 0 || /^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$/.test(plain);
  }),
  z.transform(withoutBrackets),
);

const withoutSlash = (path: string) => path.replace(/\/+$/, '');

const basePath = z.pipe(
  // A browser would resolve the segments `.` and `../..`.
  textOf('a path such as /mdsd', (text) =>
    /^(\/(?!\.{1,2}(\/|$))[A-Za-z0-9._~-]+)*$/.test(withoutSlash(text)),
  ),
  z.transform(withoutSlash),
);

const origin = z.pipe(
  z.string().check(
    z.check<string>(({ value, issues }) => {
      const add = (message: string) => issues.push({ code: 'custom', input: value, message });
      const url = URL.canParse(value) ? new URL(value) : undefined;
      if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
        add('an origin such as https://mdsd.example.edu');
      else if (url.pathname !== '/' || url.search || url.hash)
        add(`${url.origin} alone, and BASE_PATH to the path`);
    }),
  ),
  z.transform((text: string) => new URL(text).origin),
);

/** Where the server listens, and under which address browsers reach it. */
export const networkSettings = {
  HOST: z._default(host, '127.0.0.1'),
  PORT: z._default(PORT, 8080),
  BASE_PATH: z._default(basePath, '/mdsd'),
  PUBLIC_URL: z.optional(origin),
  TRUST_PROXY: z._default(flag, false),
  METRICS_PORT: z.optional(PORT),
  METRICS_HOST: z._default(host, '127.0.0.1'),
  NODE_EXTRA_CA_CERTS: z.optional(checkedText((file) => faultOfCertificates('NODE_EXTRA_CA_CERTS', file))),
};
