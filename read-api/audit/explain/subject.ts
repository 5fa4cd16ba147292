/** The name of a figure's subject. */

import { type Static, Type } from 'typebox';
import { keyedBy, keysOf } from '../../../domain/values/members.ts';
import { readChart } from '../../books/chart.ts';
import type { Snapshot } from '../../database/reader.ts';
import { fetchNames } from '../../lists/names.ts';
import { type Figure, NONE } from './made.ts';

const Text = () => Type.Union([Type.String(), Type.Null()]);

export const SubjectSchema = Type.Object({
  account: Type.Union([Type.Integer(), Type.Null()]),
  account_key: Text(),
  account_name: Text(),
  party_name: Text(),
  item_name: Text(),
  inventory_name: Text(),
  outlet_name: Text(),
  currency_name: Text(),
  cash_name: Text(),
});

export async function subjectOf(snapshot: Snapshot, figure: Figure): Promise<Static<typeof SubjectSchema>> {
  const row = /^\d+$/.test(figure['row'] ?? '') ? figure['row'] : undefined;
  const number = figure['in_account'] ?? figure['account'] ?? row;
  const account = number === undefined ? undefined : (await readChart(snapshot)).get(Number(number));
  const streams = {
    party_name: figure['in_party'] ?? partyOf(figure),
    item_name: streamOf('item', figure['in_item'] ?? figure['item_fk']),
    inventory_name: streamOf('inventory', figure['in_inventory'] ?? figure['inventory_fk']),
    outlet_name: streamOf('outlet', figure['outlet_fk'] ?? (figure['group'] === 'outlet' ? figure['key'] : undefined)),
    currency_name: streamOf('currency', figure['currency_fk']),
    cash_name: streamOf('cash', figure['account_id']),
  };
  const nameOf = await fetchNames(
    snapshot,
    Object.values(streams).filter((stream) => stream !== undefined),
  );
  const names = keyedBy(keysOf(streams), (field) => {
    const stream = streams[field];
    return stream === undefined ? null : nameOf(undefined, stream);
  });
  return {
    account: account?.account ?? null,
    account_key: account?.key ?? null,
    account_name: account?.name ?? null,
    ...names,
  };
}

const streamOf = (kind: string, id: string | undefined): string | undefined =>
  id === undefined || id === NONE ? undefined : `${kind}-${id}`;

/** Statements and ageing take the kind of party from their report; sales have customers. */
function partyOf({ report, group, key, consumer_id: consumer }: Figure): string | undefined {
  if (group === 'customer' && key !== undefined && key !== NONE) return key;
  return streamOf(report.startsWith('supplier') ? 'supplier' : 'customer', consumer);
}
