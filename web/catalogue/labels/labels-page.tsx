/** The labels page before printing: goods, counts, size and kind of code. */
import '../../shared/paper/paper.css';
import './labels.css';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Printer, Tag } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isOneOf } from '../../../domain/values/members.ts';
import { Button } from '../../shared/controls/button.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../../shared/controls/states.tsx';
import { useCurrencies } from '../../shared/document/model/amount-format.ts';
import { CheckField, SelectField } from '../../shared/form/fields/select-field.tsx';
import { TextField } from '../../shared/form/fields/text-field.tsx';
import { directionOf, type Language, usePreferences } from '../../shared/language/preferences.ts';
import { ManyPages, usePageLimit } from '../../shared/paper/many-pages.tsx';
import { paperElements } from '../../shared/paper/paper-element.ts';
import { PaperPreview } from '../../shared/paper/paper-preview.tsx';
import { place } from '../../shared/paper/printing/print-paper.ts';
import { useAddress } from '../../shared/session/address-parts.ts';
import { useMe } from '../../shared/session/session.ts';
import { toLatinDigits } from '../../shared/typing/digits.ts';
import { formatDecimal } from '../../shared/typing/number-format.ts';
import { fitsCode, INCHES, LABEL_CODES, type Label, type LabelLook, labelRules, labelsHtml } from './label.ts';
import { codeOf, goodsOfItems, goodsOfPurchase, type LabelGoods } from './label-goods.ts';

const USUAL: LabelLook = { code: 'code128', width: '2', height: '1', showsPrice: true };

export function LabelsPage() {
  const { items, purchase } = useAddress();
  const ids = String(items ?? '')
    .split(',')
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0);
  const { data, error, refetch } = useQuery({
    queryKey: ['labels', purchase ?? null, ids],
    queryFn: () => (typeof purchase === 'number' ? goodsOfPurchase(purchase) : goodsOfItems(ids)),
    meta: { quiet: true },
  });
  if (error) return <FailedState problem={error} onRetry={() => void refetch()} />;
  return data ? <Labels key={JSON.stringify([purchase, ids])} goods={data} /> : <SkeletonLines lines={8} />;
}

function useLabels(goods: readonly LabelGoods[], counts: ReadonlyMap<string, string>): readonly Label[] {
  const { digits, language } = usePreferences();
  const currencies = useCurrencies();
  const { system_currency } = useMe();
  return goods.map((each) => {
    const { item, unit, key, count } = each;
    const typed = counts.get(key);
    const { price_currency_fk } = item;
    const { symbol, decimals } = currencies(
      typeof price_currency_fk === 'number' ? price_currency_fk : system_currency.currency_id,
    );
    const price = unit && `${formatDecimal(unit.sale_price, { decimals: 4, decimalsMin: decimals, digits })} ${symbol}`;
    return {
      name: nameOf(item, language),
      unit: unit?.unit_name ?? '',
      price: price ?? null,
      code: codeOf(each),
      count: typed === undefined ? count : countIn(typed),
    };
  });
}

/** In the language of the screen, otherwise the item's main name. */
function nameOf(item: LabelGoods['item'], language: Language): string {
  const own = language === 'en' ? undefined : item[`item_name_${language}`];
  return String(own || (item['item_name'] ?? ''));
}

/** 0 for invalid input. */
function countIn(typed: string): number {
  const count = Number(toLatinDigits(typed));
  return Number.isSafeInteger(count) && count > 0 && count <= 10_000 ? count : 0;
}

/** The printed pages are part of the page, so that the browser's own print command works. */
function usePrinted(html: string, look: LabelLook): void {
  const rules = labelRules(look);
  useEffect(() => {
    const sheet = document.createElement('div');
    sheet.className = 'print-sheet';
    sheet.append(...paperElements(html));
    const style = new CSSStyleSheet();
    style.replaceSync(rules);
    return place({ sheet, rules: style });
  }, [html, rules]);
}

function Labels({ goods }: { readonly goods: readonly LabelGoods[] }) {
  const { t } = useTranslation();
  const { language } = usePreferences();
  const [look, setLook] = useState(USUAL);
  const [counts, setCounts] = useState<ReadonlyMap<string, string>>(new Map());
  const limit = usePageLimit();
  const labels = useLabels(goods, counts);
  const pages = labels.reduce((sum, { count }) => sum + count, 0);
  const direction = directionOf(language);
  usePrinted(labelsHtml(labels, look, direction), look);
  const navigate = useNavigate();
  const [first] = labels;
  const others = labels.filter(({ code, count }) => count > 0 && !fitsCode(code, look.code));
  if (!first) {
    return (
      <EmptyState heading title={t('catalogue:labels.none')} text={t('catalogue:labels.none_hint')}>
        <Button look="primary" icon={Tag} onClick={() => void navigate({ to: '/warehouse/items' })}>
          {t('catalogue:labels.choose')}
        </Button>
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col gap-4 p-4">
      <header className="no-print flex flex-wrap items-center gap-2">
        <h1 className="flex-1 text-xl font-semibold">{t('catalogue:labels.title')}</h1>
        <Button
          look="primary"
          icon={Printer}
          disabled={pages === 0}
          onClick={() => limit.ask(pages, () => window.print())}
        >
          {t('paper:print')}
        </Button>
      </header>
      <Looks look={look} onChange={setLook} />
      {others.length > 0 && (
        <p role="status" className="rounded-md bg-warning p-2 text-warning-ink">
          {t('catalogue:labels.other_code', { names: others.map(({ name }) => name).join(' · ') })}
        </p>
      )}
      <ul className="flex flex-col gap-2">
        {goods.map(({ key, count }, index) => (
          <li key={key} className="flex flex-wrap items-end gap-3 rounded-md border border-edge bg-surface-1 p-3">
            <span className="min-w-40 flex-1">
              <span className="block">
                <bdi className="font-medium">{labels[index]?.name}</bdi>{' '}
                <bdi className="text-ink-muted">{labels[index]?.unit}</bdi>
              </span>
              <bdi className="text-ink-muted">{labels[index]?.code ?? t('catalogue:labels.no_code')}</bdi>
            </span>
            <TextField
              label={t('catalogue:labels.count')}
              name={`count-${index}`}
              value={counts.get(key) ?? String(count)}
              onChange={(typed) => setCounts(new Map(counts).set(key, typed))}
              maxLength={5}
              ltr
            />
          </li>
        ))}
      </ul>
      <div className="label-preview" style={{ inlineSize: `${look.width}in`, blockSize: `${look.height}in` }}>
        <PaperPreview html={labelsHtml([{ ...first, count: 1 }], look, direction)} />
      </div>
      <ManyPages limit={limit} />
    </div>
  );
}

function Looks({ look, onChange }: { readonly look: LabelLook; readonly onChange: (look: LabelLook) => void }) {
  const { t } = useTranslation();
  const inches = INCHES.map((value) => ({ value, label: t('catalogue:labels.inches', { inches: value }) }));
  return (
    <div className="no-print grid grid-cols-2 items-end gap-3 sm:grid-cols-4">
      <SelectField
        label={t('catalogue:labels.code')}
        name="code"
        value={look.code}
        options={LABEL_CODES.map((value) => ({ value, label: t(`catalogue:labels.codes.${value}`) }))}
        onChange={(code) => isOneOf(LABEL_CODES, code) && onChange({ ...look, code })}
      />
      <SelectField
        label={t('catalogue:labels.width')}
        name="width"
        value={look.width}
        options={inches}
        onChange={(width) => isOneOf(INCHES, width) && onChange({ ...look, width })}
      />
      <SelectField
        label={t('catalogue:labels.height')}
        name="height"
        value={look.height}
        options={inches}
        onChange={(height) => isOneOf(INCHES, height) && onChange({ ...look, height })}
      />
      <CheckField
        label={t('catalogue:labels.shows_price')}
        name="shows_price"
        value={look.showsPrice}
        onChange={(showsPrice) => onChange({ ...look, showsPrice })}
      />
    </div>
  );
}
