/** The outlets of a journal's lines: those of the journal's own outlet follow it, others stay. */
import { describe, expect, it } from 'vitest';
import { journalDeclaration } from '../../../web/ledger/general-journals.tsx';
import { NO_IDENTITIES, readDocument, toBody } from '../../../web/shared/document/model/body.ts';
import type { Fields } from '../../../web/shared/document/model/draft.ts';
import { shownColumns } from '../../../web/shared/document/model/shown-columns.ts';

const line = (line_id: number, outlet_fk: number) => ({
  line_id,
  account: 6300,
  debit: '1',
  currency_fk: 1,
  outlet_fk,
});
const stored = (outlets: readonly number[]) => ({
  id: 5,
  revision: 2,
  status: 'draft',
  outlet_fk: 1,
  date: '2026-03-11',
  possible: ['change', 'post'],
  lines: outlets.map((outlet, index) => line(index + 1, outlet)),
});

/** The outlets that are sent after the fields of the header were changed. */
function sentOutlets(outlets: readonly number[], change: Fields) {
  const { draft } = readDocument(journalDeclaration, stored(outlets));
  const { body } = toBody(journalDeclaration, { ...draft, header: { ...draft.header, ...change } }, NO_IDENTITIES);
  const lines = body['lines'] as readonly Fields[];
  return [body['outlet_fk'], lines.map(({ outlet_fk }) => outlet_fk)];
}

const shown = (outlets: readonly number[]) =>
  shownColumns(
    journalDeclaration.columns,
    readDocument(journalDeclaration, stored(outlets)).draft.lines,
    [],
    () => true,
  ).map(({ field }) => field);

describe('the lines of a journal', () => {
  it('move to its new outlet, except those of a deliberate other outlet', () => {
    expect(sentOutlets([1, 2], { outlet_fk: 3 })).toEqual([3, [null, 2]]);
    expect(sentOutlets([1, 2], {})).toEqual([1, [null, 2]]);
  });

  it('show their outlets when one differs', () => {
    expect(shown([1, 1])).not.toContain('outlet_fk');
    expect(shown([1, 2])).toContain('outlet_fk');
  });
});
