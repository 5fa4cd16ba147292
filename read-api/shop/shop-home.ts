/** The home screen of the application: its sliders and its sections in order, each with its current content. */
import { sql } from 'kysely';
import { Type } from 'typebox';
import type { MobileSectionData } from '../../domain/mobile/mobile-section.record.ts';
import { Nullable } from '../../domain/schemas/fields.schema.ts';
import { textsOf } from '../../domain/values/members.ts';
import { money } from '../../domain/values/money.ts';
import { shownName } from '../database/names-by-language.ts';
import type { Reader } from '../database/reader-type.ts';
import type { Condition } from '../lists/list-source.ts';
import { searchCondition } from '../lists/search.ts';
import type { ShopFacts } from './shop-facts.ts';
import { ShopItem, type ShownItem, shopItems, shopItemsPriced } from './shop-items.ts';

export const ShopHome = Type.Object(
  {
    sliders: Type.Array(
      Type.Object({
        slider_image_id: Type.Integer(),
        title: Type.String(),
        image: Nullable(Type.String()),
        /** The target of the slider. */
        mobile_section_fk: Nullable(Type.Integer()),
        item_fk: Nullable(Type.Integer()),
      }),
    ),
    sections: Type.Array(
      Type.Object({
        mobile_section_id: Type.Integer(),
        title: Type.String(),
        description: Nullable(Type.String()),
        items: Type.Array(ShopItem),
      }),
    ),
  },
  { title: 'ShopHome' },
);

/** Limit for a section that a filter fills. */
const ITEMS_MAX = 50;

interface Row<Data> {
  readonly id: number;
  readonly name: string;
  readonly data: Data;
}

export async function shopHome(reader: Reader, facts: ShopFacts) {
  const [sliders, sections] = await Promise.all([
    activeOf<Readonly<Record<string, unknown>>>(reader, 'slider_image'),
    activeOf<MobileSectionData>(reader, 'mobile_section'),
  ]);
  const arrangement = facts.settings.section_arrangement;
  const placeOf = ({ id }: { readonly id: number }) => {
    const place = arrangement.indexOf(id);
    return place < 0 ? arrangement.length : place;
  };
  const inOrder = sections.toSorted((a, b) => placeOf(a) - placeOf(b) || a.id - b.id);
  const filled = await Promise.all(
    inOrder.map(async (section) => ({
      mobile_section_id: section.id,
      title: section.name,
      description: section.data.description ?? null,
      items: await itemsOf(reader, facts, section.data),
    })),
  );
  return {
    sliders: sliders
      .toSorted((a, b) => Number(a.data['sort_order'] ?? 0) - Number(b.data['sort_order'] ?? 0) || a.id - b.id)
      .map(({ id, name, data }) => ({
        slider_image_id: id,
        title: name,
        image: textsOf(data['image'])[0] ?? null,
        mobile_section_fk: numberOrNull(data['mobile_section_fk']),
        item_fk: numberOrNull(data['item_fk']),
      })),
    // Empty sections are hidden.
    sections: filled.filter(({ items }) => items.length > 0),
  };
}

const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null);

async function activeOf<Data>(reader: Reader, kind: string): Promise<readonly Row<Data>[]> {
  const { rows } = await sql<Row<Data>>`
    select r.id, ${shownName('r')} as name, r.data from read.record r
    where r.kind = ${kind} and r.active and r.data ->> 'is_active' is distinct from 'false' order by r.id`.execute(
    reader,
  );
  return rows;
}

async function itemsOf(reader: Reader, facts: ShopFacts, section: MobileSectionData): Promise<readonly ShownItem[]> {
  if (section.content === 'items') {
    const chosen = section.items;
    const conditions = [sql<boolean>`r.id = any(${[...chosen]}::int[])`];
    const items = await shopItems(reader, facts, { conditions, limit: chosen.length });
    return items.toSorted((a, b) => chosen.indexOf(a.item_id) - chosen.indexOf(b.item_id));
  }
  const wanted = { conditions: filtersOf(section, facts), limit: ITEMS_MAX };
  const { start_price, end_price } = section;
  if (!start_price && !end_price) return shopItems(reader, facts, wanted);
  return shopItemsPriced(reader, facts, wanted, (price) => isBetween(price, section));
}

function filtersOf({ category_fk, item_name_contains }: MobileSectionData, facts: ShopFacts): readonly Condition[] {
  return [
    ...(category_fk ? [inCategory(category_fk, facts)] : []),
    ...(item_name_contains ? [searchCondition(sql`r.search`, item_name_contains)] : []),
  ];
}

/** In the category, or in one below it. */
export function inCategory(category: number, { categories }: ShopFacts): Condition {
  const below = new Set([category]);
  for (let before = 0; before < below.size; ) {
    before = below.size;
    for (const { id, data } of categories) if (below.has(Number(data['parent_fk']))) below.add(id);
  }
  return sql`coalesce((r.data ->> 'sub_category_fk')::int, (r.data ->> 'category_fk')::int) = any(${[...below]}::int[])`;
}

/** False for an unknown price. */
function isBetween(price: string | null, { start_price, end_price }: MobileSectionData): boolean {
  if (!price) return false;
  return (!start_price || money(price) >= money(start_price)) && (!end_price || money(price) <= money(end_price));
}
