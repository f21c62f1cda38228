import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * The IP address of a client, for limits and the log. Some proxies add its port, which differs with each connection, or the
 * zone of an IPv6 address: both are removed. If the result is no IP address, returns the proxy's address.
 */
export function clientOf({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const [, bracketed, , plain] = /^\[([^\]]*)\](:\d+)?$|^([\d.]+):\d+$/.exec(ip) ?? [];
  const address = (bracketed ?? plain ?? ip).replace(/%.*$/, '').toLowerCase();
  return isIP(address) ? address : (socket.remoteAddress ?? '');
}
