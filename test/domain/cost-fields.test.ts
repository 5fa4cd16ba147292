import { describe, expect, it } from 'vitest';
import { COST_FIELDS, isOfCost, withoutCostFields } from '../../domain/people/cost-fields.ts';
import { readGolden } from './golden.ts';

const golden = readGolden();

/** The names of all fields, at any depth, and those whose value is not null. */
function fieldsIn(value: unknown): [string, boolean][] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(fieldsIn);
  return Object.entries(value).flatMap(([name, inner]) => [[name, inner !== null], ...fieldsIn(inner)]);
}
const named = (value: unknown): string[] => fieldsIn(value).map(([name]) => name);
const said = (value: unknown): string[] => fieldsIn(value).flatMap(([name, isSaid]) => (isSaid ? [name] : []));

describe('cost fields', () => {
  it.each(Object.keys(COST_FIELDS))('of %s are in its events, and are left out of them', (kind) => {
    const data = golden
      .filter((golden) => golden.kind === kind)
      .flatMap(({ events }) => events.map((event) => event.data));
    const fields = [...(COST_FIELDS[kind] ?? [])];
    const before = new Set(data.flatMap(named));
    expect(fields.filter((field) => !before.has(field))).toEqual([]);
    const after = new Set(data.map((row) => withoutCostFields(kind, row)).flatMap(said));
    expect(fields.filter((field) => after.has(field))).toEqual([]);
  });

  it('leave everything else of an event as it is', () => {
    const data = { date: '2026-03-10', lines: [{ item_fk: 11, unit_cost: '5', note: null }] };
    expect(withoutCostFields('direct_adjustment', data)).toEqual({
      date: '2026-03-10',
      lines: [{ item_fk: 11, unit_cost: null, note: null }],
    });
    expect(withoutCostFields('sale', data)).toBe(data);
    expect(withoutCostFields('constructor', data)).toBe(data);
  });

  it('are recognised in the path of a change', () => {
    expect(isOfCost('direct_adjustment', 'lines.3.unit_cost')).toBe(true);
    expect(isOfCost('direct_adjustment', 'lines.3.quantity')).toBe(false);
    expect(isOfCost('salesman_commission', 'sources.1.amount')).toBe(true);
    expect(isOfCost('sale', 'lines.3.unit_cost')).toBe(false);
  });
});
