/**
 * Sends commands of the API from a program on this machine with access to the database: the same schemas, pipeline,
 * claims and idempotency as over HTTP, as the super user with the named device.
 */

import { createHash } from 'node:crypto';
import { v5 as uuid } from 'uuid';
import type { AggregateType } from '../../command-api/aggregates/aggregate-types.ts';
import type { Commands } from '../../command-api/commands/open-commands.ts';
import { sentence } from '../../command-api/http/language.ts';
import { Invalid, validatorOf } from '../../command-api/http/validation.ts';
import { membersOf } from '../../domain/values/members.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import { personOf, SUPER_USER_ID } from '../../identity/person.ts';
import type { ApiAnswer, Send } from './client.ts';

/** Namespace of the ids of imported commands. */
const IMPORTED = '5e0c7a36-2f3d-4c9a-9d0e-6a1f5d7b8c42';

/** Id of the command with this idempotency key. */
export const commandIdOf = (key: string): string => uuid(key, IMPORTED);

export function sender(commands: Commands, device: string): Send {
  const kinds = new Map(commands.kinds.all.map((kind) => [kind.resource, kind]));
  const validators = new Map<string, ReturnType<typeof validatorOf>>();
  const actor = personOf(SUPER_USER_ID, { user_name: device, email: '' }, undefined);
  return async (resource, body, key) => {
    const kind = kinds.get(resource);
    if (!kind) throw new RangeError(`no resource ${resource}`);
    const validate = validators.get(resource) ?? validatorOf(schemaOf(kind), true);
    validators.set(resource, validate);
    // JSON drops undefined fields.
    const text = JSON.stringify(body);
    const given = membersOf(JSON.parse(text));
    const checked = validate(given);
    if ('error' in checked) return refused(checked.error);
    try {
      const answer = await commands.handler.handle({
        declaration: kind.declaration,
        commands: commandsOf(kind, given),
        body: given,
        actor,
        // Nobody is there to be asked: each file has a first purchase of its month, and an invoice of fees several of them.
        confirmed: true,
        meta: { device, ...(given['outlet_fk'] ? { outlet: String(given['outlet_fk']) } : {}) },
        commandId: commandIdOf(key),
        digest: createHash('sha256').update(`${resource}\n${text}`).digest('base64url'),
      });
      return { status: 201, body: { data: { id: answer.id }, position: String(answer.position ?? 0) } };
    } catch (error) {
      if (error instanceof Refusal) return refused(error);
      throw error;
    }
  };
}

function schemaOf(kind: AggregateType) {
  return kind.is === 'record' ? kind.declaration.schema : kind.declaration.body;
}

function commandsOf(kind: AggregateType, body: unknown): readonly unknown[] {
  return kind.is === 'record' ? [{ type: 'register', data: body }] : kind.declaration.create(membersOf(body));
}

function refused(error: Error): ApiAnswer {
  const issues = error instanceof Invalid || error instanceof Refusal ? error.issues : [];
  const errors = Object.groupBy(issues, (issue) => issue.field || 'document');
  return {
    status: 422,
    body: {
      errors: Object.fromEntries(
        Object.entries(errors).map(([field, said]) => [
          field,
          (said ?? []).map((issue) => sentence(issue.message, issue.params, 'en')),
        ]),
      ),
    },
  };
}
