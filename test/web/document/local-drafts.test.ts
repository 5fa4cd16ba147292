/** The name under which a new document is kept on this device. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { claimDraftName } from '../../../web/shared/document/model/local-drafts.ts';

type Work = (held: object | null) => unknown;

/** Locks as browsers have them: one is free a moment after its holder has released it. */
function locks() {
  const held = new Set<string>();
  const request = async (name: string, _options: object, work: Work) => {
    if (held.has(name)) return work(null);
    held.add(name);
    try {
      return await work({ name });
    } finally {
      await new Promise(setImmediate);
      held.delete(name);
    }
  };
  return { request };
}

beforeEach(() => {
  vi.stubGlobal('navigator', { locks: locks() });
});
afterEach(() => vi.unstubAllGlobals());

const NAME = '1/sales/new';

describe('the name of a new document', () => {
  it('is another one in a second window', async () => {
    const [first, second] = [new AbortController(), new AbortController()];
    expect(await claimDraftName(NAME, first.signal)).toBe(NAME);
    expect(await claimDraftName(NAME, second.signal)).toBe(`${NAME}:2`);
  });

  it('is the same for the document that follows one which released it', async () => {
    const [completed, next] = [new AbortController(), new AbortController()];
    await claimDraftName(NAME, completed.signal);
    completed.abort();
    expect(await claimDraftName(NAME, next.signal)).toBe(NAME);
  });
});
