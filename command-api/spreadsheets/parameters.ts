/** Checks what concerns all rows: the permissions of the user, and the parameters, whose records must be in scope. */

import type { Actor } from '../../domain/deciding/facts.ts';
import type { ImportFormat, ImportParameter } from '../../domain/imports/import-format.ts';
import type { RowIssue } from '../../domain/imports/read-rows.ts';
import type { RowMode } from '../../domain/imports/updating.ts';
import { recordStateOf } from '../../domain/records/record.ts';
import { readDate } from '../../domain/values/effective-date.ts';
import { IQD } from '../../domain/values/rate.ts';
import { streamOf } from '../aggregates/aggregate-types.ts';
import { SETTINGS_STREAM } from '../aggregates/command-context.ts';
import type { Commands } from '../commands/open-commands.ts';
import { inScope } from '../handling/scope.ts';
import { ALL_ROWS } from './found-issues.ts';

export interface Chosen {
  readonly inventory?: number;
  /** Outlet of the inventory. */
  readonly outlet?: number;
  readonly pricing_list?: number;
  /** Of the business. */
  readonly system_currency?: number;
  readonly date?: string;
  readonly against?: 'capital' | 'retained-earnings';
  /** `add` stores goods that an opening balance contains already; by default they are refused. */
  readonly goods_there?: 'add';
  /** The same for names that records have already. */
  readonly same_names?: 'add';
  /** By default rows only add records. */
  readonly mode?: RowMode;
  /** The column by which rows name the records that they change. */
  readonly key?: string;
}

/** The right that changing records takes, besides that of the import. */
export const updatePermission = ({ resource }: Pick<ImportFormat, 'resource'>): string => `${resource}/update`;

const FINISHING = 'opening_balances/complete';

export async function readParameters(
  { kinds, handler }: Pick<Commands, 'kinds' | 'handler'>,
  format: ImportFormat,
  given: Readonly<Record<string, unknown>>,
  actor: Actor,
): Promise<{ readonly chosen: Chosen; readonly issues: readonly RowIssue[] }> {
  const issues = missingPermissions(format, actor);
  const chosen: Record<string, unknown> = Object.create(null);
  const wrong = (column: string, message: string, params?: Record<string, string>): void => {
    issues.push({ at: ALL_ROWS, column, message, ...(params ? { params } : {}) });
  };
  const settings = recordStateOf((await handler.states.read([SETTINGS_STREAM])).get(SETTINGS_STREAM)?.state);
  chosen['system_currency'] = Number(settings?.status === 'active' ? settings.data['currency_fk'] : IQD);
  const known = new Set(format.parameters.map(({ name }) => name));
  for (const name of Object.keys(given)) if (!known.has(name)) wrong(name, 'unknown_field');
  for (const parameter of format.parameters) {
    const { name, required } = parameter;
    const value = given[name];
    if (value === undefined || value === null || value === '') {
      if (required) wrong(name, 'required');
      continue;
    }
    const message = messageOf(parameter, value);
    if (message) {
      wrong(name, message, { values: (parameter.values ?? []).join(', ') });
      continue;
    }
    chosen[name] = value;
    if (parameter.kind !== 'lookup') continue;
    const kind = kinds.all.find(({ resource }) => resource === parameter.resource);
    const stream = streamOf(kind?.kind ?? '', Number(value));
    const loaded = (await handler.states.read([stream])).get(stream);
    const state = recordStateOf(loaded?.state);
    const isTheirs = kind !== undefined && loaded !== undefined && inScope(kind, Number(value), loaded.state, actor);
    if (state?.status !== 'active' || !isTheirs) {
      wrong(name, 'unknown_record');
      delete chosen[name];
    } else if (name === 'inventory') chosen['outlet'] = state.data['outlet_fk'];
  }
  if (chosen['mode'] !== undefined && chosen['mode'] !== 'new') {
    if (chosen['key'] === undefined && given['key'] === undefined) wrong('key', 'required');
    const permission = updatePermission(format);
    if (!actor.can(permission)) wrong('mode', 'permission_missing', { permission });
  }
  if (chosen['against'] !== undefined && !actor.can(FINISHING)) {
    wrong('against', 'permission_missing', { permission: FINISHING });
  }
  return { chosen, issues };
}

function missingPermissions({ needs = [] }: ImportFormat, actor: Actor): RowIssue[] {
  return needs
    .filter((permission) => !actor.can(permission))
    .map((permission) => ({ at: ALL_ROWS, column: null, message: 'permission_missing', params: { permission } }));
}

const ID_MAX = 2_147_483_647;

function messageOf({ kind, values }: ImportParameter, value: unknown): string | undefined {
  switch (kind) {
    case 'lookup':
      return Number.isInteger(value) && Number(value) > 0 && Number(value) <= ID_MAX ? undefined : 'id_must_be_integer';
    case 'date':
      return typeof value === 'string' && readDate(value) ? undefined : 'date';
    case 'option':
    case 'column':
      return typeof value === 'string' && values?.includes(value) ? undefined : 'one_of';
  }
}
