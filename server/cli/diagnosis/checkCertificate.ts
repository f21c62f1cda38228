import { type Finding, numberOf, ok, wrong } from './finding.ts';
import type { SentCertificate } from './requestUrl.ts';

const DAY = 24 * 60 * 60 * 1000;
// Certificates are usually renewed a month before they end.
const ENDS_SOON = 14;

/** Checks that the certificate of a server is trusted, and valid for two weeks or more. */
export function checkCertificate(server: string, { certificate, fault }: SentCertificate): Finding {
  const end = new Date(certificate.valid_to);
  const days = Math.floor((end.getTime() - Date.now()) / DAY);
  const on = end.toISOString().slice(0, 10);
  if (days < 0) return wrong(`The certificate of ${server} ended on ${on}: renew it.`);
  if (fault === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return wrong(`The certificate of ${server} is for another name: get one for this name.`);
  if (fault)
    return wrong(
      `The certificate of ${server} is not trusted (${fault}): renew it with its intermediate certificates, or set NODE_EXTRA_CA_CERTS to the file of your own authority.`,
    );
  if (days < ENDS_SOON)
    return wrong(`The certificate of ${server} ends in ${numberOf(days, 'day')}, on ${on}: renew it.`);
  return ok(`The certificate of ${server} is valid for ${numberOf(days, 'day')}, until ${on}.`);
}
