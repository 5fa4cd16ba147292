/** Tools above the lines of an items pricing: add the items of a category or brand, and apply the price rule. */
import { useQuery } from '@tanstack/react-query';
import { Calculator, Check, ListPlus } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../shared/api/list.ts';
import { Day } from '../shared/controls/amount.tsx';
import { AnswerDialog } from '../shared/controls/answer-dialog.tsx';
import { Button } from '../shared/controls/button.tsx';
import { type Draft, idOf, type Line, textOf, type Value } from '../shared/document/model/draft.ts';
import { useEditing } from '../shared/document/model/editing-store.ts';
import { unitsOf } from '../shared/document/model/items.ts';
import { rememberRow } from '../shared/document/model/known-names.ts';
import { rateOn, useReferenceData } from '../shared/document/model/reference-data.ts';
import type { DocumentSession } from '../shared/document/model/session.ts';
import { useSessionState } from '../shared/document/model/use-session.ts';
import { LookupField } from '../shared/form/lookup-field.tsx';
import { namedField } from '../shared/form/named-field.ts';
import { CheckField } from '../shared/form/select-field.tsx';
import { notifySuccess } from '../shared/notify/notify.ts';
import { useBusy } from '../shared/notify/use-busy.ts';
import { useCan, useMe } from '../shared/session/session.ts';
import { localToday } from '../shared/typing/date-words.ts';
import { type DayRate, fetchItemsOf, fetchPricedItems, presentPrice, ruled, unitCost } from './priced-items.ts';

/** The limit of one command. */
const LINES_MAX = 1000;

export function PriceTools({ session }: { session: DocumentSession }) {
  const { t } = useTranslation();
  const [adding, setAdding] = useState(false);
  const { draft } = useEditing(session.store);
  const { header } = draft;
  const day = useDayRate(header['date']);
  const items = usePresentPrices(session, draft, day);
  if (!session.editable) return <ScheduledFor session={session} day={textOf(header, 'date')} />;
  return (
    <>
      <Button icon={ListPlus} onClick={() => setAdding(true)}>
        {t('catalogue:add_items')}
      </Button>
      {header['price_method'] !== 'by_hand' && (
        <Button icon={Calculator} onClick={() => applyRule(session, items, day)}>
          {t('catalogue:apply_rule')}
        </Button>
      )}
      {adding && <AddItems session={session} day={day} onClose={() => setAdding(false)} />}
    </>
  );
}

/** A notice that prices take effect on a later day, or that the day has come and activation reported problems. */
function ScheduledFor({ session, day }: { session: DocumentSession; day: string | undefined }) {
  const { t } = useTranslation();
  const can = useCan();
  const { server, busy } = useSessionState(session);
  if (server?.status !== 'scheduled' || day === undefined) return null;
  const isLate = day < localToday();
  return (
    <>
      <span role="status" className={isLate ? 'text-warning-ink' : 'text-ink-muted'}>
        {t(isLate ? 'catalogue:pricing_is_late' : 'catalogue:pricing_waits')} <Day value={day} />
      </span>
      {isLate && can('item_pricings/activate') && (
        <Button look="primary" icon={Check} busy={busy} onClick={() => void session.transition('activate', {})}>
          {t('document:transitions.activate')}
        </Button>
      )}
    </>
  );
}

/** The rate of the document's day, read again when the day changes. */
function useDayRate(date: Value | undefined): DayRate {
  const { system_currency } = useMe();
  useReferenceData(date);
  const inRate = rateOn(date)?.in;
  return useMemo(() => ({ system: system_currency.currency_id, inRate }), [system_currency.currency_id, inRate]);
}

/** By id; empty until they are loaded. */
type Items = ReadonlyMap<number, Row>;

/** One undo step. Lines stay as they are while their items are not loaded. */
function applyRule(session: DocumentSession, items: Items, { system }: DayRate): void {
  const { draft } = session.store.state;
  const lines = draft.lines.map((line) => {
    const item = items.get(idOf(line.fields, 'item_fk') ?? 0);
    return item ? { ...line, fields: { ...line.fields, ...ruled(draft.header, line.fields, item, system) } } : line;
  });
  session.store.edit({ do: 'replace', draft: { ...draft, lines } });
}

const NO_ITEMS: Items = new Map();

/**
 * Keeps present prices and costs up to date in every line; they are only displayed and no change of the document.
 * Returns the items.
 */
function usePresentPrices(session: DocumentSession, draft: Draft, day: DayRate): Items {
  const profile = draft.header['pricing_profile_fk'];
  const ids = [...new Set(draft.lines.flatMap(({ fields }) => idOf(fields, 'item_fk') ?? []))].sort((a, b) => a - b);
  const { data } = useQuery({
    queryKey: ['items', 'list', 'priced', ids],
    queryFn: () => fetchItemsOf(ids),
    enabled: ids.length > 0,
    placeholderData: (before) => before,
    meta: { quiet: true },
  });
  useEffect(() => {
    if (!data) return;
    const { store } = session;
    const untouched = !session.dirty;
    let changed = false;
    for (const { key, fields } of draft.lines) {
      const item = data.get(idOf(fields, 'item_fk') ?? 0);
      if (!item) continue;
      const shown = {
        present_price: presentPrice(item, fields['unit_fk'], profile),
        unit_cost: unitCost(item, fields['unit_fk'], day),
      };
      for (const [field, value] of Object.entries(shown)) {
        if ((fields[field] ?? null) === value) continue;
        changed = true;
        store.edit({ do: 'set', at: { table: 'lines', key, field }, value, quiet: true });
      }
    }
    if (untouched && changed) session.keepAsUnsaved(store.state.draft);
  }, [data, draft, profile, session, day]);
  return data ?? NO_ITEMS;
}

interface AddItemsProps {
  readonly session: DocumentSession;
  readonly day: DayRate;
  readonly onClose: () => void;
}

function AddItems({ session, day, onClose }: AddItemsProps) {
  const { t } = useTranslation();
  const [category, setCategory] = useState<number | null>(null);
  const [brand, setBrand] = useState<number | null>(null);
  const [allUnits, setAllUnits] = useState(true);
  const { busy, run } = useBusy();
  const add = () =>
    run(async () => {
      const found = await fetchPricedItems({
        ...(category === null ? {} : { 'filter[category_fk]': category }),
        ...(brand === null ? {} : { 'filter[brand_fk]': brand }),
      });
      notifySuccess(t('catalogue:items_added', { count: addLines(session, found, allUnits, day) }));
      onClose();
    });
  return (
    <AnswerDialog title={t('catalogue:add_items')} busy={busy} onAnswer={() => void add()} onClose={onClose}>
      <div className="flex flex-col gap-3">
        <LookupField
          {...{ ...namedField('category_fk'), hint: t('catalogue:nothing_chosen') }}
          {...{ resource: 'categories', creatable: false, autoFocus: true }}
          value={category}
          onChange={setCategory}
        />
        <LookupField
          {...{ ...namedField('brand_fk'), resource: 'brands', creatable: false }}
          value={brand}
          onChange={setBrand}
        />
        <CheckField label={t('catalogue:all_units')} value={allUnits} onChange={setAllUnits} />
      </div>
    </AnswerDialog>
  );
}

/** Keeps existing lines; returns the number of added ones. */
function addLines({ store }: DocumentSession, items: readonly Row[], allUnits: boolean, day: DayRate): number {
  const { draft } = store.state;
  const { header } = draft;
  const kept = draft.lines.filter(({ fields }) => idOf(fields, 'item_fk') !== undefined);
  const there = new Set(kept.map(({ fields }) => `${fields['item_fk']}:${fields['unit_fk']}`));
  const next = 1 + Math.max(0, ...draft.lines.map(({ key }) => key), ...draft.costs.map(({ key }) => key));
  const added: Line[] = items
    .flatMap((item) => {
      rememberRow('items', item);
      const item_fk = Number(item['item_id']);
      const units = unitsOf(item).filter((unit) => allUnits || unit.is_default);
      return units
        .filter(({ unit_fk }) => !there.has(`${item_fk}:${unit_fk}`))
        .map(({ unit_fk, sale_price }) => {
          const present_price = presentPrice(item, unit_fk, header['pricing_profile_fk']);
          const unit_cost = unitCost(item, unit_fk, day);
          const fields = { item_fk, unit_fk, present_price, unit_cost, new_price: sale_price };
          return { ...fields, ...ruled(header, fields, item, day.system) };
        });
    })
    .slice(0, LINES_MAX - kept.length)
    .map((fields, index) => ({ key: next + index, fields }));
  store.edit({ do: 'replace', draft: { ...draft, lines: [...kept, ...added] } });
  return added.length;
}
