/**
 * Enters the demonstration's documents with the same schemas, commands, claims and idempotency as over HTTP. A refused
 * command stops the demonstration, because its plan contains no refusals.
 */

import type { TSchema } from 'typebox';
import { v5 as uuid } from 'uuid';
import type { AggregateType } from '../../command-api/aggregates/aggregate-types.ts';
import type { Commands } from '../../command-api/commands/open-commands.ts';
import { sentence } from '../../command-api/http/language.ts';
import { EMPTY_BODY, Invalid, validatorOf } from '../../command-api/http/validation.ts';
import { membersOf } from '../../domain/values/members.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import { type Person, personOf, SUPER_USER_ID } from '../../identity/person.ts';

/** Namespace of the ids of the demonstration's commands. */
const DEMONSTRATED = 'b1d6c5e2-7a43-4c1f-9d58-2e6f0a94c731';

export type Fields = Readonly<Record<string, unknown>>;

interface ClerkCommand {
  readonly id?: number;
  readonly commands: readonly unknown[];
  readonly body: Fields;
  readonly confirmed?: boolean;
  readonly reason?: object;
}

export class Clerk {
  readonly #commands: Commands;
  readonly #kinds: ReadonlyMap<string, AggregateType>;
  readonly #validators = new Map<TSchema, ReturnType<typeof validatorOf>>();
  /** The super user, who makes the set-up. */
  readonly #owner: Person = personOf(SUPER_USER_ID, { user_name: 'Administrator', email: '' }, undefined);
  #sent = 0;

  constructor(commands: Commands) {
    this.#commands = commands;
    this.#kinds = new Map(commands.kinds.all.map((kind) => [kind.resource, kind]));
  }

  /** Number of commands sent so far. */
  get sent(): number {
    return this.#sent;
  }

  /** Returns the id of the new record or document. `confirmed` confirms the warnings about unusual values. */
  async enter(resource: string, body: Fields, by: Person = this.#owner, confirmed = false): Promise<number> {
    const kind = this.#kind(resource);
    const schema = kind.is === 'record' ? kind.declaration.schema : kind.declaration.body;
    const given = this.#checked(resource, schema, body);
    const commands = kind.is === 'record' ? [{ type: 'register', data: given }] : kind.declaration.create(given);
    return this.#handle(kind, { commands, body: given, confirmed }, by);
  }

  /** Like `POST r/{id}/{transition}`. */
  async act(resource: string, id: number, name: string, body: Fields = {}, by: Person = this.#owner): Promise<void> {
    const kind = this.#kind(resource);
    const transition = kind.is === 'document' ? kind.declaration.transitions[name] : undefined;
    if (!transition) throw new RangeError(`${resource} cannot ${name}`);
    const given = this.#checked(`${resource} ${name}`, transition.body ?? EMPTY_BODY, body);
    const reason = typeof body['reason'] === 'string' ? { reason: body['reason'] } : {};
    await this.#handle(kind, { id, commands: [transition.command(given)], body: given, reason }, by);
  }

  /** Like `PATCH r/{id}`. */
  async change(resource: string, id: number, body: Fields, by: Person = this.#owner): Promise<void> {
    const kind = this.#kind(resource);
    const command = kind.is === 'record' ? { type: 'amend', changed: body } : kind.declaration.change?.(body);
    if (command === undefined) throw new RangeError(`${resource} is not changed`);
    await this.#handle(kind, { id, commands: [command], body }, by);
  }

  #kind(resource: string): AggregateType {
    const kind = this.#kinds.get(resource);
    if (!kind) throw new RangeError(`no resource ${resource}`);
    return kind;
  }

  #checked(what: string, schema: TSchema, body: Fields): Fields {
    const validate = this.#validators.get(schema) ?? validatorOf(schema, true);
    this.#validators.set(schema, validate);
    const given = membersOf(JSON.parse(JSON.stringify(body)));
    const checked = validate(given);
    if ('error' in checked) throw refused(what, checked.error, body);
    return given;
  }

  async #handle(kind: AggregateType, { id, reason = {}, ...given }: ClerkCommand, actor: Person): Promise<number> {
    this.#sent += 1;
    const { body } = given;
    const outlet = typeof body['outlet_fk'] === 'number' ? { outlet: String(body['outlet_fk']) } : {};
    try {
      const answer = await this.#commands.handler.handle({
        declaration: kind.declaration,
        ...(id === undefined ? {} : { id }),
        ...given,
        actor,
        meta: { device: deviceOf(actor), ...outlet, ...reason },
        // The ids are equal in every run, so that an interrupted demonstration continues.
        commandId: uuid(String(this.#sent), DEMONSTRATED),
      });
      return answer.id;
    } catch (error) {
      throw error instanceof Refusal ? refused(kind.resource, error, body) : error;
    }
  }
}

const deviceOf = ({ user }: Person): string => `PC ${user.user_name}`;

function refused(what: string, error: Error, body: Fields): Error {
  const issues = error instanceof Invalid || error instanceof Refusal ? error.issues : [];
  const problems = issues.map((issue) => `${issue.field}: ${sentence(issue.message, issue.params, 'en')}`);
  return new Error(
    `The demonstration was refused (${what}): ${problems.join('; ') || error.message}\n${JSON.stringify(body)}`,
  );
}
