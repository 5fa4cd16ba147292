/** Translates refused claims for people: the field, the message, and names instead of keys. */

import { BatchNames } from '../../domain/batches/batch-names.ts';
import type { ClaimRefusal } from '../../domain/deciding/claim.ts';
import type { Facts } from '../../domain/deciding/facts.ts';
import { isReservation } from '../../domain/deciding/level-marks.ts';
import { systemCurrency } from '../../domain/documents/document-rules.ts';
import { namesAs } from '../../domain/records/record-name.ts';
import { seesLevel } from '../../domain/registry/seen-figures.ts';
import { amountIn } from '../../domain/values/amount-in.ts';
import { batchOfKey, batchTitle } from '../../domain/values/batch.ts';
import { type Issue, Refusal } from '../../domain/values/refusal.ts';
import type { DecisionRead } from '../../event-store/decision-read.ts';
import { type AggregateRegistry, readStream } from '../aggregates/aggregate-types.ts';

/** Message keys of the store, mapped to those that deciders use. */
const SAME_AS: Readonly<Record<string, string>> = { not_found: 'unknown_record', retired: 'retired_record' };

export function refusedClaims(refusals: readonly ClaimRefusal[], kinds: AggregateRegistry, facts: Facts): Refusal {
  const issues = refusals.map(({ field, message, params }): Issue => {
    const value = params['available'] ?? '';
    const shown = { value, ...params, ...namesIn(params, kinds, facts), ...kindIn(params) };
    const unseen = seesFigure(params, facts) ? undefined : WITHOUT_FIGURE[message];
    if (unseen === undefined) return { field, message: words(message, params, field), params: shown };
    const { available: _available, value: _value, ...told } = shown as Readonly<Record<string, string>>;
    return { field, message: unseen, params: told };
  });
  return new Refusal(refusals.some(({ message }) => message === 'protected') ? 'protected' : 'claim', issues);
}

/** Messages that contain a balance, and their replacements for users who may not see the balance. */
const WITHOUT_FIGURE: Readonly<Record<string, string>> = {
  no_enough_balance: 'no_enough_balance_unseen',
  allowed_debit_exceeded: 'allowed_debit_exceeded_unseen',
  more_than_is_owed: 'more_than_is_owed_unseen',
};

/**
 * True when the refusal depends on a balance that the person may not see: told of a dry run, which may be repeated with
 * other amounts, it would be the balance.
 */
export const isUntold = ({ message, params }: ClaimRefusal, facts: Facts): boolean =>
  message in WITHOUT_FIGURE && !seesFigure(params, facts);

const seesFigure = ({ key }: ClaimRefusal['params'], { actor }: Facts): boolean =>
  key === undefined || seesLevel(actor, key);

/** Levels and record streams that a refusal depends on. */
export function readsOfRefused(refusals: readonly ClaimRefusal[]): {
  readonly streams: readonly string[];
  readonly reads: readonly DecisionRead[];
} {
  const streams = refusals.flatMap(({ params }) =>
    [params['owner'], params['record']].filter((value) => value !== undefined),
  );
  const reads = refusals.flatMap(({ params: { key, available } }): DecisionRead[] =>
    key === undefined || available === undefined ? [] : [{ of: 'level', key, total: available }],
  );
  return { streams, reads };
}

function words(message: string, params: ClaimRefusal['params'], field: string): string {
  if (isReservation(params['key'], params['day'])) return 'stock_reserved';
  if (message === 'in_use' && params['record']?.startsWith('average_scope-')) return 'average_scope_by_recalculation';
  // A refused deletion has no field.
  if (message === 'in_use' && params['record']?.startsWith('currency_rate-') && field !== '') return 'rate_in_use';
  if (message === 'in_use' && params['record']?.startsWith('cash-') && field !== '') return 'account_keeps_outlet';
  if (message === 'retired' && params['record']?.startsWith('system_currency-')) return 'saved_in_another_currency';
  return SAME_AS[message] ?? message;
}

/** The kind of the record in a claim's parameters. */
function kindIn({ record }: ClaimRefusal['params']): Record<string, string> {
  const kind = readStream(record ?? '')?.kind;
  return kind === undefined ? {} : { kind };
}

/** Names of item, inventory and account for the key of a level, when the decision has loaded them. */
function namesIn(params: ClaimRefusal['params'], kinds: AggregateRegistry, facts: Facts): Record<string, string> {
  const [level, ...rest] = (params['key'] ?? '').split(':');
  const nameOf = (param: string, kind: string, id: string | undefined): Record<string, string> => {
    const declared = kinds.get(kind);
    const record = facts.record(kind, Number(id));
    return declared?.is === 'record' && record
      ? namesAs(param, declared.declaration, record.data)
      : { [param]: id ?? '' };
  };
  const available = (currency: number): Record<string, string> => {
    const amount = params['available'];
    if (amount === undefined) return {};
    const shown = amountIn(amount, currency, facts);
    return { available: shown, value: shown };
  };
  switch (level) {
    case 'batch':
      return {
        ...nameOf('item', 'item', rest[0]),
        ...nameOf('inventory', 'inventory', rest[1]),
        batch: batchTitle(new BatchNames(facts).called(Number(rest[0]), batchOfKey(params['key'] ?? ''))),
      };
    case 'serial':
      return { ...nameOf('item', 'item', rest[0]), batch: decodeURIComponent(rest[1] ?? '') };
    case 'stock':
      return { ...nameOf('item', 'item', rest[0]), ...nameOf('inventory', 'inventory', rest[1]) };
    case 'cash':
      return {
        ...nameOf('account', 'cash', rest[0]),
        ...available(Number(facts.record('cash', Number(rest[0]))?.data['currency_fk'])),
      };
    case 'debit':
    case 'open': {
      const party = readStream(rest[0] ?? '');
      return party ? { ...nameOf('party', party.kind, String(party.id)), ...available(Number(rest[1])) } : {};
    }
    case 'staff':
      return {
        ...nameOf('party', 'user', String(readStream(rest[0] ?? '')?.id ?? '')),
        ...available(systemCurrency(facts)),
      };
    default:
      return {};
  }
}
