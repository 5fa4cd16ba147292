import { describe, expect, it } from 'vitest';
import { say, startLanguage } from '../../web/shared/language/language.ts';
import { SCREEN_TEXTS } from '../support/texts.ts';

describe('a text that is missing', () => {
  it('is shown as its key with the area, which no text looks like, so that a walk over the screens finds it', async () => {
    await startLanguage();
    expect(say('sales:no_such_text')).toBe('sales:no_such_text');
    expect(say('no_such.text')).toBe('shell:no_such.text');
    expect(say('shell:home.title')).toBe(SCREEN_TEXTS.en.get('shell:home.title'));
  });
});
