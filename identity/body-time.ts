/**
 * Ends a request whose body does not arrive in time, so that slow senders cannot hold connections open. Routes that
 * accept files have the full time of a request.
 */
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bodyOf, one } from './error-answer.ts';

export const BODY_MS_MAX = 60_000;
/** For a whole request including files: 20 MB at 300 kbit/s. */
export const REQUEST_MS_MAX = 600_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for a route that accepts files, which take minutes over a slow line. */
    takesFiles?: boolean;
  }
}

/** Call it before anything else is added to `app`. */
export function limitBodyTime(app: FastifyInstance, limitMs: number): void {
  app.addHook('onRequest', async (request, reply) => {
    const { raw, routeOptions } = request;
    const { socket } = raw;
    // Injected requests have no network socket, and their body is complete.
    if (!(socket instanceof Socket) || !hasBody(request) || routeOptions.config.takesFiles) return;
    const timer = setTimeout(() => end(request, reply), limitMs);
    // Also after the answer: a refusal sent before the body has arrived leaves the connection open.
    const forget = () => {
      clearTimeout(timer);
      raw.off('end', forget);
      socket.off('close', forget);
    };
    raw.on('end', forget);
    socket.on('close', forget);
  });
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function end(request: FastifyRequest, reply: FastifyReply): void {
  const { socket } = request.raw;
  request.log.info({ req: request }, 'the body of a request did not arrive in time');
  if (!reply.sent && !reply.raw.headersSent && socket.writable) {
    reply.hijack();
    const text = JSON.stringify(bodyOf(one(408, 'too_slow', 'request_too_slow'), request));
    const head = [
      'HTTP/1.1 408 Request Timeout',
      'Connection: close',
      'Cache-Control: no-store',
      'Content-Type: application/json; charset=utf-8',
    ];
    socket.write(`${head.join('\r\n')}\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }
  socket.destroySoon();
}
