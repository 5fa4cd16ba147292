/**
 * Commits a corrected rate or a changed costing rule as the job of its recalculation does: in one append with the
 * corrected documents or the changed setting.
 */
import { randomUUID } from 'node:crypto';
import { type AggregateType, readStream } from '../../command-api/aggregates/aggregate-types.ts';
import { load } from '../../command-api/aggregates/command-context.ts';
import { LOCKED_DAYS } from '../../command-api/claims/locked-days.ts';
import { plannedSetting } from '../../command-api/closing/changed-rule.ts';
import { appendCorrections } from '../../command-api/closing/commit-corrections.ts';
import { namedIn, type PlannedCorrection, saidOf } from '../../command-api/closing/rate-correction.ts';
import type { Commands } from '../../command-api/commands/open-commands.ts';
import { claimsOf, decide, factsOf } from '../../command-api/handling/decision.ts';
import type { RateCorrection } from '../../domain/documents/rate-correction.ts';
import type { RecalculationState } from '../../domain/ledger/recalculation.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import { ClaimsRefused, type EventStore } from '../../event-store/port.ts';
import { everyone, type Shop } from '../projector/shop.ts';

export async function correctRates(
  { handler, kinds }: Shop,
  store: EventStore,
  recalculation: number,
  streams: readonly string[],
  correction: RateCorrection,
): Promise<void> {
  const corrections: PlannedCorrection[] = [];
  const wrong = new Set(correction.documents);
  const said = await saidOf({ handler }, correction.documents, correction);
  for (const stream of streams) {
    const kind = kinds.get(readStream(stream)?.kind ?? '') as AggregateType;
    const { rate_fk, to_rate_fk } = correction;
    const loaded = await load(kinds, handler.states, kind, stream, { rate_fk, to_rate_fk });
    const facts = factsOf(loaded, { actor: everyone, moment: new Date(0) });
    const { state, revision } = loaded.own;
    // Discarded and reversed documents have no postings to correct.
    if (['discarded', 'reversed'].includes(state.status)) continue;
    const own = { ...correction, ...namedIn(state, wrong, said) };
    const decision = decide(kind, [{ type: 'correct_rate', correction: own }], state, facts);
    if (decision.events.length === 0) continue;
    const claims = claimsOf(kinds, kind, stream, decision, facts, {});
    corrections.push({ stream, revision, decision, claims, reads: [] });
  }
  if (corrections.length > 0) await commit({ handler, kinds } as Shop, store, recalculation, corrections);
}

/**
 * Commits a changed costing rule, with the system setting when the rule is for all goods. Its first day must be in an
 * open year.
 */
export async function changeRule(shop: Shop, store: EventStore, recalculation: number): Promise<void> {
  const own = `recalculation-${recalculation}`;
  const state = (await shop.handler.states.read([own])).get(own)?.state as RecalculationState | undefined;
  if (state?.status !== 'asked') return;
  const { handler, kinds } = shop;
  const setting = await plannedSetting({ handler, kinds } as Commands, state.recalculation, everyone);
  await commit(shop, store, recalculation, [setting]);
}

/** A correction that would change locked days is given up, as its job does. */
export async function unlessLocked(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refusal) || error.issues.every(({ message }) => message !== LOCKED_DAYS)) throw error;
  }
}

async function commit(
  { handler, kinds }: Shop,
  store: EventStore,
  recalculation: number,
  others: readonly PlannedCorrection[],
): Promise<void> {
  const own = `recalculation-${recalculation}`;
  const { state, revision } = (await handler.states.read([own])).get(own) ?? {
    state: { status: 'none' },
    revision: -1,
  };
  const plan = { position: String(await store.head()), digest: '', differences: others.length };
  const decision = decide(kinds.get('recalculation') as AggregateType, [{ type: 'commit', plan }], state, {} as never);
  const by = { actor: everyone, commandId: randomUUID() };
  try {
    await appendCorrections({ store, kinds } as Commands, { stream: own, revision, decision }, others, by);
  } catch (error) {
    // A corrected document or the first day is in a closed year.
    if (!(error instanceof ClaimsRefused)) throw error;
  }
}
