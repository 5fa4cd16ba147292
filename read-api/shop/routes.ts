/**
 * `/shop`: the read API of the customers' application. A signed-in customer sees the shop and only their own orders.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { type TSchema, Type } from 'typebox';
import { systemCurrency } from '../../domain/documents/document-rules.ts';
import { isOpenAt } from '../../domain/mobile/opening-hours.ts';
import { Nullable } from '../../domain/schemas/fields.schema.ts';
import { textsIn, textsOf } from '../../domain/values/members.ts';
import { languageOf } from '../../identity/language.ts';
import { SHOP_PERMISSION, shopperIn } from '../../identity/shopper.ts';
import { inLanguage } from '../database/names-by-language.ts';
import { IdParams, IdText, PageText, Query, SearchText } from '../http/query.schema.ts';
import { type Services, wantedPosition } from '../http/route.ts';
import { notFound } from '../http/scope.ts';
import type { Condition } from '../lists/list-source.ts';
import { searchCondition } from '../lists/search.ts';
import { ownMessages, ownOrder, ownOrders, type Reading, ShopMessage, ShopOrder } from './own-orders.ts';
import { type ShopFacts, shopFacts } from './shop-facts.ts';
import { inCategory, ShopHome, shopHome } from './shop-home.ts';
import { countShopItems, isForOrders, ShopItem, shopItems } from './shop-items.ts';

interface Asked extends Reading {
  readonly query: Readonly<Record<string, string>>;
  readonly id: number;
}

interface ShopRoute {
  readonly url: string;
  readonly operationId: string;
  readonly summary: string;
  readonly query?: TSchema;
  readonly params?: TSchema;
  readonly answer: TSchema;
  handle(asked: Asked): Promise<unknown>;
}

const Text = () => Nullable(Type.String());
const ITEMS_OF_PAGE = 50;
const WAIT_MS = 2000;

const Settings = Type.Object(
  {
    app_name: Text(),
    takes_orders: Type.Boolean(),
    is_open: Type.Boolean(),
    opens_at: Text(),
    closes_at: Text(),
    phone: Text(),
    email: Text(),
    about: Text(),
    terms: Text(),
    minimum_order_amount: Text(),
    delivery_charge: Text(),
    free_delivery_amount: Text(),
    accepted_time_minutes: Nullable(Type.Integer()),
    currency: Type.Object({ symbol: Text(), decimals: Nullable(Type.Integer()) }),
    delivery_zones: Type.Array(
      Type.Object({
        delivery_zone_id: Type.Integer(),
        zone_name: Type.String(),
        delivery_charge: Text(),
        delivery_minutes: Nullable(Type.Integer()),
      }),
    ),
  },
  { title: 'ShopSettings' },
);

const ROUTES: readonly ShopRoute[] = [
  {
    url: '/shop/settings',
    operationId: 'showShopSettings',
    summary: 'Whether the shop takes orders, from which amount on, where to and for how much',
    answer: Settings,
    handle: async ({ reader, shopper }) => settingsOf(await shopFacts(reader, shopper)),
  },
  {
    url: '/shop/home',
    operationId: 'showShopHome',
    summary: 'Sliders and sections of the home of the application',
    answer: ShopHome,
    handle: async ({ reader, shopper }) => shopHome(reader, await shopFacts(reader, shopper)),
  },
  {
    url: '/shop/categories',
    operationId: 'listShopCategories',
    summary: 'Categories that are shown in the application',
    answer: Type.Array(
      Type.Object({
        category_id: Type.Integer(),
        category_name: Type.String(),
        parent_fk: Nullable(Type.Integer()),
        image: Text(),
      }),
    ),
    handle: async ({ reader, shopper }) =>
      (await shopFacts(reader, shopper)).categories.map(({ id, name, data: { parent_fk, images } }) => ({
        category_id: id,
        category_name: name,
        parent_fk: typeof parent_fk === 'number' ? parent_fk : null,
        image: textsOf(images)[0] ?? null,
      })),
  },
  {
    url: '/shop/promotions',
    operationId: 'listShopPromotions',
    summary: 'Promotions of the day',
    answer: Type.Array(
      Type.Object({
        promotion_id: Type.Integer(),
        title: Type.String(),
        reward_type: Type.String(),
        end_date: Type.String(),
        minimum_amount: Text(),
        reward_percentage: Text(),
        reward_amount: Text(),
      }),
    ),
    handle: async ({ reader, shopper }) => {
      const facts = await shopFacts(reader, shopper);
      return facts
        .rows('promotion')
        .filter(({ id }) => isForOrders(id, facts))
        .map(({ id, name, data }) => ({
          promotion_id: id,
          title: name,
          reward_type: String(data['reward_type']),
          end_date: String(data['end_date']),
          ...pick(data, 'minimum_amount', 'reward_percentage', 'reward_amount'),
        }));
    },
  },
  {
    url: '/shop/items',
    operationId: 'listShopItems',
    summary: `Items that are sold in the application, ${ITEMS_OF_PAGE} of them at a time`,
    query: Query({
      search: Type.Optional(SearchText()),
      category_fk: Type.Optional(IdText()),
      page: Type.Optional(PageText()),
    }),
    answer: Type.Object({ total: Type.Integer(), items: Type.Array(ShopItem) }),
    handle: async ({ reader, shopper, query }) => {
      const facts = await shopFacts(reader, shopper);
      const { search = '', category_fk, page = '1' } = query;
      const conditions: Condition[] = [
        ...(search.trim() === '' ? [] : [searchCondition(sql`r.search`, search)]),
        ...(category_fk === undefined ? [] : [inCategory(Number(category_fk), facts)]),
      ];
      const offset = (Number(page) - 1) * ITEMS_OF_PAGE;
      const items = await shopItems(reader, facts, { conditions, limit: ITEMS_OF_PAGE, offset });
      return { total: await countShopItems(reader, facts, conditions), items };
    },
  },
  {
    url: '/shop/items/:id',
    operationId: 'showShopItem',
    summary: 'One item that is sold in the application',
    params: IdParams,
    answer: ShopItem,
    handle: async ({ reader, shopper, id }) => {
      const conditions = [sql<boolean>`r.id = ${id}`];
      const [item] = await shopItems(reader, await shopFacts(reader, shopper), { conditions, limit: 1 });
      if (!item) throw notFound();
      return item;
    },
  },
  {
    url: '/shop/orders',
    operationId: 'listOwnOrders',
    summary: 'One’s own orders, the newest first',
    query: Query({ page: Type.Optional(PageText()) }),
    answer: Type.Array(ShopOrder),
    handle: ({ query, ...reading }) => ownOrders(reading, Number(query['page'] ?? '1')),
  },
  {
    url: '/shop/orders/:id',
    operationId: 'showOwnOrder',
    summary: 'One’s own order with its steps',
    params: IdParams,
    answer: ShopOrder,
    handle: ({ id, ...reading }) => ownOrder(reading, id),
  },
  {
    url: '/shop/messages',
    operationId: 'listOwnMessages',
    summary: 'What happened to one’s last orders, and what the shop says of it, the newest first',
    answer: Type.Array(ShopMessage),
    handle: (reading) => ownMessages(reading),
  },
];

export function shopRoutes(app: FastifyInstance, { reader, watch }: Pick<Services, 'reader' | 'watch'>): void {
  for (const { url, operationId, summary, query, params, answer, handle } of ROUTES) {
    app.route({
      method: 'GET',
      url,
      config: { permission: SHOP_PERMISSION },
      schema: {
        operationId,
        summary,
        tags: ['shop'],
        querystring: query ?? Type.Object({}, { additionalProperties: false }),
        ...(params ? { params } : {}),
        response: { 200: Type.Object({ data: answer, position: Type.String(), stale: Type.Optional(Type.Boolean()) }) },
      },
      handler: async (request: FastifyRequest) => {
        const read = ['records', 'documents', 'books'] as const;
        const { position, reached } = await watch.reach(read, wantedPosition(request), WAIT_MS);
        const language = languageOf(request);
        const data = await handle({
          language,
          reader: inLanguage(reader, language),
          shopper: shopperIn(request),
          query: textsIn(request.query),
          id: Number(textsIn(request.params)['id']),
        });
        return { data, position: String(position), ...(reached ? {} : { stale: true }) };
      },
    });
  }
}

const pick = (data: Readonly<Record<string, unknown>>, ...fields: readonly string[]) =>
  Object.fromEntries(fields.map((field) => [field, typeof data[field] === 'string' ? data[field] : null]));

function settingsOf(facts: ShopFacts) {
  const { settings, now } = facts;
  const data = facts.record('app_setting', 1)?.data ?? {};
  const currency = facts.record('currency', systemCurrency(facts))?.data;
  const isSetUp = Boolean(settings.outlet_fk && settings.inventory_fk && settings.account_fk);
  return {
    app_name: facts.nameOf('app_setting', 1),
    takes_orders: isSetUp && settings.takes_orders,
    is_open: isOpenAt(settings, now),
    ...pick(data, 'opens_at', 'closes_at', 'phone', 'email', 'about', 'terms'),
    ...pick(data, 'minimum_order_amount', 'delivery_charge', 'free_delivery_amount'),
    accepted_time_minutes: settings.accepted_time_minutes,
    currency: {
      ...pick(currency ?? {}, 'symbol'),
      decimals: typeof currency?.['decimals'] === 'number' ? currency['decimals'] : null,
    },
    delivery_zones: facts.rows('delivery_zone').map(({ id, name, data: zone }) => ({
      delivery_zone_id: id,
      zone_name: name,
      ...pick(zone, 'delivery_charge'),
      delivery_minutes: typeof zone['delivery_minutes'] === 'number' ? zone['delivery_minutes'] : null,
    })),
  };
}
