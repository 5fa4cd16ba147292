/**
 * Random histories of a business in which every kind needs four eyes: what one person is refused another one does, and in
 * the log nobody has brought into force or paid what they drafted or changed. The log is read by a rule of its own.
 */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CommandRequest } from '../../command-api/handling/command-request.ts';
import type { CommandAnswer } from '../../command-api/handling/request.ts';
import type { RecordedEvent } from '../../domain/deciding/event.ts';
import { documents } from '../../domain/registry/documents.ts';
import { FOUR_EYES_KINDS } from '../../domain/registry/four-eyes.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import { openMemoryStore } from '../../event-store/memory/store.ts';
import { history } from '../projector/acts.ts';
import { Play } from '../projector/histories.ts';
import { everyone, openPremises, Shop } from '../projector/shop.ts';

const ACTS = 220;
const MADE = /\.(drafted|draft_changed|corrected)$/;
const RELEASED = /\.(completed|approved|posted|billed|finished|paid)$/;
const second = { ...everyone, user_id: 2 };

const refusalOf = async (work: () => Promise<unknown>): Promise<string | undefined> => {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.issues[0]?.message;
    throw error;
  }
};

/** Commands of two persons: the second one does what the first is refused, after a draft where there was none. */
class TwoPersons {
  readonly needed = { another: new Set<string>(), draft: new Set<string>() };
  readonly #shop: Shop;

  constructor(shop: Shop) {
    this.#shop = shop;
  }

  readonly handle = async (request: CommandRequest): Promise<CommandAnswer> => {
    const { handler } = this.#shop;
    const { kind } = request.declaration;
    let answer: CommandAnswer | undefined;
    const refused = await refusalOf(async () => {
      answer = await handler.handle(request);
    });
    if (answer) return answer;
    const again = { commandId: randomUUID(), actor: second };
    if (refused === 'maker_may_not_approve') {
      this.needed.another.add(kind);
      return handler.handle({ ...request, ...again });
    }
    // Whoever enters it at once would be its only person, the second one too.
    if (refused !== 'four_eyes_need_a_draft') return handler.handle(request);
    this.needed.draft.add(kind);
    expect(await refusalOf(() => handler.handle({ ...request, ...again }))).toBe(refused);
    const declaration = documents.find((each) => each.kind === kind);
    const body = { ...(request.body as object), status: undefined };
    const drafted = await handler.handle({ ...request, body, commands: declaration?.create(body) ?? [] });
    const name = ['complete', 'post', 'bill', 'approve'].find((each) => declaration?.transitions[each]) ?? '';
    const commands = [declaration?.transitions[name]?.command({ receive: true })];
    const completing = { ...request, id: drafted.id, body: {}, commands, commandId: randomUUID() };
    expect(await refusalOf(() => handler.handle(completing))).toBe('maker_may_not_approve');
    return handler.handle({ ...completing, ...again });
  };
}

/** Documents that a person of their makers has released. */
function releasedByMakers(events: readonly RecordedEvent[]): readonly string[] {
  const makers = new Map<string, Set<string>>();
  return events.flatMap(({ stream, type, meta }) => {
    const of = makers.get(stream) ?? new Set([meta.actor]);
    makers.set(stream, of);
    if (MADE.test(type)) of.add(meta.actor);
    return RELEASED.test(type) && of.has(meta.actor) ? [`${stream} ${type} by ${meta.actor}`] : [];
  });
}

describe('histories in which every kind needs four eyes', () => {
  it('have no document that one person has made and released', async () => {
    const clock = { now: new Date('2026-03-01T07:00:00.000Z') };
    const store = openMemoryStore(() => clock.now);
    const shop = new Shop(store, clock);
    const premises = await openPremises(shop, true);
    const persons = new TwoPersons(shop);
    shop.handle = persons.handle;
    const four_eyes = FOUR_EYES_KINDS.map((document) => ({ document }));
    expect(await shop.amend('system_setting', 1, { four_eyes })).toBeDefined();
    const play = new Play(shop, premises);
    for (const act of fc.sample(history(ACTS), { numRuns: 1, seed: 16 }).flat()) await play.run(act);
    const own = new Set(FOUR_EYES_KINDS.filter((kind) => !kind.includes('transfer')));
    const events = (await store.readAll(0n, 100_000)).filter(({ stream }) => own.has(stream.split('-')[0] ?? ''));
    expect(events.filter(({ type }) => RELEASED.test(type)).length).toBeGreaterThan(50);
    expect(releasedByMakers(events)).toEqual([]);
    expect([...persons.needed.draft].toSorted()).toEqual([
      ...['landed_cost', 'production', 'purchase', 'purchase_order', 'purchase_return', 'sale', 'sale_return'],
    ]);
    expect([...persons.needed.another]).toEqual(
      expect.arrayContaining(['asset_disposal', 'inventory_adjustment', 'purchase_order']),
    );
  });

  it('would have some without the settings, so that the rule of this test finds them', async () => {
    const clock = { now: new Date('2026-03-01T07:00:00.000Z') };
    const store = openMemoryStore(() => clock.now);
    const shop = new Shop(store, clock);
    const play = new Play(shop, await openPremises(shop, true));
    for (const act of fc.sample(history(30), { numRuns: 1, seed: 16 }).flat()) await play.run(act);
    expect(releasedByMakers(await store.readAll(0n, 100_000)).length).toBeGreaterThan(5);
  });
});
