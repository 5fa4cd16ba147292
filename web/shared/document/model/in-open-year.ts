/** A command outside of an editor that a closed year refuses: it may be repeated as a prior-period adjustment. */
import { ApiError } from '../../api/error.ts';
import { offerIn, type PriorPeriodOffer } from './session-state.ts';

type Work = (requested: { readonly prior_period?: true }) => Promise<unknown>;
type Ask = (offer: PriorPeriodOffer) => Promise<boolean>;

/** False when the person declined. Throws ApiError for every other refusal. */
export async function inOpenYear(work: Work, ask: Ask): Promise<boolean> {
  try {
    await work({});
    return true;
  } catch (problem) {
    const offer = problem instanceof ApiError ? offerIn(problem) : undefined;
    if (!offer) throw problem;
    if (!(await ask(offer))) return false;
  }
  await work({ prior_period: true });
  return true;
}
