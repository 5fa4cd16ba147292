/**
 * docs/security.md has a line for every requirement of ASVS 5.0.0 up to level 2, with tests that exist, or a reason.
 */
import { describe, expect, it } from 'vitest';
import { REQUIREMENTS } from './support/asvs-requirements.ts';
import { isReason, namesATest, securityPage, wrongIn } from './support/security-page.ts';

const HOLDS = 'holds';
const WITH_A_REASON = ['does not apply', 'not met'];

interface Line {
  readonly key: string;
  readonly asks: string;
  readonly state: string;
  readonly proof: string;
}

/** Rows with four cells, of which the first one matches `key`. */
const linesOf = (key: RegExp): readonly Line[] =>
  securityPage
    .split('\n')
    .map((line) => /^\| (.*) \|$/.exec(line)?.[1]?.split(' | ') ?? [])
    .filter((cells) => key.test(cells[0] ?? ''))
    .map((cells) => {
      expect(cells, cells.join(' | ')).toHaveLength(4);
      const [first = '', asks = '', state = '', proof = ''] = cells.map((cell) => cell.trim());
      return { key: first, asks, state, proof };
    });

const requirements = linesOf(/^V\d+\.\d+\.\d+$/);
const findings = linesOf(/^\d+[a-z]?$/);
/** What a stranger, a device or a customer of the application may store; test/api/strangers.test.ts has the rest. */
const stored = linesOf(/^`(POST|PATCH|PUT|DELETE) /);

describe('the list of requirements', () => {
  it('has every requirement of the levels 1 and 2 once, in their order', () => {
    expect(REQUIREMENTS.filter(({ level }) => level === 1)).toHaveLength(70);
    expect(REQUIREMENTS.filter(({ level }) => level === 2)).toHaveLength(183);
    expect(requirements.map(({ key }) => key)).toEqual(REQUIREMENTS.map(({ number }) => number));
  });

  it('says what each asks, and whether it holds, does not apply or is not met', () => {
    const wrong = requirements.filter(
      ({ asks, state }) => asks.length < 8 || (state !== HOLDS && !WITH_A_REASON.includes(state)),
    );
    expect(wrong).toEqual([]);
  });

  it('names a test of each that holds, and a reason of each other', () => {
    const wrong = requirements.filter(({ state, proof }) => (state === HOLDS ? !namesATest(proof) : !isReason(proof)));
    expect(wrong.map(({ key }) => key)).toEqual([]);
  });
});

describe('the list of findings', () => {
  it('has the 27 of the review, and a test or a reason of each', () => {
    const numbers = new Set(findings.map(({ key }) => Number(key.replace(/[a-z]$/, ''))));
    expect([...numbers]).toEqual(Array.from({ length: 27 }, (_, index) => index + 1));
    expect(new Set(findings.map(({ key }) => key)).size).toBe(findings.length);
    const wrong = findings.filter(({ state, proof }) =>
      state === 'closed' ? !namesATest(proof) : state !== 'open' || !isReason(proof),
    );
    expect(wrong.map(({ key }) => key)).toEqual([]);
  });
});

describe('a test that is named', () => {
  it('is in its file', () => {
    const wrong = [...requirements, ...findings, ...stored].flatMap(({ key, proof }) =>
      wrongIn(proof).map((problem) => `${key}: ${problem}`),
    );
    expect(wrong).toEqual([]);
  });
});
