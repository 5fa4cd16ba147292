/**
 * Actions on many documents or records at once, derived from their declarations: every transition that has no body or
 * only a reason, and the actions common to all records. Each action runs the same command on every selected one and
 * requires the same permission.
 */

import type { TSchema } from 'typebox';
import type { DocumentDeclaration } from '../documents/document.ts';
import { propertiesOf } from '../schemas/schema-parts.ts';
import { textsOf } from '../values/members.ts';
import { type RecordDeclaration, type RecordState, recordStateOf } from './record.ts';

export interface BulkAction {
  /** A transition, or `delete`, `restore`, `activate`, `inactivate` of records. */
  readonly name: string;
  /** With the resource: `sales/complete`. */
  readonly permission: string;
  /** True when one reason for all of them is required. */
  readonly reasoned: boolean;
  /** The name of the action that undoes this one, if any. */
  readonly undo: string | null;
  commands(reason: string | null): readonly unknown[];
  /** True when this state allows the action; the decider may refuse it for other reasons. */
  isPossible(state: { readonly status: string }): boolean;
  /** Names of the transitions that this state allows. */
  possible(state: { readonly status: string }): readonly string[];
}

/** Pairs of actions that undo each other. */
const OPPOSITES = [
  ['complete', 'return_to_draft'],
  ['close', 'open'],
  ['activate', 'inactivate'],
  ['delete', 'restore'],
] as const;

export function bulkActionsOfDocument(declaration: DocumentDeclaration): readonly BulkAction[] {
  const found = Object.entries(declaration.transitions).flatMap(([name, transition]): Omit<BulkAction, 'undo'>[] => {
    if (!saysOnlyAReason(transition.body)) return [];
    return [
      {
        name,
        permission: `${declaration.resource}/${transition.permission}`,
        reasoned: transition.body !== undefined,
        commands: (reason) => [transition.command({ reason })],
        isPossible: (state) => declaration.possible(state).includes(name),
        possible: (state) => declaration.possible(state),
      },
    ];
  });
  return withUndo(found);
}

function saysOnlyAReason(body: TSchema | undefined): boolean {
  if (body === undefined) return true;
  return Object.keys(propertiesOf(body)).join() === 'reason';
}

export function bulkActionsOfRecord(declaration: RecordDeclaration): readonly BulkAction[] {
  if (declaration.singleton) return [];
  const { resource } = declaration;
  const action = (
    name: string,
    permission: string,
    command: unknown,
    isPossible: (state: RecordState) => boolean,
  ): Omit<BulkAction, 'undo'> => ({
    name,
    permission: `${resource}/${permission}`,
    reasoned: false,
    commands: () => [command],
    isPossible: (state) => isPossible(recordStateOf(state)),
    possible: () => [],
  });
  const toggles = toggleOf(declaration);
  const changed = (data: object) => ({ type: 'amend', changed: data });
  return withUndo([
    ...(toggles
      ? [
          action('activate', 'update', changed(toggles.on), (state) => isActive(state) && !has(state, toggles.on)),
          action('inactivate', 'update', changed(toggles.off), (state) => isActive(state) && !has(state, toggles.off)),
        ]
      : []),
    action('delete', 'destroy', { type: 'retire' }, isActive),
    action('restore', 'store', { type: 'restore' }, ({ status }) => status === 'retired'),
  ]);
}

type Toggle = Readonly<Record<string, boolean | string>>;

/** The field that marks a record as active: a flag, or a status. */
function toggleOf({ schema }: RecordDeclaration): { readonly on: Toggle; readonly off: Toggle } | undefined {
  const properties = propertiesOf(schema);
  if ('is_active' in properties) return { on: { is_active: true }, off: { is_active: false } };
  const values = textsOf(properties['status']?.['enum']);
  if (!values.includes('active') || !values.includes('inactive')) return undefined;
  return { on: { status: 'active' }, off: { status: 'inactive' } };
}

const isActive = (state: RecordState): boolean => state.status === 'active';
const has = (state: RecordState, toggle: Toggle): boolean =>
  state.status !== 'none' && Object.entries(toggle).every(([field, value]) => state.data[field] === value);

function withUndo(actions: readonly Omit<BulkAction, 'undo'>[]): readonly BulkAction[] {
  const names = new Set(actions.map(({ name }) => name));
  const opposite = (name: string): string | null => {
    const pair = OPPOSITES.find((candidate) => textsOf(candidate).includes(name));
    const other = pair?.find((candidate) => candidate !== name) ?? null;
    return other !== null && names.has(other) ? other : null;
  };
  return actions.map((action) => ({ ...action, undo: opposite(action.name) }));
}
