/** Rows of the chart: the seeded accounts, and the accounts that records create. */

import {
  accountNumber,
  cashKey,
  HEADINGS,
  ownAccountKey,
  SYSTEM_ACCOUNTS,
  SYSTEM_KEYS,
  type SystemKey,
} from '../../../domain/chart/chart.ts';
import type { RecordedEvent } from '../../../domain/deciding/event.ts';
import type { RecordData, RecordDeclaration, RecordEvent } from '../../../domain/records/record.ts';
import { recordDecider } from '../../../domain/records/record-decider.ts';
import { records } from '../../../domain/registry/records.ts';
import type { Rows } from '../../rows/table.ts';
import { entityOf } from '../model.ts';
import { account } from './tables.ts';

/** Records of these kinds have an account of their own. */
const KEY_BY_KIND = new Map<string, SystemKey>();
for (const key of SYSTEM_KEYS) {
  const { per }: { readonly per?: string } = SYSTEM_ACCOUNTS[key];
  if (per) KEY_BY_KIND.set(per, key);
}

export function seedChart(rows: Rows): void {
  for (const [key, { code, side, statement }] of Object.entries(HEADINGS)) {
    rows.put(account, [code], [key, null, side, statement, true, null, null, null]);
  }
  for (const [key, { code, parent, side, statement }] of Object.entries(SYSTEM_ACCOUNTS)) {
    rows.put(
      account,
      [code],
      [key, HEADINGS[parent as keyof typeof HEADINGS].code, side, statement, false, null, null, null],
    );
  }
}

/** True for events of records that have an account: the account takes its name from the record. */
export function namesAccount(event: RecordedEvent): boolean {
  return KEY_BY_KIND.has(entityOf(event.stream).kind);
}

/** `stream` holds the record's events up to the projected one. */
export function putAccount(stream: readonly RecordedEvent[], rows: Rows): void {
  const last = stream.at(-1);
  const { kind, id } = entityOf(last?.stream ?? '');
  const declaration = records.find((record) => record.kind === kind);
  if (!declaration || id === null) return;
  const data = dataOf(declaration, stream);
  if (!data) return;
  const key = keyOf(kind, data);
  if (!key) return;
  const { code, side, statement } = SYSTEM_ACCOUNTS[key];
  const name = String(data[declaration.nameField] ?? '');
  rows.put(account, [accountNumber({ key, of: id })], [key, code, side, statement, false, kind, id, name]);
}

function keyOf(kind: string, data: RecordData): SystemKey | undefined {
  if (kind === 'cash') return cashKey(Number(data['cash_type']));
  if (kind === 'ledger_account') return ownAccountKey(data['heading'] as keyof typeof HEADINGS);
  return KEY_BY_KIND.get(kind);
}

function dataOf(declaration: RecordDeclaration, stream: readonly RecordedEvent[]) {
  const { initial, evolve } = recordDecider(declaration);
  const state = stream.reduce((folded, event) => evolve(folded, event as RecordEvent), initial);
  return state.status === 'none' ? undefined : state.data;
}
