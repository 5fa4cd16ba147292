/** Each file of a language comes once: with the sign-in page, a till, papers, one of the screens, or the rest of the office. */
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sourceFiles, sourceOf } from '../../tools/suite/import-graph.ts';
import { LANGUAGES } from '../support/texts.ts';

/** The names that a pattern finds: of one file, or of several in braces. */
const namesIn = (source: string, pattern: RegExp): readonly string[] =>
  [...source.matchAll(pattern)].flatMap(([, names = '']) => names.replace(/[{}]/g, '').split(','));

const web = sourceFiles().filter((file) => file.startsWith('web/'));
const alone = web.flatMap((file) => namesIn(sourceOf(file), /'[./]+\/languages\/screens\/\*\/([^']+)\.json'/g)).sort();
const withScreens = namesIn(sourceOf('web/shared/language/words-of-screens.ts'), /\{([a-z,]+)\}\.json/g);

describe('the areas of words', () => {
  it('that come alone exist, each in one place', () => {
    expect(alone.length).toBeGreaterThan(withScreens.length);
    expect(new Set(alone).size).toBe(alone.length);
    for (const language of LANGUAGES) {
      const files = readdirSync(`languages/screens/${language}`);
      expect(alone.filter((area) => !files.includes(`${area}.json`))).toEqual([]);
    }
  });

  it.each(LANGUAGES)('that come alone are not in the rest of the office too, in %s', (language) => {
    const rest = sourceOf(`languages/names/screen-words-${language}.ts`);
    expect(namesIn(rest, /'!\.\.\/screens\/[a-z]+\/([^']+)\.json'/g).toSorted()).toEqual(alone);
  });

  it('of screens are those that routes ask for', () => {
    const asked = web.flatMap((file) => namesIn(sourceOf(file), /\bwithWords\('([a-z]+)'\)/g));
    expect([...new Set(asked)].sort()).toEqual(withScreens.toSorted());
  });
});
