/** Acts on any document that was entered: one of its possible transitions, or a change of its draft. */
import fc from 'fast-check';
import { documents } from '../../domain/registry/documents.ts';
import type { Shop } from '../projector/shop.ts';
import { type Chance, chance, type Places, payable, placeOf } from './chance.ts';

export interface LifeAct extends Chance {
  readonly life: 'turn' | 'change';
}

export const LIFE: readonly LifeAct['life'][] = [...(['turn', 'turn', 'turn', 'turn', 'change', 'change'] as const)];

export const lifeAct: fc.Arbitrary<LifeAct> = fc.record({ life: fc.constantFrom<LifeAct['life']>(...LIFE), ...chance });

/** The schema of the body of a transition. */
interface Asked {
  readonly required?: readonly string[];
  readonly properties?: object;
}

export class LifePlay {
  readonly #shop: Shop;
  readonly #places: Places;

  constructor(shop: Shop, places: Places) {
    this.#shop = shop;
    this.#places = places;
  }

  async run(act: LifeAct): Promise<void> {
    const { entered, handler } = this.#shop;
    // The newest documents are chosen most often.
    const found = entered.at(-1 - (act.of % Math.min(entered.length, act.flag ? 4 : 30)));
    if (!found) return;
    const { kind, id, body } = found;
    const { date, time } = placeOf(this.#places, act);
    if (act.life === 'change')
      return void (await this.#shop.change(kind, id, { ...body, date, time }).catch(unchanged));
    const declaration = documents.find((document) => document.kind === kind);
    const stream = `${kind}-${id}`;
    const state = (await handler.states.read([stream])).get(stream)?.state;
    if (!declaration || !state) return;
    const said = Object.entries(this.#said(act));
    const steps = declaration.possible(state).flatMap((name) => {
      const step = declaration.transitions[name];
      if (!step) return [];
      const { required = [], properties = {} } = (step.body ?? {}) as Asked;
      const given = Object.fromEntries(said.filter(([field]) => field in properties));
      return required.every((field) => field in given) ? [{ name, given }] : [];
    });
    const next = steps[act.count % Math.max(1, steps.length)];
    if (next) await this.#shop.transit(kind, id, next.name, next.given);
  }

  /** Values for the fields that the bodies of transitions require. */
  #said(act: LifeAct): object {
    const { date, time } = placeOf(this.#places, act);
    const account_fk = this.#places.cashes[act.foreign ? 1 : 0];
    const drawer_fk = this.#shop.entered.findLast(({ kind }) => kind === 'drawer')?.id;
    const number = (act.of % 3) + 1;
    return {
      ...{ date, time, account_fk, payment_type: 'cash', reason: 'wrong', billed: act.flag, ended_as: 'refused' },
      ...{
        payment_id: number,
        allocation_id: act.count % 2 ? 0 : number,
        useful_life_months: act.count + number,
        salvage_amount: act.flag ? '1' : '0',
        amount: payable(act.amount, 1000, act.foreign),
      },
      ...(drawer_fk === undefined ? {} : { drawer_fk }),
    };
  }
}

/** Some documents have no draft that could be changed. */
function unchanged(error: unknown): void {
  if (!/is not changed$/.test((error as Error).message)) throw error;
}
