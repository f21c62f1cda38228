import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * The address of a client, by which it is limited and logged. Some proxies add its port, which differs with each connection,
 * or the zone of an IPv6 address. What is no address at all is not the client's: then the proxy counts.
 */
export function clientOf({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const [, bracketed, , plain] = /^\[([^\]]*)\](:\d+)?$|^([\d.]+):\d+$/.exec(ip) ?? [];
  const address = (bracketed ?? plain ?? ip).replace(/%.*$/, '').toLowerCase();
  return isIP(address) ? address : (socket.remoteAddress ?? '');
}
