/** The due day of a document on account on the screen: proposed by the terms of its party, or typed. */
import { expect, it } from 'vitest';
import { purchaseDeclaration } from '../../../web/purchasing/purchase-editor.tsx';
import { saleDeclaration } from '../../../web/sales/sale-editor.tsx';
import { withDueDay } from '../../../web/shared/document/fields/due-day.ts';
import { NO_IDENTITIES, toBody } from '../../../web/shared/document/model/body.ts';
import type { Draft, Fields } from '../../../web/shared/document/model/draft.ts';

const draft = (more: Fields = {}): Draft => ({
  header: { payment_type: 'on_account', date: '2026-03-01', due_date: null, ...more },
  lines: [],
  costs: [],
});
const dueOf = (more: Fields, days = 30) => withDueDay(draft(more), days).header['due_date'];

it('is as many days after the document as the terms give, and follows its day and its party until another is typed', () => {
  expect(dueOf({})).toBe('2026-03-31');
  const proposed = withDueDay(draft(), 30);
  expect(withDueDay(proposed, 30)).toBe(proposed);
  expect(dueOf({ ...proposed.header, date: '2026-03-02' })).toBe('2026-04-01');
  expect(dueOf(proposed.header, 10)).toBe('2026-03-11');
  expect(dueOf({ ...proposed.header, due_date: '2026-05-01' }, 10)).toBe('2026-05-01');
  expect(dueOf({ due_date: '2026-05-01' })).toBe('2026-05-01');
  expect(dueOf({ payment_type: 'cash' })).toBeNull();
  expect(dueOf({ date: '' })).toBeNull();
});

it('is not sent while it is proposed, so that the server determines it, and is sent when it is typed', () => {
  for (const declaration of [saleDeclaration, purchaseDeclaration]) {
    const sent = ({ header }: Draft) => toBody(declaration, { ...draft(), header }, NO_IDENTITIES).body;
    const proposed = withDueDay(draft(), 30);
    expect(sent(proposed)).not.toHaveProperty('due_date');
    expect(sent(proposed)).not.toHaveProperty('proposed_due_date');
    const typed = { ...proposed, header: { ...proposed.header, due_date: '2026-04-15' } };
    expect(sent(typed)).toMatchObject({ due_date: '2026-04-15' });
    expect(sent(draft())).not.toHaveProperty('due_date');
  }
});
