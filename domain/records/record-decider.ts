/** The one decider of all records: registered, amended with the changed fields, retired, restored. */

import { type Decider, unreachable } from '../deciding/decider.ts';
import type { Json } from '../deciding/event.ts';
import type { Facts } from '../deciding/facts.ts';
import { withRowsOfOthers } from '../deciding/own-places.ts';
import { nameIssues } from '../deciding/same-name.ts';
import { Issues, wrongState } from '../values/refusal.ts';
import { inNormalForm } from './normal-fields.ts';
import type { RecordCommand, RecordData, RecordDeclaration, RecordEvent, RecordState } from './record.ts';
import { checkFields, requireOwnOutlets } from './record-checks.ts';

/** True when the event is, for instance, `brand.registered`. */
const happened = <Name extends 'registered' | 'amended'>(
  event: RecordEvent,
  kind: string,
  name: Name,
): event is Extract<RecordEvent, { readonly type: `${string}.${Name}` }> => event.type === `${kind}.${name}`;

export type RecordDecider = Decider<RecordState, RecordCommand, RecordEvent, Facts>;

export function recordDecider(declaration: RecordDeclaration): RecordDecider {
  const { kind } = declaration;
  return {
    initial: { status: 'none' },
    evolve(state, event) {
      // A field that was declared later has its default in older registrations.
      if (happened(event, kind, 'registered')) {
        return { status: 'active', data: { ...declaration.defaults, ...event.data } };
      }
      if (state.status === 'none') return state;
      if (happened(event, kind, 'amended')) {
        return { ...state, data: { ...state.data, ...event.data.changed } };
      }
      if (event.type === `${kind}.retired`) return { ...state, status: 'retired' };
      if (event.type === `${kind}.restored`) return { ...state, status: 'active' };
      return state;
    },
    decide(command, state, facts) {
      switch (command.type) {
        case 'register':
          return register(declaration, command.data, state, facts);
        case 'amend':
          return amend(declaration, command.changed, state, facts);
        case 'retire': {
          if (state.status === 'none') throw wrongState('none', ['register']);
          if (state.status === 'retired') return [];
          requireOwnOutlets(declaration, state.data, facts);
          declaration.authorise?.({ data: state.data, at: 'before' }, facts);
          const message = declaration.refuseRetireWhen?.(state.data, facts);
          const issues = new Issues();
          if (message) issues.add('', message);
          issues.throwIfAny();
          return [{ type: `${kind}.retired`, v: 1, data: {} }];
        }
        case 'restore':
          if (state.status !== 'retired') return [];
          requireOwnOutlets(declaration, state.data, facts);
          declaration.authorise?.({ data: state.data, at: 'before' }, facts);
          nameIssues(facts.alike?.names).throwIfAny();
          return [{ type: `${kind}.restored`, v: 1, data: {} }];
        default:
          return unreachable(command);
      }
    },
  };
}

function register(
  declaration: RecordDeclaration,
  given: RecordData,
  state: RecordState,
  facts: Facts,
): readonly RecordEvent[] {
  if (state.status !== 'none') return [];
  const whole = declaration.completed?.(given, facts) ?? given;
  const data: RecordData = { ...declaration.defaults, ...numbered(declaration, whole, undefined, facts) };
  checkRecord(declaration, data, undefined, data, facts);
  declaration.authorise?.({ data, at: 'after' }, facts);
  return [{ type: `${declaration.kind}.registered`, v: 1, data }];
}

function amend(
  declaration: RecordDeclaration,
  given: RecordData,
  state: RecordState,
  facts: Facts,
): readonly RecordEvent[] {
  if (state.status !== 'active') throw wrongState(state.status, state.status === 'none' ? ['register'] : ['restore']);
  const changed: Record<string, Json> = Object.create(null);
  for (const [field, value] of Object.entries(numbered(declaration, given, state.data, facts))) {
    if (JSON.stringify(value) !== JSON.stringify(state.data[field])) changed[field] = value;
  }
  const fields = Object.keys(changed);
  if (fields.length === 0) return [];
  const next = { ...state.data, ...changed };
  requireOwnOutlets(declaration, state.data, facts);
  declaration.authorise?.({ data: state.data, at: 'before', changed: fields }, facts);
  checkRecord(declaration, next, state.data, changed, facts);
  declaration.authorise?.({ data: next, at: 'after', changed: fields }, facts);
  return [{ type: `${declaration.kind}.amended`, v: 1, data: { changed } }];
}

function numbered(
  { kind, normalise, numbers }: RecordDeclaration,
  given: RecordData,
  before: RecordData | undefined,
  facts: Facts,
): RecordData {
  const data = withRowsOfOthers(kind, inNormalForm(normalise, given), before, facts.actor);
  return numbers ? numbers.give(data, before, facts) : data;
}

function checkRecord(
  declaration: RecordDeclaration,
  next: RecordData,
  previous: RecordData | undefined,
  changed: RecordData,
  facts: Facts,
): void {
  const issues = nameIssues(facts.alike?.names);
  declaration.check?.(next, previous, facts, issues);
  checkFields(declaration, { next, previous, changed }, facts, issues);
  issues.throwIfAny();
}
