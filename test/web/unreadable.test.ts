/** Answers with another shape than the web expects: from another version of the server, or a proxy in between. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from '../../web/shared/api/client.ts';
import { ApiError } from '../../web/shared/api/error.ts';
import { PAGE } from '../../web/shared/api/list.ts';
import { fetchRecord } from '../../web/shared/api/record.ts';
import { sentenceOf } from '../../web/shared/api/sentence.ts';
import { changeLanguage, startLanguage } from '../../web/shared/language/language.ts';
import { LANGUAGES } from '../../web/shared/language/preferences.ts';
import { SCREEN_TEXTS } from '../support/texts.ts';

const kept = new Map<string, string>();
beforeEach(() => {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  vi.stubGlobal('document', { documentElement: { dataset: {}, style: {}, classList: { toggle: () => {} } } });
});
afterEach(() => vi.unstubAllGlobals());

const answers = (body: string) => vi.stubGlobal('fetch', async () => new Response(body, { status: 200 }));

async function problemOf(asked: Promise<unknown>): Promise<unknown> {
  try {
    return await asked;
  } catch (problem) {
    return problem;
  }
}

describe('an answer', () => {
  it.each([
    ['is no JSON', '<html>Bad gateway</html>'],
    ['is empty', ''],
    ['is a list', '[]'],
    ['is a text', '"done"'],
    ['has no page where a page is expected', '{"data":{"rows":[]}}'],
    ['has a page without its total', '{"data":{"data":[]}}'],
  ])('that %s is the error `unreadable`', async (_what, body) => {
    answers(body);
    const problem = await problemOf(call('GET', 'brands', { shape: PAGE }));
    expect(problem).toBeInstanceOf(ApiError);
    expect(problem).toMatchObject({ code: 'unreadable', status: 0, definite: false });
  });

  it('of a record without its revision cannot be edited: it is unreadable', async () => {
    answers('{"data":{"brand_name":"Nike"}}');
    expect(await problemOf(fetchRecord('brands', 1))).toMatchObject({ code: 'unreadable' });
    answers('{"data":{"brand_name":"Nike","revision":3}}');
    expect(await fetchRecord('brands', 1)).toEqual({ brand_name: 'Nike', revision: 3 });
  });

  it.each(LANGUAGES)('that cannot be read has a sentence in %s', async (language) => {
    await startLanguage();
    await changeLanguage(language, 'sign-in');
    const sentence = sentenceOf(new ApiError(0, { code: 'unreadable' }));
    expect(sentence).toBe(SCREEN_TEXTS[language].get('shell:errors.unreadable'));
    expect(sentence).not.toBe(sentenceOf(new ApiError(0, {})));
  });
});
