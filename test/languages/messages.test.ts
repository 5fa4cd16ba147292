/** Messages with their parameters, in the words that people read. */
import { describe, expect, it } from 'vitest';
import { wrongState } from '../../domain/values/refusal.ts';
import { ckb } from '../../languages/messages/ckb.ts';
import { en } from '../../languages/messages/en.ts';
import { fieldLabel, say } from '../../languages/say.ts';
import { wordsCkb } from '../../languages/words/words-ckb.ts';

describe('a sentence', () => {
  it('is that of the specification, with the label of the field and the value', () => {
    expect(say('en', 'greater_than', { value: '0' }, 'lines.3.quantity')).toBe('Quantity value must be greater than 0');
    expect(say('en', 'protected')).toBe('Protected, Some of items Returned, Sold or Damaged.');
    expect(say('ar', 'required', {}, 'outlet_fk')).toBe('الفرع مطلوب');
  });

  it('names state and transitions in the language of the reader', () => {
    expect(say('en', 'wrong_state', { status: 'complete', possible: 'return_to_draft, close' })).toBe(
      'This is not possible while it is complete. Possible now: return to draft, close',
    );
    expect(say('ckb', 'wrong_state', { status: 'draft', possible: 'complete' })).toContain('ڕەشنووس');
  });

  it.each(['en', 'ar', 'ckb'] as const)('says in %s that there are none, and does not end in a colon', (language) => {
    const [issue] = wrongState('received', []).issues;
    const sentence = say(language, issue?.message ?? '', issue?.params);
    expect(sentence).toMatch(/[^:\s]$/);
    expect(sentence).toContain(say(language, 'wrong_state_final', { status: 'received' }));
  });

  it('is that of an error where there is none, and a field without a label is named by its words in English alone', () => {
    expect(say('en', 'never_heard_of')).toBe(en.internal_error);
    expect(say('ckb', 'constructor')).toBe(ckb.internal_error);
    expect(fieldLabel('en', 'lines.0.some_other_fk')).toBe('some other');
    expect(fieldLabel('ckb', 'lines.0.some_other_fk')).toBe(wordsCkb.field);
    expect(fieldLabel('en', '')).toBe('Value');
  });
});
