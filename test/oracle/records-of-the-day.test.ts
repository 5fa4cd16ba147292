/**
 * A document of an earlier day reads its records as they were on that day (docs/decisions/0228): documents of every kind
 * are entered late, once after nothing was changed and once after all was, and are the same.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { RecordDeclaration } from '../../domain/records/record.ts';
import { documents } from '../../domain/registry/documents.ts';
import { records } from '../../domain/registry/records.ts';
import { membersOf } from '../../domain/values/members.ts';
import { AFTER, BEFORE, changeAll, changeOthers, OF_NOW, openRich, type Rich, throughAll } from './changed-records.ts';

/** Documents of a day that people enter; openings are of before the books, and a pricing changes the present prices. */
const OF_A_DAY = documents.filter(
  ({ kind, body, isJob, period }) =>
    'date' in membersOf(membersOf(body)['properties']) && !isJob && !period && kind !== 'item_pricing',
);
const DATED = records.filter(({ ofDay }) => ofDay !== undefined);

type Entered = Readonly<Record<string, unknown>>;
/** Positions of the log. */
const NOT_COMPARED = ['known_position', 'position'];

/** Documents that read the records of the groups, which together are all with fields of a day. */
const READ: Readonly<Record<string, string>> = {
  'tax customer_group supplier':
    'asset_sale expense income landed_cost online_order pos_sale purchase purchase_order quotation sale',
  customer: 'asset_sale income online_order quotation sale',
  'pricing_profile category': 'online_order quotation sale',
  item: `asset_disposal conversion direct_adjustment inventory_adjustment online_order pos_sale production purchase
    purchase_order quotation sale sale_transfer stock_transfer`,
  promotion: 'online_order pos_sale sale',
  'salesman system_setting mixture collection raw_material':
    'conversion production revaluation sale salesman_commission',
};

/** The states of all documents, without what differs between two businesses. */
async function documentsOf({ shop, events }: Rich): Promise<Entered> {
  const kinds = new Set<string>(OF_A_DAY.map(({ kind }) => kind));
  const streams = [...new Set((await events()).map(({ stream }) => stream))].filter((stream) =>
    kinds.has(stream.slice(0, stream.lastIndexOf('-'))),
  );
  const states = await shop.handler.states.read(streams);
  const plain = (state: object) =>
    JSON.parse(JSON.stringify(state, (field, value: unknown) => (NOT_COMPARED.includes(field) ? undefined : value)));
  return Object.fromEntries([...states].map(([stream, { state }]) => [stream, plain(state)]));
}

/** All documents, with these changes before their days, or after them. */
async function entered(change: (rich: Rich) => Promise<void>, when: Date) {
  const rich = await openRich();
  rich.clock.now = when;
  await change(rich);
  await throughAll(rich);
  return documentsOf(rich);
}

const allOf = (kinds: readonly RecordDeclaration[]) => async (rich: Rich) => {
  for (const kind of kinds) await changeAll(rich, kind);
};

/** The kinds of documents that are others, or were refused or not. */
const differing = (some: Entered, others: Entered): string[] => {
  const streams = [...new Set([...Object.keys(some), ...Object.keys(others)])];
  const other = streams.filter((stream) => JSON.stringify(some[stream]) !== JSON.stringify(others[stream]));
  return [...new Set(other.map((stream) => stream.slice(0, stream.lastIndexOf('-'))))].toSorted();
};

describe('a document of an earlier day', () => {
  let unchanged: Entered;
  beforeAll(async () => {
    // Later businesses begin as the first one was stored, so the first is not compared: its next ids are others.
    await entered(async () => undefined, AFTER);
    unchanged = await entered(async () => undefined, AFTER);
  });

  it('is among those that are entered', () => {
    const kinds = new Set(Object.keys(unchanged).map((stream) => stream.slice(0, stream.lastIndexOf('-'))));
    expect(OF_A_DAY.map(({ kind }) => kind).filter((kind) => !kinds.has(kind))).toEqual([]);
  });

  it('reads only records whose changes are tried', () => {
    expect(Object.keys(READ).join(' ').split(' ').toSorted()).toEqual(DATED.map(({ kind }) => kind).toSorted());
    const fields = new Set(
      records.flatMap(({ kind, schema }) => [
        `${kind}.*`,
        ...Object.keys(membersOf(membersOf(schema)['properties'])).map((field) => `${kind}.${field}`),
      ]),
    );
    expect(Object.keys(OF_NOW).filter((name) => !fields.has(name))).toEqual([]);
  });

  it('is as if no record had been changed since', async () => {
    expect(await entered(allOf(DATED), AFTER)).toEqual(unchanged);
  });

  it('reads nothing else of a record but what is deliberately that of now', async () => {
    expect(await entered(changeOthers, BEFORE)).toEqual(unchanged);
  });

  it.each(Object.entries(READ))('reads of the day before it: %s', async (kinds, expected) => {
    const changed = await entered(allOf(DATED.filter(({ kind }) => kinds.split(' ').includes(kind))), BEFORE);
    expect(differing(changed, unchanged)).toEqual(expect.arrayContaining(expected.split(/\s+/)));
  });
});
