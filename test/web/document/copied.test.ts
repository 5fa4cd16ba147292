/** A new document that begins as the last one of its kind. */
import { describe, expect, it } from 'vitest';
import { copied } from '../../../web/shared/document/model/copied.ts';
import type { EditorDeclaration } from '../../../web/shared/document/model/declaration.ts';

const declaration = {
  header: [
    { field: 'from_date', kind: 'date' },
    { field: 'date', kind: 'date' },
    { field: 'outlet_fk', kind: 'lookup' },
  ],
  details: [
    { field: 'reference_number', kind: 'text' },
    { field: 'rate', kind: 'rate' },
    { field: 'note', kind: 'text' },
  ],
  columns: [
    { field: 'user_fk', kind: 'lookup', width: '1px' },
    { field: 'base_salary', kind: 'amount', width: '1px' },
    { field: 'repayment', kind: 'amount', width: '1px' },
    { field: 'due_date', kind: 'date', width: '1px' },
  ],
  identity: { lines: 'line_id' },
} as unknown as EditorDeclaration;

const LAST = {
  header: {
    from_date: '2026-02-01',
    date: '2026-02-28',
    outlet_fk: 3,
    reference_number: 'R1',
    rate: '1500',
    note: 'pay',
  },
  lines: [
    { key: 1, fields: { line_id: 8, user_fk: 21, base_salary: '450000', repayment: '5000', due_date: '2026-03-01' } },
    { key: 2, fields: { line_id: 9, user_fk: 22, base_salary: '500000', repayment: null, due_date: null } },
  ],
  costs: [],
};
const NEW = {
  header: {
    from_date: '2026-03-01',
    date: '2026-03-31',
    outlet_fk: 1,
    reference_number: null,
    rate: '1540',
    note: null,
  },
  lines: [{ key: 4, fields: { user_fk: null, base_salary: null } }],
  costs: [],
};

describe('a document that begins as the last one', () => {
  const { header, lines } = copied(declaration, LAST, NEW);

  it('has its own days, rate and reference, and the rest of the last one', () => {
    expect(header).toEqual({ ...NEW.header, outlet_fk: 3, note: 'pay' });
  });

  it('has the lines of the last one as new lines, without what belongs to that month', () => {
    expect(lines.map(({ key }) => key)).toEqual([5, 6]);
    const none = { repayment: null, due_date: null };
    expect(lines.map(({ fields }) => fields)).toEqual([
      { ...none, user_fk: 21, base_salary: '450000' },
      { ...none, user_fk: 22, base_salary: '500000' },
    ]);
  });
});
