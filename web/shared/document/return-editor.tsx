/** Editors of returns: a new one starts from a source document, whose lines it copies, or without one. */
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ComponentType, useMemo } from 'react';
import { batchesOfLine } from '../../../domain/batches/line-batches.ts';
import { rateBetween } from '../../../domain/documents/other-money.ts';
import { inUnitOf } from '../../../domain/pricing/returned-quantities.ts';
import { documentTotals } from '../../../domain/pricing/totals.ts';
import { inUnit } from '../../../domain/sales/goods-return.ts';
import { objectsOf } from '../../../domain/values/members.ts';
import { type Money, money } from '../../../domain/values/money.ts';
import { inBaseUnits, printQuantity, type Quantity, quantity } from '../../../domain/values/quantity.ts';
import { read } from '../api/read.ts';
import { FailedState, SkeletonLines } from '../controls/states.tsx';
import { useAddress, useAddressNumber, usePathPart } from '../session/address-parts.ts';
import { localToday } from '../typing/date-words.ts';
import { DocumentPicker } from './dialogs/document-picker.tsx';
import { DocumentPage } from './document-screen.tsx';
import { MONEY_RATE, moneyFields } from './fields/money-fields.ts';
import { useUnlinked } from './fields/use-unlinked.ts';
import { CARRIED, inventoryField, noteField, outletField, referenceField } from './fields/usual-fields.ts';
import type { ColumnDeclaration, EditorDeclaration } from './model/declaration.ts';
import type { Draft, Fields } from './model/draft.ts';
import { ORIGIN_BATCHES, packBatches } from './model/goods/batches.ts';
import { knownItemOn, unitsOf } from './model/goods/items.ts';
import { comesBack, decimalsOf, RETURNED_AMOUNTS, returnTotals } from './model/goods/return-shares.ts';
import { rememberNames } from './model/known-names.ts';
import type { ScreenDeclaration } from './screen-declaration.ts';
import { fieldValue, valuesOf } from './value-of.ts';

export type Source = Readonly<Record<string, unknown>>;
type Totals = ReturnType<typeof documentTotals>;

/**
 * Common declaration of return editors; `carried` are header fields of the source, `line` is the field that references
 * a source line.
 */
export const returnDeclaration = (carried: readonly string[], line: string) =>
  ({
    details: [...moneyFields, inventoryField, outletField, referenceField, noteField],
    carried: {
      header: [...CARRIED, ...carried, 'currency_fk', 'rate'],
      lines: [line, 'item_fk'],
      given: RETURNED_AMOUNTS,
    },
    isUsed: comesBack,
    totals: returnTotals,
    fixedLines: true,
    wire: { send: withQuantities, read: (answer) => answer },
  }) satisfies Partial<EditorDeclaration>;

/** Where only bonus goods of a line are returned, the quantity is zero: the API requires one. */
function withQuantities(body: Source): Source {
  const lines = objectsOf(body['lines']).map((line) => ({ ...line, quantity: line['quantity'] ?? '0' }));
  return { ...body, lines };
}

export interface ReturnEditor {
  readonly declaration: ScreenDeclaration;
  /** The screen of a return without a source. */
  readonly unlinked: ScreenDeclaration;
  readonly source: {
    /** Parameter of the address: `?sale=12`. */
    readonly parameter: string;
    readonly resource: string;
    /** Field of the header: `sale_fk`. */
    readonly field: string;
    /** Field with the party's name, shown in the choice. */
    readonly partyName: string;
    /** Status of selectable sources. */
    readonly status?: string;
  };
  /** Keys of the texts of the choice. */
  readonly words: Readonly<Record<'title' | 'label' | 'hint' | 'none' | 'without', string>>;
  /** Copies all lines of the source, with quantity zero. */
  readonly draftOf: (source: Source) => Draft;
}

/** Must be called once, outside of components. */
export function returnEditor(editor: ReturnEditor): ComponentType {
  const { parameter, resource, field, partyName, status } = editor.source;
  const { without, ...words } = editor.words;
  // Called once per declaration, outside of components: the component that it makes is always the same one.
  // biome-ignore lint/correctness/noComponentHookFactories: see above
  return function DeclaredReturnEditor() {
    const navigate = useNavigate();
    const of = useAddressNumber(parameter);
    const unlinked = useAddress()['unlinked'] === true;
    const id = usePathPart('id');
    const isUnlinked = useUnlinked({ resource: editor.declaration.resource, field, id, of, unlinked });
    const { data, error, refetch } = useQuery({
      queryKey: [resource, 'record', of],
      queryFn: (): Promise<Source> => read(':resource/:id', { params: { resource, id: Number(of) } }),
      enabled: of !== undefined,
      meta: { quiet: true },
    });
    const start = useMemo(() => (data ? editor.draftOf(data) : undefined), [data]);
    if (error) return <FailedState problem={error} onRetry={() => void refetch()} />;
    if (isUnlinked === undefined) return <SkeletonLines lines={8} />;
    if (isUnlinked) return <DocumentPage key="unlinked" declaration={editor.unlinked} />;
    if (id === 'new' && of === undefined) {
      const goTo = (search: Readonly<Record<string, unknown>>) => void navigate({ to: '.', search });
      return (
        <DocumentPicker
          resource={resource}
          party={partyName}
          {...(status ? { status } : {})}
          {...words}
          onChoose={(chosen) => goTo({ [parameter]: chosen })}
          without={{ label: without, go: () => goTo({ unlinked: true }) }}
        />
      );
    }
    if (of !== undefined && !start) return <SkeletonLines lines={8} />;
    return <DocumentPage declaration={editor.declaration} {...(start ? { start } : {})} />;
  };
}

/** The content that a return copies from its source: reference fields, and lines. */
export interface Taken {
  readonly declaration: EditorDeclaration;
  readonly field: string;
  readonly party: string;
  /** A line of the return, with quantity zero. */
  readonly lineOf: (line: Fields, own: Totals['lines'][number] | undefined, credited: bigint) => Fields;
  /** The credit of each line, from promotions. */
  readonly creditedOf?: (source: Source, totals: Totals) => readonly (bigint | undefined)[];
}

const TAKEN = ['outlet_fk', 'inventory_fk', 'currency_fk', 'system_currency_fk', 'rate_fk', 'rate'] as const;

/** Goods come back in the unit of the source, or in another unit of their item. */
export const returnedUnitColumn: ColumnDeclaration<'unit_fk'> = {
  field: 'unit_fk',
  kind: 'unit',
  required: true,
  width: '92px',
  fills: (chosen, header, line) => inOtherUnit(header, line, chosen),
};

/** The fields of a line in another unit; a quantity that was typed in the former unit is typed anew. */
function inOtherUnit(header: Fields, line: Fields, chosen: unknown): Fields {
  const item = typeof line['item_fk'] === 'number' ? knownItemOn(line['item_fk'], header['date']) : undefined;
  const unit = unitsOf(item).find(({ unit_fk }) => unit_fk === chosen);
  const typed = { quantity: null, bonus_quantity: null };
  const [whole, bonus, factor, price] = [WHOLE, WHOLE_BONUS, WHOLE_FACTOR, WHOLE_PRICE].map((field) =>
    textOf(line[field]),
  );
  if (!unit || whole === undefined || factor === undefined || price === undefined) return { ...typed, price: null };
  const own = { line_id: 0, item_fk: 0, unit_fk: 0, unit_factor: factor, price };
  const back = inUnit(own, { unit_fk: unit.unit_fk, unit_factor: unit.base_unit_qty });
  const count = (base: string) => printQuantity(inUnitOf(quantity(base), unit.base_unit_qty));
  return {
    ...typed,
    price: back.price,
    whole_quantity: count(whole),
    whole_bonus: bonus === undefined ? null : count(bonus),
  };
}

/** Quantity, bonus quantity, unit and price of the source's line, which a change of the unit leaves as they are. */
const WHOLE = 'whole_base';
const WHOLE_BONUS = 'whole_bonus_base';
const WHOLE_FACTOR = 'whole_factor';
const WHOLE_PRICE = 'whole_price';

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Initial header: today, with empty texts. */
export const startOfReturn = (): Fields => ({ date: localToday(), time: null, reference_number: null, note: null });

/** The fields that every return line copies from its source line; `came` are base units, where that is not the whole line. */
export const takenLine = (line: Fields, came?: Quantity): Fields => ({
  item_fk: line['item_fk'] ?? null,
  unit_fk: line['unit_fk'] ?? null,
  [WHOLE]: came === undefined ? baseOf(line, 'quantity') : printQuantity(came),
  [WHOLE_BONUS]: baseOf(line, 'bonus_quantity'),
  [WHOLE_FACTOR]: line['unit_factor'] ?? null,
  [WHOLE_PRICE]: line['price'] ?? null,
  whole_quantity:
    came === undefined ? (line['quantity'] ?? null) : printQuantity(inUnitOf(came, textOf(line['unit_factor']) ?? '1')),
  price: line['price'] ?? null,
  note: line['note'] ?? null,
  quantity: null,
});

/** What was paid with money of the other currency goes back at the rate of the two amounts. */
function moneyOfOrigin({ paid_amount, paid_currency_fk, payment_type }: Source, total: Money): Fields {
  if (payment_type !== 'cash' || typeof paid_amount !== 'string' || typeof paid_currency_fk !== 'number') return {};
  const rate = rateBetween(total, money(paid_amount), paid_currency_fk);
  return { paid_currency_fk, paid_rate: rate, [MONEY_RATE]: rate };
}

function baseOf(line: Fields, field: string): string | null {
  const [count, factor] = [textOf(line[field]), textOf(line['unit_factor'])];
  return count === undefined || factor === undefined
    ? null
    : printQuantity(inBaseUnits(quantity(count), quantity(factor)));
}

/** The draft of a return for a document with prices, discounts and taxes. */
export function pricedReturn({ declaration, field, party, lineOf, creditedOf }: Taken, data: Source): Draft {
  rememberNames(declaration, data);
  const lines = valuesOf(data['lines']);
  const stored = objectsOf(data['lines']);
  const discount = typeof data['discount'] === 'object' ? (data['discount'] as never) : null;
  const rounded_discount = typeof data['rounded_discount'] === 'string' ? data['rounded_discount'] : null;
  const amounts = { discount, rounded_discount, delivery_charge: null, rounding_step: null, ...decimalsOf(data) };
  const totals = documentTotals({ lines: lines as never, ...amounts });
  const credited = creditedOf?.(data, totals) ?? [];
  const taken = [...TAKEN, party, 'payment_type', 'account_fk'];
  return {
    header: {
      ...Object.fromEntries(taken.map((name) => [name, fieldValue(data[name])])),
      ...moneyOfOrigin(data, totals.total),
      [field]: Number(data['id']),
      ...startOfReturn(),
    },
    lines: lines.map((line, index) => ({
      key: index + 1,
      fields: {
        ...lineOf(line, totals.lines[index], credited[index] ?? 0n),
        [ORIGIN_BATCHES]: packBatches(batchesOfLine(data, stored[index] ?? {})),
      },
    })),
    costs: [],
  };
}
