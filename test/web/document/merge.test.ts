/** Two people edit one draft: no input is lost, and only real conflicts are shown. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Draft, Fields } from '../../../web/shared/document/model/draft.ts';
import { mergeDrafts } from '../../../web/shared/document/model/merge.ts';

const line = (id: number, fields: Fields = {}) => ({
  key: id,
  fields: { line_id: id, quantity: '1', price: '100', ...fields },
});
const draft = (header: Fields, ...lines: Draft['lines']): Draft => ({ header, lines, costs: [] });
const base = draft({ date: '2026-03-01', note: null }, line(1), line(2));

describe('two changes of one draft', () => {
  it('that do not overlap are both kept, in the header and in one line', () => {
    const mine = draft({ date: '2026-03-02', note: null }, line(1, { quantity: '5' }), line(2));
    const theirs = draft({ date: '2026-03-01', note: 'rush' }, line(1, { price: '90' }), line(2));
    const { draft: merged, conflicts } = mergeDrafts(base, mine, theirs);
    expect(conflicts).toEqual([]);
    expect(merged).toEqual(
      draft({ date: '2026-03-02', note: 'rush' }, line(1, { quantity: '5', price: '90' }), line(2)),
    );
  });

  it('of the same field to different values are a conflict, and mine remains until it is resolved', () => {
    const mine = draft(base.header, line(1, { quantity: '5' }), line(2));
    const theirs = draft(base.header, line(1, { quantity: '7' }), line(2));
    const { draft: merged, conflicts } = mergeDrafts(base, mine, theirs);
    expect(conflicts).toEqual([
      { path: 'lines.0.quantity', table: 'lines', key: 1, field: 'quantity', mine: '5', theirs: '7' },
    ]);
    expect(merged).toEqual(mine);
  });

  it('of the same field to the same value are no conflict', () => {
    const both = draft({ date: '2026-04-01', note: null }, line(1), line(2));
    expect(mergeDrafts(base, both, both)).toEqual({ draft: both, conflicts: [] });
  });

  it('keep the lines that each of them added', () => {
    const mine = { ...base, lines: [...base.lines, { key: 8, fields: { quantity: '3' } }] };
    const theirs = { ...base, lines: [...base.lines, line(3, { quantity: '4' })] };
    const { draft: merged } = mergeDrafts(base, mine, theirs);
    expect(merged.lines.map(({ fields }) => fields['quantity'])).toEqual(['1', '1', '3', '4']);
    expect(new Set(merged.lines.map(({ key }) => key)).size).toBe(4);
  });

  it('drop a line that they removed and I left alone, and keep it as a new one when I changed it', () => {
    const theirs = draft(base.header, line(2));
    expect(mergeDrafts(base, base, theirs).draft.lines.map(({ key }) => key)).toEqual([2]);
    const mine = draft(base.header, line(1, { quantity: '5' }), line(2));
    const kept = mergeDrafts(base, mine, theirs).draft.lines[0];
    expect(kept?.fields).toMatchObject({ line_id: null, quantity: '5' });
  });

  it('keep both lines when the id of a line that I changed was given to other goods', () => {
    const was = draft(base.header, line(1, { item_fk: 7 }), line(2, { item_fk: 8 }));
    const theirs = draft(base.header, line(1, { item_fk: 7 }), line(2, { item_fk: 9, price: '30' }));
    const mine = draft(base.header, line(1, { item_fk: 7 }), line(2, { item_fk: 8, quantity: '5' }));
    const goods = (merged: Draft) =>
      merged.lines.map(({ fields }) => [fields['line_id'], fields['item_fk'], fields['quantity'], fields['price']]);
    const { draft: merged, conflicts } = mergeDrafts(was, mine, theirs);
    expect(goods(merged)).toEqual([
      [1, 7, '1', '100'],
      [null, 8, '5', '100'],
      [2, 9, '1', '30'],
    ]);
    expect([conflicts, new Set(merged.lines.map(({ key }) => key)).size]).toEqual([[], 3]);
    expect(goods(mergeDrafts(was, was, theirs).draft)).toEqual(goods(theirs));
  });

  it('bring back a line that I removed and they changed', () => {
    const mine = draft(base.header, line(2));
    const theirs = draft(base.header, line(1, { quantity: '7' }), line(2));
    expect(mergeDrafts(base, mine, theirs).draft.lines.map(({ fields }) => fields['quantity'])).toEqual(['1', '7']);
  });
});

const fields = fc.record({ quantity: fc.constantFrom('1', '2', '3'), price: fc.constantFrom('100', '90') });
const header = fc.record({ date: fc.constantFrom('2026-03-01', '2026-03-02'), note: fc.constantFrom(null, 'a', 'b') });
const drafts = fc
  .tuple(header, fc.subarray([1, 2, 3]), fc.array(fields, { minLength: 3, maxLength: 3 }))
  .map(([head, ids, all]) => draft(head, ...ids.map((id) => line(id, all[id - 1] as Fields))));

describe('any two drafts from one', () => {
  it('merge to theirs when I changed nothing, and to mine when they changed nothing', () => {
    const facts = (of: Draft) => ({ header: of.header, lines: of.lines.map((line) => line.fields).sort(byId) });
    const byId = (a: Fields, b: Fields) => Number(a['line_id']) - Number(b['line_id']);
    fc.assert(
      fc.property(drafts, drafts, (one, other) => {
        expect(mergeDrafts(one, other, one)).toEqual({ draft: other, conflicts: [] });
        const theirs = mergeDrafts(one, one, other);
        expect(theirs.conflicts).toEqual([]);
        expect(facts(theirs.draft)).toEqual(facts(other));
      }),
    );
  });

  it('conflict in the same fields for both people', () => {
    fc.assert(
      fc.property(drafts, drafts, drafts, (was, one, other) => {
        const places = (a: Draft, b: Draft) =>
          mergeDrafts(was, a, b)
            .conflicts.map((conflict) => `${conflict.key}:${conflict.field}`)
            .sort();
        expect(places(one, other)).toEqual(places(other, one));
      }),
    );
  });
});
