/**
 * Parses bodies for both sides of the API: UTF-8 and JSON of limited depth, otherwise 400. An empty body is an empty
 * object.
 */

import type { FastifyInstance } from 'fastify';
import { toError } from '../../domain/values/thrown.ts';

/** Deeper than any document, and far below the depth at which recursion would overflow the stack. */
const DEPTH_MAX = 32;

/** Two megabytes, about twice a document of 2,000 lines. A longer body is answered with 413. */
export const BODY_BYTES_MAX = 2 * 1024 * 1024 - 1;

export class MalformedBody extends Error {
  readonly statusCode = 400;
  readonly code = 'malformed';
  readonly messageKey: string;
  constructor(messageKey: string) {
    super(messageKey);
    this.name = 'MalformedBody';
    this.messageKey = messageKey;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

export function readBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return {};
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw new MalformedBody('invalid_utf8');
  }
  if (isTooDeep(text)) throw new MalformedBody('body_too_deep');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new MalformedBody('invalid_json');
  }
  if (ESCAPES.test(text) && !isText(value)) throw new MalformedBody('invalid_utf8');
  return value;
}

const [QUOTE = 0, BACKSLASH = 0, BRACKET = 0, BRACKET_END = 0, BRACE = 0, BRACE_END = 0] = Array.from(
  '"\\[]{}',
  (name) => name.charCodeAt(0),
);

/** Counts brackets outside of strings, before parsing. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isInText && code === BACKSLASH) at += 1;
    else if (code === QUOTE) isInText = !isInText;
    else if (isInText) continue;
    else if (code === BRACKET || code === BRACE) depth += 1;
    else if (code === BRACKET_END || code === BRACE_END) depth -= 1;
    if (depth > DEPTH_MAX) return true;
  }
  return false;
}

/** JSON escapes that may encode invalid text: the NUL character, and unpaired surrogates. */
const ESCAPES = /\\u(0000|d[89a-f])/i;

function isText(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, inner]) => isText(name) && isText(inner));
}

export function registerBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX },
    (_request, bytes, done) => {
      try {
        done(null, readBody(Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes)));
      } catch (error) {
        done(toError(error));
      }
    },
  );
  // A transition without fields may be sent without a body.
  app.addHook('preValidation', async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') request.body ??= {};
  });
}
