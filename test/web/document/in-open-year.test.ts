/** A page without a session offers to repeat its command as a prior-period adjustment. */
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../web/shared/api/error.ts';
import { inOpenYear } from '../../../web/shared/document/model/in-open-year.ts';

const offer = { date: '2025-12-30', open_day: '2026-01-01' };
const closed = new ApiError(422, { code: 'validation', details: { prior_period: offer } });

/** The requests that were sent; those without the adjustment are refused. */
async function sentWhen(accepted: boolean) {
  const sent: object[] = [];
  const work = async (requested: { readonly prior_period?: true }) => {
    sent.push(requested);
    if (!requested.prior_period) throw closed;
  };
  const asked: object[] = [];
  const done = await inOpenYear(work, async (of) => {
    asked.push(of);
    return accepted;
  });
  return { sent, asked, done };
}

describe('a command that a closed year refuses', () => {
  it('is repeated as a prior-period adjustment when the person accepts', async () => {
    expect(await sentWhen(true)).toEqual({ sent: [{}, { prior_period: true }], asked: [offer], done: true });
  });

  it('is not repeated when the person declines', async () => {
    expect(await sentWhen(false)).toEqual({ sent: [{}], asked: [offer], done: false });
  });

  it('is refused as before without an offer', async () => {
    const other = new ApiError(422, { code: 'validation', errors: { rate: ['no'] } });
    await expect(
      inOpenYear(
        () => Promise.reject(other),
        () => Promise.resolve(true),
      ),
    ).rejects.toBe(other);
  });
});
