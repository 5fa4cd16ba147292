/** The components of a quantity of a mixture, as production lines: the same calculation as the server's. */
import { type Component, ofMixture } from '../../domain/stock/making/components.ts';
import { type Reads, read } from '../shared/api/read.ts';
import type { Line, Value } from '../shared/document/model/draft.ts';
import { loadItem } from '../shared/document/model/goods/items.ts';
import { rememberName } from '../shared/document/model/known-names.ts';
import { ofDay, pastDay } from '../shared/document/model/past-day.ts';
import { notifyProblem } from '../shared/notify/notify.ts';

type Counted = Reads['mixtures/:id'] | Reads['raw_materials/:id'];

/** As the recipe was on the day of the document. Undefined after a failed request, which is reported to the person. */
export async function linesOfMixture(id: number, count: string, date: Value | undefined): Promise<Line[] | undefined> {
  const day = ofDay(pastDay(date));
  try {
    const mixture = await read('mixtures/:id', { params: { id }, ...day });
    const goods = new Map<string, Counted>();
    await Promise.all(
      mixture.lines.map(async ({ raw_material_fk, mixture_fk }) => {
        if (raw_material_fk) {
          const params = { id: raw_material_fk };
          goods.set(`raw_material-${raw_material_fk}`, await read('raw_materials/:id', { params, ...day }));
        } else if (mixture_fk) {
          goods.set(`mixture-${mixture_fk}`, await read('mixtures/:id', { params: { id: mixture_fk }, ...day }));
        }
      }),
    );
    const all = [mixture, ...goods.values()];
    // Loads the items, so that cells show names and units at once.
    await Promise.all(all.map(({ item_fk }) => loadItem(item_fk, date)));
    for (const { item_fk, item_name } of all) rememberName('items', item_fk, item_name);
    const { whole, parts } = ofMixture(mixture, count, (kind, of) => goods.get(`${kind}-${of}`));
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
