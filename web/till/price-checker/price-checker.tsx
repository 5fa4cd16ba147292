/** Scan or type, and the price is shown in large digits; it disappears after ten seconds. */
import { Gift, ScanBarcode } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Amount } from '../../shared/controls/amount.tsx';
import { CodeBox } from '../../shared/controls/code-box.tsx';
import { InUnits } from '../../shared/controls/in-units.tsx';
import { useScanner } from '../../shared/document/grid/scanning.ts';
import { usePreferences } from '../../shared/language/preferences.ts';
import { sound } from '../../shared/notify/sounds.ts';
import { isolateLtr, toLatinDigits } from '../../shared/typing/digits.ts';
import type { CheckedPrice, CheckedUnit, PriceLookUp } from './checked-price.ts';

const CLEARED_MS = 10_000;

type Shown =
  | { readonly kind: 'price'; readonly price: CheckedPrice }
  | { readonly kind: 'unknown' | 'failed'; readonly code: string };

export function PriceChecker({ lookUp }: { readonly lookUp: PriceLookUp }) {
  const { t } = useTranslation();
  const { language } = usePreferences();
  const [text, setText] = useState('');
  const [shown, setShown] = useState<Shown>();
  const field = useRef<HTMLInputElement>(null);
  const asked = useRef(0);
  const check = async (typed: string) => {
    const code = toLatinDigits(typed).trim();
    if (code === '') return;
    asked.current += 1;
    const own = asked.current;
    const found = await lookUp(code, language).catch(() => 'failed' as const);
    // A later scan has replaced this one.
    if (own !== asked.current) return;
    setText('');
    if (found === 'failed') return setShown({ kind: 'failed', code });
    sound(found ? 'scanned' : 'unknown');
    setShown(found ? { kind: 'price', price: found } : { kind: 'unknown', code });
  };
  useScanner((code) => void check(code), true);
  useEffect(() => field.current?.focus(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every key begins the time again.
  useEffect(() => {
    const timer = setTimeout(() => {
      setShown(undefined);
      setText('');
      field.current?.focus();
    }, CLEARED_MS);
    return () => clearTimeout(timer);
  }, [shown, text]);
  return (
    <div className="mx-auto flex min-h-0 w-full max-w-5xl flex-1 flex-col items-stretch gap-6 overflow-y-auto p-4 sm:p-8">
      <h1 className="text-center text-xl font-semibold">{t('till:price_checker.title')}</h1>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void check(text);
        }}
      >
        <CodeBox
          ref={field}
          value={text}
          onChange={setText}
          label={t('till:price_checker.code')}
          placeholder={t('till:price_checker.hint')}
          className="h-14 w-full px-4 text-center text-lg"
        />
      </form>
      <div className="flex flex-1 flex-col items-center justify-center gap-4 text-center" aria-live="polite">
        {shown === undefined && (
          <p className="flex flex-col items-center gap-3 text-2xl text-ink-muted">
            <ScanBarcode size={72} aria-hidden />
            {t('till:price_checker.scan')}
          </p>
        )}
        {shown?.kind === 'price' && <Price price={shown.price} />}
        {(shown?.kind === 'unknown' || shown?.kind === 'failed') && (
          <p role="alert" className="rounded-lg bg-danger px-6 py-4 text-2xl text-danger-ink">
            {t(`till:price_checker.${shown.kind}`, { code: isolateLtr(shown.code) })}
          </p>
        )}
      </div>
    </div>
  );
}

function Price({ price }: { readonly price: CheckedPrice }) {
  const { t } = useTranslation();
  const { names, unit, others, lists, currency, promotions, stock } = price;
  return (
    <>
      <ul className="flex flex-col gap-1">
        {names.map(({ language, name }, index) => (
          <li
            key={language}
            lang={language}
            className={index === 0 ? 'text-3xl font-semibold' : 'text-xl text-ink-muted'}
          >
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
      <p data-price className="text-[clamp(3.5rem,14vw,9rem)] leading-none font-bold whitespace-nowrap">
        <UnitPrice unit={unit} currency={currency} />
      </p>
      <p className="text-2xl text-ink-muted">
        <bdi>{unit.name}</bdi>
      </p>
      {others.length > 0 && (
        <ul className="flex flex-wrap justify-center gap-x-6 gap-y-1 text-xl">
          {others.map((other) => (
            <li key={other.name} className="whitespace-nowrap">
              <bdi>{other.name}</bdi>: <UnitPrice unit={other} currency={currency} />
            </li>
          ))}
        </ul>
      )}
      {lists.length > 0 && (
        <dl className="flex flex-wrap justify-center gap-x-6 gap-y-1 text-lg" data-lists>
          {lists.map((list) => (
            <div key={list.name} className="whitespace-nowrap">
              <dt className="inline text-ink-muted">
                <bdi>{list.name}</bdi>:
              </dt>{' '}
              <dd className="inline">
                <UnitPrice unit={list} currency={currency} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {promotions.map((title) => (
        <p key={title} className="inline-flex items-center gap-2 rounded-md bg-info px-4 py-2 text-xl text-info-ink">
          <Gift size={22} aria-hidden />
          <bdi>{title}</bdi>
        </p>
      ))}
      {stock && (
        <p className="text-lg text-ink-muted" data-stock>
          {t('till:price_checker.stock')} <InUnits parts={stock} />
        </p>
      )}
    </>
  );
}

function UnitPrice({ unit, currency }: { readonly unit: CheckedUnit; readonly currency: CheckedPrice['currency'] }) {
  const { t } = useTranslation();
  if (unit.price === null) return <span className="text-2xl">{t('till:price_checker.no_price')}</span>;
  return (
    <>
      <Amount value={unit.price} decimals={4} decimalsMin={currency.decimals} />{' '}
      <span className="text-[max(0.35em,12px)] font-normal text-ink-muted">{currency.symbol}</span>
    </>
  );
}
