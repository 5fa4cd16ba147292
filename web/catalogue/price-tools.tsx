/** Tools above the lines of an items pricing: add the items of a category or brand, and apply the price rule. */
import { useQuery } from '@tanstack/react-query';
import { Calculator, Check, ListPlus } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { printMoney } from '../../domain/values/money.ts';
import type { Row } from '../shared/api/list.ts';
import { Day } from '../shared/controls/amount.tsx';
import { AnswerDialog } from '../shared/controls/answer-dialog.tsx';
import { Button } from '../shared/controls/button.tsx';
import { type Draft, idOf, textOf, type Value } from '../shared/document/model/draft.ts';
import { useEditing } from '../shared/document/model/editing-store.ts';
import { rateOn, useReferenceData } from '../shared/document/model/reference-data.ts';
import type { DocumentSession } from '../shared/document/model/session.ts';
import { useSessionState } from '../shared/document/model/use-session.ts';
import { LookupField } from '../shared/form/fields/lookup-field.tsx';
import { CheckField } from '../shared/form/fields/select-field.tsx';
import { namedField } from '../shared/form/named-field.ts';
import { say } from '../shared/language/language.ts';
import { notifyError, notifySuccess } from '../shared/notify/notify.ts';
import { useBusy } from '../shared/notify/use-busy.ts';
import { stepIn } from '../shared/session/currency-step.ts';
import { useCan, useMe } from '../shared/session/session.ts';
import { localToday } from '../shared/typing/date-words.ts';
import { type AddedLines, addedLines, type DayPrices, fetchUnitsPriced, LINES_MAX } from './added-lines.ts';
import {
  type DayRate,
  fetchItemsOf,
  fetchPricedItems,
  type PriceSteps,
  presentPrice,
  ruled,
  unitCost,
} from './priced-items.ts';

export function PriceTools({ session }: { session: DocumentSession }) {
  const { t } = useTranslation();
  const [adding, setAdding] = useState(false);
  const { draft } = useEditing(session.store);
  const { header } = draft;
  const day = useDayPrices(header['date']);
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

/** The rate of the document's day, read again when the day changes, and the steps of prices. */
function useDayPrices(date: Value | undefined): DayPrices {
  const me = useMe();
  useReferenceData(date);
  const inRate = rateOn(date)?.in;
  return useMemo(() => {
    const stepOf = (currency: number) => printMoney(stepIn(currency, me));
    return { system: me.system_currency.currency_id, inRate, stepOf };
  }, [me, inRate]);
}

/** By id; empty until they are loaded. */
type Items = ReadonlyMap<number, Row>;

/** One undo step. Lines stay as they are while their items are not loaded. */
function applyRule(session: DocumentSession, items: Items, day: PriceSteps): void {
  const { draft } = session.store.state;
  const lines = draft.lines.map((line) => {
    const item = items.get(idOf(line.fields, 'item_fk') ?? 0);
    return item ? { ...line, fields: { ...line.fields, ...ruled(draft.header, line.fields, item, day) } } : line;
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
  readonly day: DayPrices;
  readonly onClose: () => void;
}

function AddItems({ session, day, onClose }: AddItemsProps) {
  const { t } = useTranslation();
  const [category, setCategory] = useState<number | null>(null);
  const [brand, setBrand] = useState<number | null>(null);
  const [allUnits, setAllUnits] = useState(true);
  const can = useCan();
  const seesPricings = can('item_pricings/index') && can('item_pricings/show');
  const [leavesPriced, setLeavesPriced] = useState(seesPricings);
  const { busy, run } = useBusy();
  const add = () =>
    run(async () => {
      const found = await fetchPricedItems({
        ...(category === null ? {} : { within_category: category }),
        ...(brand === null ? {} : { 'filter[brand_fk]': brand }),
      });
      const { header } = session.store.state.draft;
      const elsewhere = leavesPriced ? await fetchUnitsPriced(header, session.read().server?.id) : NO_UNITS;
      const { draft } = session.store.state;
      const { lines, ...counts } = addedLines(draft, found, { allUnits, day, elsewhere });
      session.store.edit({ do: 'replace', draft: { ...draft, lines } });
      report(counts);
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
        {seesPricings && (
          <CheckField label={t('catalogue:leaves_priced')} value={leavesPriced} onChange={setLeavesPriced} />
        )}
      </div>
    </AnswerDialog>
  );
}

const NO_UNITS: ReadonlySet<string> = new Set();

/** Items that have no place are reported as an error, which remains behind the bell. */
function report({ added, left, priced }: Omit<AddedLines, 'lines'>): void {
  const sentences = [
    say('catalogue:items_added', { count: added }),
    ...(left > 0 ? [say('catalogue:items_left_out', { count: left, max: LINES_MAX })] : []),
    ...(priced > 0 ? [say('catalogue:items_priced_elsewhere', { count: priced })] : []),
  ];
  (left > 0 ? notifyError : notifySuccess)(sentences.join(' '));
}
