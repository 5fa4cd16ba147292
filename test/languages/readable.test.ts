/** The check of readability, which every refusal in the API tests passes, finds unreadable messages. */
import { describe, expect, it } from 'vitest';
import { say } from '../../languages/say.ts';
import { unreadableIn } from '../support/readable.ts';

const said = (key: string, params: Record<string, string>, field = '') => say('ckb', key, params, field);

describe('a sentence', () => {
  it('may name what people have named, in any letters', () => {
    for (const key of ['Rice', 'S-000012', 'برنج', 'Rice 2 kg']) {
      expect(unreadableIn(said('already_taken', { key }, 'item_name'), '')).toEqual([]);
    }
  });

  it('has no code, identifier or stream where a name is meant, unless the request says it', () => {
    for (const key of ['pos_sale', 'sale-10', '0b9f3d52-6f5e-4c0e-9a3b-7d1f3f6e2c48', 'not_of_the_drawer']) {
      const sentence = said('already_taken', { key }, 'item_name');
      expect(unreadableIn(sentence, '')).toEqual([key]);
      expect(unreadableIn(sentence, JSON.stringify({ item_name: key }))).toEqual([]);
    }
  });

  it('has nothing foreign around its names', () => {
    expect(unreadableIn('outlet_fk پێویستە', '{"outlet_fk":1}')).toEqual(['outlet_fk']);
    expect(unreadableIn(say('en', 'required', {}, 'outlet_fk'), '')).not.toEqual([]);
  });
});
