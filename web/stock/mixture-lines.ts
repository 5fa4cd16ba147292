/** The components of a quantity of a mixture, as production lines: the same calculation as the server's. */
import { type Component, ofMixture } from '../../domain/stock/making/components.ts';
import { get } from '../shared/api/client.ts';
import type { Line } from '../shared/document/model/draft.ts';
import { loadItem } from '../shared/document/model/goods/items.ts';
import { rememberName } from '../shared/document/model/known-names.ts';
import { notifyProblem } from '../shared/notify/notify.ts';

interface Counted {
  readonly item_fk: number;
  readonly item_name: string | null;
  readonly unit_fk: number;
}
interface MixtureAnswer extends Counted {
  readonly quantity: string;
  readonly lines: {
    readonly raw_material_fk?: number | null;
    readonly mixture_fk?: number | null;
    readonly quantity: string;
  }[];
}

/** Undefined after a failed request, which is reported to the person. */
export async function linesOfMixture(id: number, count: string): Promise<Line[] | undefined> {
  try {
    const mixture = (await get<MixtureAnswer>(`mixtures/${id}`)).data;
    const goods = new Map<string, Counted>();
    await Promise.all(
      mixture.lines.map(async ({ raw_material_fk, mixture_fk }) => {
        const [kind, of] = raw_material_fk ? ['raw_material', raw_material_fk] : ['mixture', mixture_fk];
        goods.set(`${kind}-${of}`, (await get<Counted>(`${kind}s/${of}`)).data);
      }),
    );
    const all = [mixture, ...goods.values()];
    // Loads the items, so that cells show names and units at once.
    await Promise.all(all.map(({ item_fk }) => loadItem(item_fk)));
    for (const { item_fk, item_name } of all) rememberName('items', item_fk, item_name);
    const { whole, parts } = ofMixture(mixture as never, count, (kind, of) => goods.get(`${kind}-${of}`));
    const line = (component: Component, role: string, key: number): Line => ({
      key,
      fields: { role, ...component, share: null },
    });
    return [...parts.map((part, index) => line(part, 'input', index + 1)), line(whole, 'output', parts.length + 1)];
  } catch (error) {
    notifyProblem(error);
    return undefined;
  }
}
