/**
 * Takes back one record or document of an import, or says why not. It has the ordinary commands with their rights and
 * checks. Its command has the same id in every run, so that a second run, or a second person, does nothing twice.
 */
import { randomUUID } from 'node:crypto';
import type { KeptThing } from '../../../domain/imports/imports-made.ts';
import type { BulkAction } from '../../../domain/records/bulk.ts';
import type { Language } from '../../../domain/values/language.ts';
import { type Issue, Refusal, wrongState } from '../../../domain/values/refusal.ts';
import { BatchTooLarge } from '../../../event-store/port.ts';
import { forbidden } from '../../../identity/guard.ts';
import type { Person } from '../../../identity/person.ts';
import { say } from '../../../languages/say.ts';
import type { LoadedAggregate } from '../../aggregates/aggregate-repository.ts';
import { type AggregateState, type AggregateType, titleOf } from '../../aggregates/aggregate-types.ts';
import type { Commands } from '../../commands/open-commands.ts';
import type { CommandRequest } from '../../handling/command-request.ts';
import { inScope } from '../../handling/scope.ts';
import { bulkActionsOf } from '../../jobs/bulk-actions.ts';
import { importCommandId } from '../import-commands.ts';
import { valuesBefore } from '../updating/values-before.ts';
import type { Made } from './made-by.ts';

export interface Attempt {
  readonly importId: string;
  /** Without one nothing that has counted is reversed. */
  readonly reason: string | null;
  readonly dryRun: boolean;
}

export type Outcome =
  | { readonly is: 'gone' }
  | {
      readonly is: 'taken_back';
      readonly position: bigint | undefined;
      readonly reasoned: boolean;
      readonly isUntold: boolean;
    }
  | { readonly is: 'kept'; readonly refusal: Refusal };

export async function takeBackOne(
  commands: Commands,
  made: Made,
  { state, revision }: LoadedAggregate,
  person: Person,
  { importId, reason, dryRun }: Attempt,
): Promise<Outcome> {
  const { kind, id, stream } = made;
  if (made.isChange) return restoreOne(commands, made, { state, revision }, person, { importId, reason, dryRun });
  if (isGone(state)) return { is: 'gone' };
  if (!inScope(kind, id, state, person)) return kept('not_found', 'not_found');
  if (revision !== made.revision) return kept('stale', 'import_changed_since');
  const steps = stepsBack(kind, state);
  if (!steps) return { is: 'kept', refusal: wrongState(state.status, []) };
  const missing = steps.find(({ permission }) => !person.can(permission));
  if (missing) return { is: 'kept', refusal: forbidden(missing.permission) };
  const reasoned = steps.some((step) => step.reasoned);
  if (reasoned && reason === null) return kept('validation', 'required', 'reason');
  const told = reasoned ? reason : null;
  const outcome = await tried(commands, made, {
    commands: steps.flatMap((step) => step.commands(told)),
    body: {},
    actor: person,
    meta: { correlationId: importId, ...(told === null ? {} : { reason: told }), ...deviceOf(person) },
    commandId: dryRun ? randomUUID() : importCommandId(importId, `taken back ${stream}`),
    expectedRevision: revision,
    dryRun,
  });
  return outcome.is === 'taken_back' ? { ...outcome, reasoned } : outcome;
}

async function tried(
  { handler }: Commands,
  { kind, id }: Made,
  request: Omit<CommandRequest, 'declaration' | 'id'>,
): Promise<Outcome> {
  try {
    const answer = await handler.handle({ declaration: kind.declaration, id, ...request });
    return { is: 'taken_back', position: answer.position, reasoned: false, isUntold: answer.isUntold === true };
  } catch (error) {
    if (error instanceof Refusal) return { is: 'kept', refusal: error };
    if (error instanceof BatchTooLarge) return kept('validation', 'body_too_large');
    throw error;
  }
}

/** A record that was changed by the import, and by nobody since, has its old values again. */
async function restoreOne(
  commands: Commands,
  made: Made,
  { state, revision }: LoadedAggregate,
  person: Person,
  { importId, dryRun }: Attempt,
): Promise<Outcome> {
  const { kind, id, stream } = made;
  if (kind.is !== 'record') throw new RangeError(`${stream} is no record`);
  const commandId = importCommandId(importId, `taken back ${stream}`);
  if (await commands.store.findCommand(commandId)) return { is: 'gone' };
  if (!inScope(kind, id, state, person)) return kept('not_found', 'not_found');
  if (revision !== made.revision) return kept('stale', 'import_changed_since');
  const permission = `${kind.resource}/update`;
  if (!person.can(permission)) return { is: 'kept', refusal: forbidden(permission) };
  const changed = await valuesBefore(commands, kind, made, person);
  return tried(commands, made, {
    commands: [{ type: 'amend', changed }],
    body: changed,
    actor: person,
    meta: { correlationId: importId, ...deviceOf(person) },
    commandId: dryRun ? randomUUID() : commandId,
    expectedRevision: revision,
    dryRun,
  });
}

const deviceOf = ({ till }: Person) => (till ? { device: `till-${till.till_id}` } : {});

const kept = (code: Refusal['code'], message: string, field = ''): Outcome => ({
  is: 'kept',
  refusal: new Refusal(code, [{ field, message }]),
});

/** The first reason as a message; what the person may not see has no title. */
export function keptThing(
  { kind, id }: Made,
  { state }: LoadedAggregate,
  refusal: Refusal,
  language: Language,
): KeptThing {
  const [issue]: readonly Issue[] = refusal.issues;
  return {
    kind: kind.kind,
    id,
    title: refusal.code === 'not_found' ? null : titleOf(kind, state, language),
    message: say(language, issue?.message ?? refusal.code, issue?.params, issue?.field),
  };
}

/** A record is deleted; a draft is discarded, what has counted is reversed, and prices in force are deactivated. */
const ENDS = ['delete', 'discard', 'reverse', 'deactivate'] as const;
/** A document that has counted and is not reversed at once becomes a draft first, which has a number then. */
const TO_DRAFT = ['return_to_draft', 'reopen'] as const;
const END_OF_DRAFT = 'reverse';

/** Statuses of what is taken back already. */
const GONE: ReadonlySet<string> = new Set(['none', 'retired', 'inactive', 'discarded', 'reversed']);
const isGone = ({ status }: AggregateState): boolean => GONE.has(status);

/** How a person takes it back by hand, by the actions of its kind; undefined when its state allows none of them. */
function stepsBack(kind: AggregateType, state: AggregateState): readonly BulkAction[] | undefined {
  const actions = bulkActionsOf(kind);
  const named = (name: string) => actions.find((action) => action.name === name);
  const possible = (names: readonly string[]) =>
    names.flatMap((name) => named(name) ?? []).find((action) => action.isPossible(state));
  const end = possible(ENDS);
  if (end) return [end];
  const toDraft = possible(TO_DRAFT);
  const then = named(END_OF_DRAFT);
  return toDraft && then ? [toDraft, then] : undefined;
}
