import { createProvider } from '../../auth/provider.ts';
import { ProviderError } from '../../auth/providerError.ts';
import type { Config } from '../../config/config.ts';
import { checkCertificate } from './checkCertificate.ts';
import { checkClock } from './checkClock.ts';
import { type Finding, notChecked, ok, wrong } from './finding.ts';
import { type HttpResponse, requestUrl } from './requestUrl.ts';

/** Checks the metadata, the certificate and the clock of the provider. */
export async function* checkProvider({ oidc, publicUrl }: Config): AsyncGenerator<Finding> {
  if (!oidc) {
    yield notChecked('The provider, because OIDC_ISSUER is not set: users sign in to the demonstration.');
    return;
  }
  const { issuer } = oidc;
  try {
    // Reads the metadata and compares the issuer. Nobody follows the URL that it returns.
    await createProvider(oidc, publicUrl, publicUrl).start('/');
    yield ok(`The provider ${issuer} sends its metadata, and calls itself that.`);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    yield wrong(sentenceOf(error));
  }
  const response = await requestUrl(issuer).catch(() => null);
  if (!response) return;
  if (response.sent) yield checkCertificate(issuer, response.sent);
  yield checkClock(issuer, response.clock);
}

function sentenceOf({ failure, message, cause }: ProviderError): string {
  const { code } = ((cause as Error | undefined)?.cause ?? {}) as { code?: string };
  const sentence = code && !message.includes('NODE_EXTRA_CA_CERTS') ? `${message} (${code})` : message;
  return failure === 'away' ? `${sentence}: users cannot sign in.` : `${sentence}.`;
}

/** Checks that the application responds at its public URL, and the certificate there. */
export async function* checkPublicUrl({ publicUrl, basePath, oidc }: Config): AsyncGenerator<Finding> {
  const url = `${publicUrl}${basePath}/healthz`;
  let response: HttpResponse;
  try {
    response = await requestUrl(url);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    yield notChecked(
      `${url} and its certificate, because this machine does not reach it (${code}): open it in a browser.`,
    );
    return;
  }
  yield response.status === 200
    ? ok(`${url} responds.`)
    : wrong(
        `${url} responds with ${response.status} instead of 200: see whether the instances run, and the log of the proxy.`,
      );
  if (response.sent) yield checkCertificate(publicUrl, response.sent);
  if (!oidc) yield checkClock(publicUrl, response.clock);
}
