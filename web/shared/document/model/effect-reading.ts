/** Converts an effect answer for its tab: the preview of a dry run, or the posting. */
import { membersOf, objectsOf } from '../../../../domain/values/members.ts';
import { money, printMoney, sum } from '../../../../domain/values/money.ts';
import { listThatFits } from '../../api/wire.ts';
import { say } from '../../language/language.ts';
import { accountName } from '../../report/account-name.ts';
import { type UnitPart, unitParts } from '../../typing/unit-text.ts';
import type { Value } from './draft.ts';
import { knownItemOn, unitsOf } from './goods/items.ts';
import { knownName } from './known-names.ts';

export interface EffectEntryLine {
  readonly key: string;
  /** Number of the account, for the link to its ledger. */
  readonly account: number | undefined;
  readonly accountName: string;
  readonly party: string;
  readonly date: string;
  readonly debit: string;
  readonly credit: string;
  /** normal, cost, restatement, reversal, closing */
  readonly kind: string;
}

export interface Effect {
  readonly entry: readonly EffectEntryLine[];
  readonly stock: readonly {
    readonly key: string;
    readonly item: string;
    readonly inventory: string;
    readonly quantity: readonly UnitPart[];
    readonly value: string;
  }[];
  readonly balances: readonly {
    readonly key: string;
    readonly name: string;
    readonly before: Balance;
    readonly after: Balance;
  }[];
}

/** An amount, or a quantity in the units of its item. */
export type Balance = string | readonly UnitPart[];

type Row = Readonly<Record<string, unknown>>;

/** `day` is that of the document: what is not told in units is counted in those of the day. */
export function readEffect(data: Row, day?: Value): Effect {
  const preview = data['preview'] === undefined ? undefined : membersOf(data['preview']);
  const entry = objectsOf(preview ? preview['journal'] : data['entry']);
  const stock = objectsOf(preview ? preview['movements'] : data['stock']);
  const balances = objectsOf(preview ? preview['balances'] : data['balances']);
  return {
    entry: inOne(entry).map((line, index) => ({
      key: `${index}`,
      account: number(line['account'] ?? line['account_number']),
      accountName: accountName(text(line['account_key']), text(line['account_name'] ?? line['account_record'])),
      party: text(line['party_name']) || partyName(text(line['party'])),
      date: text(line['effective_date']),
      debit: text(line['debit']),
      credit: text(line['credit']),
      kind: text(line['kind']) || 'normal',
    })),
    stock: stock.map((line, index) => ({
      key: `${index}`,
      item: text(line['item_name']) || nameOf('items', line['item_fk']),
      inventory: text(line['inventory_name']) || nameOf('inventories', line['inventory_fk']),
      quantity: partsOf(line['in_units'], line['item_fk'], text(line['quantity']), day),
      value: text(line['value'] ?? line['estimated_cost']),
    })),
    balances: balances
      .map((line) => ({
        key: `${text(line['of'])}:${text(line['id'] ?? line['key'])}`,
        name: balanceName(line),
        before: balanceOf(line, 'before', day),
        after: balanceOf(line, 'after', day),
      }))
      .filter((line) => line.name !== ''),
  };
}

/** The items whose quantities a dry run names: it does not say their units. */
export function previewedItems(data: Row): readonly number[] {
  const { movements, balances } = membersOf(data['preview']);
  const ids = [
    ...objectsOf(movements).map((line) => Number(line['item_fk'])),
    ...objectsOf(balances).flatMap((line) => itemOfLevel(line) ?? []),
  ];
  return [...new Set(ids)];
}

/** In the units that the answer says, or those of the known item. */
function partsOf(told: unknown, item: unknown, base: string, day: Value | undefined): readonly UnitPart[] {
  const parts = listThatFits<UnitPart>(told, { quantity: 'string' });
  return parts.length > 0 ? parts : unitParts(base, unitsOf(knownItemOn(Number(item), day)));
}

function balanceOf(line: Row, side: 'before' | 'after', day: Value | undefined): Balance {
  const item = line['of'] === 'stock' ? text(line['id']).split(':')[0] : itemOfLevel(line);
  return item === undefined ? text(line[side]) : partsOf(line[`${side}_in_units`], item, text(line[side]), day);
}

/** The item of a level of a dry run; undefined for money and parties. */
function itemOfLevel(line: Row): number | undefined {
  const [kind, item] = text(line['key']).split(':');
  return line['of'] === undefined && kind === 'stock' ? Number(item) : undefined;
}

/** Combines lines of the same account, party, kind and day: a document of twenty items needs no twenty sales lines. */
function inOne(lines: readonly Row[]): readonly Row[] {
  const groups = Map.groupBy(lines, (line) =>
    [
      line['account'] ?? line['account_number'],
      line['party'],
      line['kind'],
      line['effective_date'],
      text(line['debit']) === '0',
    ].join(),
  );
  return [...groups.values()].map((group) => ({
    ...group[0],
    debit: printMoney(sum(group.map((line) => money(text(line['debit']))))),
    credit: printMoney(sum(group.map((line) => money(text(line['credit']))))),
  }));
}

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value));
const number = (value: unknown): number | undefined =>
  value === null || value === undefined ? undefined : Number(value);
const nameOf = (resource: string, id: unknown): string => knownName(resource, Number(id)) ?? `${text(id)}`;

function partyName(stream: string): string {
  const match = /^(customer|supplier)-(\d+)$/.exec(stream);
  return match ? nameOf(`${match[1]}s`, match[2]) : stream;
}

/** A posting names accounts, parties and goods; a preview names claim levels. */
function balanceName(line: Row): string {
  if (line['of'] === undefined) return levelName(text(line['key']));
  if (line['of'] === 'account') return accountName(text(line['key']), text(line['name']));
  if (line['of'] === 'stock')
    return say('document:effect.stock_of', {
      item: text(line['name']),
      inventory: nameOf('inventories', text(line['id']).split(':')[1]),
    });
  return say('document:effect.owed_by', { party: text(line['name']) || partyName(text(line['id'])) });
}

/** Names of levels: `stock:<item>:<inventory>`, `cash:<id>`, `debit:<party>`; open items of documents have none. */
function levelName(key: string): string {
  const [kind, first = '', second = ''] = key.split(':');
  if (kind === 'stock')
    return say('document:effect.stock_of', { item: nameOf('items', first), inventory: nameOf('inventories', second) });
  if (kind === 'cash') return nameOf('cashes', first);
  if (kind === 'debit') return say('document:effect.owed_by', { party: partyName(first) });
  return '';
}
