/** The actor and idempotency key of a command from an application customer. */
import { createHash, randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { v5 as uuid } from 'uuid';
import type { Actor } from '../../domain/deciding/facts.ts';
import { languageOf } from '../../identity/language.ts';
import type { CommandRequest } from '../handling/command-request.ts';
import { isDryRun } from '../http/dry-run.ts';

const COMMANDS = '7d0c6f3e-2f64-4c56-8a55-0d7f5f7f1f6b';

/** The actor of a sign-up, before the customer exists. */
export const THE_SHOP = 'shop';

/** An actor without permissions; the order itself decides who may change it. */
const CUSTOMER: Actor = {
  user_id: 0,
  can: () => false,
  hasOutlet: () => true,
  hasInventory: () => true,
  hasAllOutlets: true,
  hasRecentProof: false,
};

type Given = 'actor' | 'confirmed' | 'commandId' | 'digest' | 'dryRun' | 'language' | 'meta';

/**
 * `by` is the stream of the customer. Without an idempotency key each request is a separate command. `body` is the
 * body without its secrets: its digest is stored.
 */
export function shopCommand(
  request: FastifyRequest,
  by: string,
  body: unknown = request.body,
): Pick<CommandRequest, Given> {
  const key = request.headers['idempotency-key'];
  const path = request.url.split('?')[0];
  const requestText = `${request.method} ${path}\n${JSON.stringify(body)}`;
  const dryRun = isDryRun(request);
  const isKeyed = typeof key === 'string' && key !== '' && !dryRun;
  return {
    actor: CUSTOMER,
    // Confirmations of unusual values are for the staff; the shop has its own rules for customers.
    confirmed: true,
    // The id of a request is a counter of its process, which begins again after a restart and in each replica.
    commandId: isKeyed ? uuid(`${by}:${by === THE_SHOP ? requestText : ''}${key}`, COMMANDS) : randomUUID(),
    digest: createHash('sha256').update(requestText).digest('base64url'),
    dryRun,
    language: languageOf(request),
    meta: { actor: by, device: 'shop', correlationId: request.id },
  };
}
