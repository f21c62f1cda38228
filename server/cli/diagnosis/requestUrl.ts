import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { DetailedPeerCertificate, PeerCertificate } from 'node:tls';
import { TLSSocket } from 'node:tls';

/** The certificate that a server sent, and why it is not trusted, if it is not. */
export interface SentCertificate {
  certificate: PeerCertificate | DetailedPeerCertificate;
  fault: string | null;
}

/** The response of a server to a request for its headers. */
export interface HttpResponse {
  status: number;
  /** The server's clock, in milliseconds since 1970; NaN if it did not send it. */
  clock: number;
  /** Null over plain http. */
  sent: SentCertificate | null;
}

// In ms.
const RESPONSE_TIMEOUT = 4_000;

/** Requests a URL without following redirects, even if its certificate is not valid. Rejects if nothing responds. */
export function requestUrl(url: string): Promise<HttpResponse> {
  const request = url.startsWith('https:') ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    // An invalid certificate is a finding. Nothing secret is sent, and only status, clock and certificate are read.
    const options = { agent: false, rejectUnauthorized: false, timeout: RESPONSE_TIMEOUT };
    const sending = request(url, options, (response) => {
      const { statusCode = 0, headers, socket } = response;
      resolve({ status: statusCode, clock: Date.parse(headers.date ?? ''), sent: certificateOf(socket) });
      response.destroy();
    });
    sending.on('timeout', () => sending.destroy(Object.assign(new Error(), { code: 'ETIMEDOUT' })));
    sending.on('error', reject);
    sending.end();
  });
}

/** The certificate that the server of a connection sent; null if the connection does not use TLS. */
export function certificateOf(socket: unknown): SentCertificate | null {
  if (!(socket instanceof TLSSocket)) return null;
  // Types declare an Error, but it is the code.
  const fault = socket.authorizationError as unknown as string | null;
  return { certificate: socket.getPeerCertificate(), fault: fault ?? null };
}
