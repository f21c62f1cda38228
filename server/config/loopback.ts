import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** An IPv6 address may be in brackets, as in a URL. */
export const withoutBrackets = (host: string) => host.replace(/^\[(.*)\]$/, '$1');

/** Whether a host, as address or name, is loopback. The only certain name is `localhost`. */
export function isLoopback(host: string): boolean {
  const address = withoutBrackets(host);
  const family = isIP(address);
  if (family === 0) return address.toLowerCase() === 'localhost';
  return loopback.check(address, family === 6 ? 'ipv6' : 'ipv4');
}
