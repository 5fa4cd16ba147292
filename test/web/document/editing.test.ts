/** The document editor's reducer: each rule by example, undo and redo by random histories. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cursorAfter } from '../../../web/shared/document/grid/cursor-after.ts';
import type { Draft, Fields } from '../../../web/shared/document/model/draft.ts';
import { type Edit, type Editing, edit, startEditing } from '../../../web/shared/document/model/editing.ts';

const blank: Fields = { item_fk: null, quantity: '1', price: null };
const line = (key: number, fields: Fields = {}) => ({ key, fields: { ...blank, ...fields } });
const draft = (...lines: Draft['lines']): Draft => ({ header: { date: '2026-03-01' }, lines, costs: [] });
const applied = (start: Draft, ...edits: Edit[]): Editing => edits.reduce(edit, startEditing(start));

describe('a cell', () => {
  it('takes a value and what the choice fills in, as one step', () => {
    const at = { table: 'lines', key: 1, field: 'item_fk' } as const;
    const state = applied(draft(line(1)), { do: 'set', at, value: 7, also: { price: '250' } });
    expect(state.draft.lines[0]?.fields).toEqual({ item_fk: 7, quantity: '1', price: '250' });
    expect(edit(state, { do: 'undo' }).draft).toEqual(draft(line(1)));
  });

  it('that is set to its present value adds no undo step', () => {
    const at = { table: 'lines', key: 1, field: 'quantity' } as const;
    expect(applied(draft(line(1)), { do: 'set', at, value: '1' }).past).toEqual([]);
  });

  it('is one step however many keys its value took, and another when it is typed again', () => {
    const at = { table: 'lines', key: 1, field: 'quantity' } as const;
    const typed = (text: string): Edit => ({ do: 'set', at, value: text, typing: true });
    const state = applied(draft(line(1)), typed('2'), typed('25'), typed('250'), { do: 'set', at, value: '250' });
    expect(state.past).toHaveLength(1);
    const again = edit(state, typed('3'));
    expect(edit(again, { do: 'undo' }).draft.lines[0]?.fields['quantity']).toBe('250');
    expect(edit(edit(again, { do: 'undo' }), { do: 'undo' }).draft).toEqual(draft(line(1)));
  });

  it('is no step when its value is typed back to what it was', () => {
    const at = { table: 'lines', key: 1, field: 'quantity' } as const;
    const typed = (text: string): Edit => ({ do: 'set', at, value: text, typing: true });
    const before = applied(draft(line(1)), { do: 'set', at, value: '12' });
    expect(applied(before.draft, typed('1'), typed('12')).past).toEqual([]);
    const on = [typed('1'), typed('12'), typed('120')].reduce(edit, before);
    expect(on.past).toHaveLength(2);
    expect(edit(on, { do: 'undo' }).draft).toEqual(before.draft);
  });

  it('keeps later input when a late answer fills in the rest', () => {
    const at = { table: 'lines', key: 1, field: 'item_fk' } as const;
    const typed = draft(line(1, { price: '99' }));
    const state = applied(typed, { do: 'set', at, value: 7, also: { price: '250', unit_fk: 3 }, keep: true });
    expect(state.draft.lines[0]?.fields).toEqual({ item_fk: 7, quantity: '1', price: '99', unit_fk: 3 });
  });

  it('brings its late answer back with an undo: the price belongs to the item, whenever it came', () => {
    const item = { table: 'lines', key: 1, field: 'item_fk' } as const;
    const state = applied(
      draft(line(1)),
      { do: 'set', at: item, value: 7, also: { price: null } },
      { do: 'set', at: { ...item, field: 'quantity' }, value: '5' },
      { do: 'set', at: item, value: 7, also: { price: '250' }, keep: true, quiet: true },
    );
    expect(edit(state, { do: 'undo' }).draft.lines[0]?.fields).toEqual({ item_fk: 7, quantity: '1', price: '250' });
    expect(edit(edit(state, { do: 'undo' }), { do: 'undo' }).draft).toEqual(draft(line(1)));
  });

  it('of a line that was removed while its answer was on the way changes nothing', () => {
    const at = { table: 'lines', key: 9, field: 'item_fk' } as const;
    const start = startEditing(draft(line(1)));
    expect(edit(start, { do: 'set', at, value: 7 })).toBe(start);
  });

  it('copies the one above, with what belongs to it', () => {
    const start = draft(line(1, { item_fk: 7, price: '250' }), line(2));
    const state = applied(start, { do: 'copy_above', table: 'lines', key: 2, field: 'item_fk', also: ['price'] });
    expect(state.draft.lines[1]?.fields).toEqual({ item_fk: 7, quantity: '1', price: '250' });
  });

  it('on the first line has nothing above it', () => {
    const start = startEditing(draft(line(1)));
    expect(edit(start, { do: 'copy_above', table: 'lines', key: 1, field: 'quantity' })).toBe(start);
  });
});

describe('lines', () => {
  it('are added after the one that is named, and get keys that were never used', () => {
    const state = applied(
      draft(line(1), line(2)),
      { do: 'add_line', table: 'lines', fields: blank, after: 1 },
      { do: 'undo' },
      { do: 'add_line', table: 'lines', fields: blank },
    );
    expect(state.draft.lines.map(({ key }) => key)).toEqual([1, 2, 4]);
  });

  it('from a spreadsheet overwrite from the line on and make the lines that are missing', () => {
    const rows = [{ quantity: '5' }, { quantity: '6' }, { quantity: '7' }];
    const state = applied(draft(line(1), line(2)), { do: 'paste', table: 'lines', key: 2, rows, blank });
    expect(state.draft.lines.map(({ fields }) => fields['quantity'])).toEqual(['1', '5', '6', '7']);
    expect(edit(state, { do: 'undo' }).draft.lines).toHaveLength(2);
  });
});

describe('a scan', () => {
  const sameBy = ['item_fk', 'unit_fk'];
  const item = { item_fk: 7, unit_fk: 3, quantity: '1', price: '250' };

  it('of an item that is already in the lines increases its quantity', () => {
    const state = applied(draft(line(1, { ...item, quantity: '2.5' })), { do: 'scan', item, sameBy });
    expect(state.draft.lines.map(({ fields }) => fields['quantity'])).toEqual(['3.5']);
  });

  it('of the item in another unit is another line', () => {
    const state = applied(draft(line(1, { ...item, unit_fk: 4 })), { do: 'scan', item, sameBy });
    expect(state.draft.lines).toHaveLength(2);
  });

  it('fills an empty line before it adds one', () => {
    const state = applied(draft(line(1, item), line(2)), { do: 'scan', item: { ...item, item_fk: 8 }, sameBy });
    expect(state.draft.lines.map(({ key, fields }) => [key, fields['item_fk']])).toEqual([
      [1, 7],
      [2, 8],
    ]);
  });

  it('increases the quantity from zero when the typed one is invalid', () => {
    const unread = { unread: '3x', problem: 'document:problems.syntax' };
    const state = applied(draft(line(1, { ...item, quantity: unread })), { do: 'scan', item, sameBy });
    expect(state.draft.lines[0]?.fields['quantity']).toBe('1');
  });
});

describe('the cursor', () => {
  const quantity = (key: number) => ({ table: 'lines', key, field: 'quantity' }) as const;
  const typed = (key: number, value: string): Edit => ({ do: 'set', at: quantity(key), value });
  const added: Edit = { do: 'add_line', table: 'lines', fields: blank, from: quantity(1), to: 'item_fk' };

  it('is told where an undone value was, and where one is that was done again', () => {
    const state = edit(applied(draft(line(1), line(2)), typed(2, '5'), typed(1, '7')), { do: 'undo' });
    expect(state.returned).toEqual(quantity(1));
    const before = edit(state, { do: 'undo' });
    expect(before.returned).toEqual(quantity(2));
    expect(edit(before, { do: 'redo' }).returned).toEqual(quantity(2));
  });

  it('goes back to the cell from which an undone line was added, and into the line that is added again', () => {
    const state = edit(applied(draft(line(1)), added), { do: 'undo' });
    expect(state.returned).toEqual(quantity(1));
    expect(edit(state, { do: 'redo' }).returned).toEqual({ table: 'lines', key: 2, field: 'item_fk' });
  });

  it('belongs into a line that comes back, and into a field of the header that was changed', () => {
    const removed = applied(draft(line(1), line(2)), { do: 'remove_line', table: 'lines', key: 2, field: 'price' });
    expect(edit(removed, { do: 'undo' }).returned).toEqual({ table: 'lines', key: 2, field: 'price' });
    const dated = applied(draft(line(1)), { do: 'set', at: { field: 'date' }, value: '2026-03-02' });
    expect(edit(dated, { do: 'undo' }).returned).toEqual({ field: 'date' });
  });

  it('goes to the line that took the place of one that is gone, to the lines from the costs, and nowhere without lines', () => {
    const here = { table: 'lines', key: 2, field: 'price' } as const;
    const undone = edit(applied(draft(line(1)), added), { do: 'undo' });
    expect(cursorAfter(draft(line(1), line(2)), undone, here)).toEqual(quantity(1));
    const scanned = edit(applied(draft(line(1)), { do: 'scan', item: { item_fk: 7 }, sameBy: ['item_fk'] }), {
      do: 'undo',
    });
    expect(cursorAfter(draft(line(1), line(2)), scanned, here)).toEqual({ ...here, key: 1 });
    const typedInLines = edit(applied(draft(line(1)), typed(1, '4')), { do: 'undo' });
    expect(cursorAfter(draft(line(1)), typedInLines, { table: 'costs', key: 9, field: 'amount' })).toEqual(quantity(1));
    expect(cursorAfter(draft(), startEditing(draft()), here)).toBeUndefined();
  });

  it('stays where it is when a scan is undone', () => {
    const scanned = applied(draft(line(1)), typed(1, '3'), { do: 'scan', item: { item_fk: 7 }, sameBy: ['item_fk'] });
    expect(edit(scanned, { do: 'undo' }).returned).toBeUndefined();
  });
});

describe('the last line', () => {
  it('that is removed leaves an empty one, and one undo brings it back', () => {
    const state = applied(draft(line(1, { quantity: '4' })), { do: 'remove_line', table: 'lines', key: 1, blank });
    expect(state.draft.lines).toEqual([line(2)]);
    expect(edit(state, { do: 'undo' }).draft.lines).toEqual([line(1, { quantity: '4' })]);
  });
});

describe('a draft that is begun anew', () => {
  it('has no history of the one before, and gives no line a key that was used', () => {
    const before = applied(draft(line(1)), { do: 'add_line', table: 'lines', fields: blank });
    const begun = edit(before, { do: 'begin', draft: draft(line(1)) });
    expect([begun.past, begun.future, edit(begun, { do: 'undo' }).draft]).toEqual([[], [], draft(line(1))]);
    expect(edit(begun, { do: 'add_line', table: 'lines', fields: blank }).draft.lines.map(({ key }) => key)).toEqual([
      1, 3,
    ]);
  });
});

const key = fc.integer({ min: 1, max: 6 });
const field = fc.constantFrom('item_fk', 'quantity', 'price');
const value = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constantFrom('1', '2.5', ''), fc.constant(null));
const fields = fc.record({ item_fk: fc.integer({ min: 1, max: 4 }), quantity: fc.constantFrom('1', '3') });
const forward: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({
    do: fc.constant('set' as const),
    at: fc.record({ table: fc.constant('lines' as const), key, field }),
    value,
  }),
  fc.record({ do: fc.constant('set' as const), at: fc.record({ field: fc.constantFrom('date', 'note') }), value }),
  fc.record({ do: fc.constant('add_line' as const), table: fc.constant('lines' as const), fields }),
  fc.record({ do: fc.constant('remove_line' as const), table: fc.constant('lines' as const), key }),
  fc.record({ do: fc.constant('copy_above' as const), table: fc.constant('lines' as const), key, field }),
  fc.record({
    do: fc.constant('paste' as const),
    table: fc.constant('lines' as const),
    key,
    rows: fc.array(fields, { maxLength: 4 }),
    blank: fc.constant(blank),
  }),
  fc.record({ do: fc.constant('scan' as const), item: fields, sameBy: fc.constant(['item_fk']) }),
);

describe('any history of edits', () => {
  const start = draft(line(1), line(2, { item_fk: 2 }));

  it('undone wholly is the draft that it began with, and done again the one that it led to', () => {
    fc.assert(
      fc.property(fc.array(forward, { maxLength: 40 }), (edits) => {
        const done = applied(start, ...edits);
        const steps = done.past.length;
        const undone = Array.from({ length: steps }).reduce<Editing>((state) => edit(state, { do: 'undo' }), done);
        expect(undone.draft).toEqual(start);
        const again = Array.from({ length: steps }).reduce<Editing>((state) => edit(state, { do: 'redo' }), undone);
        expect(again.draft).toEqual(done.draft);
      }),
    );
  });

  it('never gives two lines one key, with undo and redo in it anywhere', () => {
    const any = fc.oneof({ weight: 4, arbitrary: forward }, fc.constantFrom<Edit>({ do: 'undo' }, { do: 'redo' }));
    fc.assert(
      fc.property(fc.array(any, { maxLength: 60 }), (edits) => {
        const keys = applied(start, ...edits).draft.lines.map((line) => line.key);
        expect(new Set(keys).size).toBe(keys.length);
      }),
    );
  });

  it('leaves earlier drafts as they were', () => {
    fc.assert(
      fc.property(fc.array(forward, { maxLength: 20 }), (edits) => {
        const before = structuredClone(start);
        applied(start, ...edits);
        expect(start).toEqual(before);
      }),
    );
  });
});
