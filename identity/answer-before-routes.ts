/** Replaces the framework's own answers: to bytes that are no valid request, and to requests while the server stops. */
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { type Answer, bodyFor, notNow, one, sendError } from './error-answer.ts';
import { newRequestId } from './request-id.ts';

/** By Node's error codes; there is no request yet, so the language is unknown. */
const UNREAD: Readonly<Record<string, Answer>> = {
  ERR_HTTP_REQUEST_TIMEOUT: one(408, 'too_slow', 'request_too_slow'),
  HPE_HEADER_OVERFLOW: one(431, 'too_large', 'headers_too_large'),
};
const UNREADABLE = one(400, 'malformed', 'malformed_request');

/** Option `clientErrorHandler` of the server. */
export function answerUnread(
  this: FastifyInstance,
  error: Error & { readonly code?: string },
  socket: Pick<Socket, 'destroyed' | 'writable' | 'write' | 'destroy'>,
): void {
  // The client has disconnected.
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const answer = UNREAD[error.code ?? ''] ?? UNREADABLE;
  const id = newRequestId();
  this.log.info({ reqId: id, status: answer.status, code: error.code }, 'bytes that are no request');
  if (socket.writable) {
    const text = JSON.stringify(bodyFor(answer, 'en', id));
    const head = [
      `HTTP/1.1 ${answer.status} Refused`,
      'Connection: close',
      'Cache-Control: no-store',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(text)}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${text}`);
  }
  socket.destroy(error);
}

/** Use it with the option `return503OnClosing: false`; requests in progress are completed. */
export function answerWhileStopping(app: FastifyInstance): void {
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
  });
  app.addHook('onRequest', async (request, reply) => {
    if (isStopping) return sendError(notNow('unavailable', 'try_again_later'), request, reply);
  });
}
