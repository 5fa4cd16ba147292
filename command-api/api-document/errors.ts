/** The error answers of operations: one shared component for each status. */
import { ERROR_SCHEMA } from '../../identity/error-answer.ts';
import type { DeclaredRoute } from './routes.ts';

interface Refused {
  readonly name: string;
  readonly description: string;
  readonly code: string;
  readonly message: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly retryAfter?: true;
}

const SENTENCE = 'Sentences are in the language of the request.';

export const REFUSALS: Readonly<Record<string, Refused>> = {
  400: {
    name: 'BadRequest',
    description: 'A body that is not JSON, or a parameter that the operation does not know.',
    code: 'bad_query',
    message: 'The parameter page is not valid.',
    errors: { page: ['The parameter page is not valid.'] },
  },
  401: {
    name: 'Unauthorized',
    description: 'No token, one that has expired, or a session that is over.',
    code: 'unauthorized',
    message: 'Sign in, please.',
  },
  403: {
    name: 'Forbidden',
    description:
      'A permission is missing (`details.permission`), or something has to be done first (`details.pending`).',
    code: 'forbidden',
    message: 'You need the permission “Sales: enter”.',
    details: { permission: 'sales/store' },
  },
  404: {
    name: 'NotFound',
    description: 'It is not there, or it is not in the outlets and inventories of the person.',
    code: 'not_found',
    message: 'Not found.',
  },
  409: {
    name: 'Conflict',
    description:
      'Its state does not let it (`wrong_state`), it was changed since (`stale`), or it was used (`protected`).',
    code: 'stale',
    message: 'Somebody has changed it since.',
  },
  422: {
    name: 'Refused',
    description: `What the body says is refused: all fields at once, under their paths (\`lines.0.quantity\`). ${SENTENCE}`,
    code: 'validation',
    message: 'Quantity is required.',
    errors: { 'lines.0.quantity': ['Quantity is required.'] },
  },
  '4XX': {
    name: 'OtherRefusal',
    description:
      'The body is too large (413) or of another type (415), or there were too many requests (429, with `Retry-After`).',
    code: 'too_many',
    message: 'Too many requests. Try again later.',
    retryAfter: true,
  },
  '5XX': {
    name: 'Unavailable',
    description:
      'The database, the disk or a read model is not available (503): the same request may be sent again after `Retry-After`. A fault of the program (500) stands in its log under the `request_id`.',
    code: 'unavailable',
    message: 'Try again later.',
    retryAfter: true,
  },
};

/** Statuses in ascending order. */
export function refusalsOf({ method, url, config, schema }: DeclaredRoute): readonly string[] {
  const isWrite = method !== 'GET';
  const has: Readonly<Record<string, boolean>> = {
    400: true,
    // Anonymous routes also refuse invalid tokens, cookies and tills.
    401: true,
    403: config.permission !== 'anonymous' || isWrite,
    404: url.includes('/:') || isWrite,
    409: isWrite,
    422: isWrite || url.includes('/:') || schema.querystring !== undefined,
    '4XX': true,
    '5XX': true,
  };
  return Object.keys(REFUSALS).filter((status) => has[status]);
}

/** The content of `components/responses`. */
export const refusalResponses = (error: object): Readonly<Record<string, object>> =>
  Object.fromEntries(
    Object.values(REFUSALS).map(({ name, description, code, message, errors, details, retryAfter }) => [
      name,
      {
        description,
        ...(retryAfter
          ? { headers: { 'Retry-After': { description: 'Seconds.', schema: { type: 'string', pattern: '^\\d+$' } } } }
          : {}),
        content: {
          'application/json': {
            schema: error,
            example: {
              code,
              message,
              errors: errors ?? { '': [message] },
              request_id: '7KQ3-9ZXM-2F4T',
              ...(details ? { details } : {}),
            },
          },
        },
      },
    ]),
  );

export const ERROR = { title: 'Error', ...ERROR_SCHEMA };
