/** Why a job has failed, as its person reads it: the exception itself is in the log. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { jobProblem } from '../../web/shared/jobs/job-problem.ts';
import { changeLanguage, startLanguage } from '../../web/shared/language/language.ts';
import { LANGUAGES } from '../../web/shared/language/preferences.ts';

beforeEach(async () => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal('document', { documentElement: { dataset: {}, style: {}, classList: { toggle: () => {} } } });
  await startLanguage();
});
// The next file of this worker begins with the usual language.
afterEach(async () => {
  await changeLanguage('en');
  vi.unstubAllGlobals();
});

/** As `read-api/audit/export/archive.ts` tells it. */
const TOO_LARGE = 'the business is larger than one archive takes: 4 GB, 65,535 files; npm run backup has everything';

describe('the reason of a failed job', () => {
  it.each(LANGUAGES)('is told in %s: what an archive takes, and what has everything', async (language) => {
    await changeLanguage(language);
    expect(jobProblem(TOO_LARGE)).toMatch(/4 \p{L}+.*65,535/u);
    const [unknown, ...known] = ['something else', TOO_LARGE, 'cancelled', 'forbidden: x', 'read models'].map(
      jobProblem,
    );
    expect(new Set([unknown, ...known]).size).toBe(5);
  });
});
