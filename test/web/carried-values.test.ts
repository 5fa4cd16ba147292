/** Input during the saving of a record is in the form that follows. */
import { describe, expect, it } from 'vitest';
import { carryOver, enteredSince, formName, takeCarried } from '../../web/shared/form/carried-values.ts';

describe('values entered while saving', () => {
  it('are those that differ from the saved ones, pictures included', () => {
    const saved = { name: 'Tea', pictures: ['a'], note: '' };
    expect(enteredSince(saved, { ...saved, pictures: ['a', 'b'] })).toEqual({ pictures: ['a', 'b'] });
    expect(enteredSince(saved, { ...saved })).toEqual({});
  });

  it('are taken once, by the form of their record or the next new one', () => {
    carryOver(formName('items', 7), { note: 'x' });
    expect(takeCarried(formName('items', 7))).toEqual({ note: 'x' });
    expect(takeCarried(formName('items', 7))).toBeUndefined();
    carryOver(formName('items', null), { note: 'y' });
    // Another form was opened, so the values are discarded.
    expect(takeCarried(formName('items', 8))).toBeUndefined();
    expect(takeCarried(formName('items', null))).toBeUndefined();
  });
});
