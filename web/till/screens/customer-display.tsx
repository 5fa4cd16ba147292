/** The customer display: it has its own language and direction, and shows only what the till sends. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isObject, isOneOf } from '../../../domain/values/members.ts';
import { fits } from '../../shared/api/wire.ts';
import { changeLanguageHere } from '../../shared/language/language.ts';
import { LANGUAGES } from '../../shared/language/preferences.ts';
import { LanguageButtons } from '../parts/signing-in/language-buttons.tsx';
import { useSearchPart } from '../parts/till-path.ts';
import { DISPLAY_CHANNEL, type ShownSale } from '../selling/customer-display.ts';

export function CustomerDisplay() {
  const { t, i18n } = useTranslation();
  const wanted = useSearchPart('lang');
  const sale = useShownSale();
  useEffect(() => {
    if (isOneOf(LANGUAGES, wanted)) void changeLanguageHere(wanted);
  }, [wanted]);
  const language = isOneOf(LANGUAGES, i18n.language) ? i18n.language : 'en';
  const isPaid = sale?.stage === 'paid';
  return (
    <main className="flex h-full flex-col gap-4 p-6 text-xl">
      <nav className="flex gap-1" aria-label={t('selling:language')}>
        <LanguageButtons current={language} onChoose={(other) => window.location.replace(`?lang=${other}`)} />
      </nav>
      {!sale || (sale.lines.length === 0 && !isPaid) ? (
        <div className="m-auto flex flex-col gap-4 text-center">
          {sale && sale.greeting !== '' && (
            <p className="text-6xl font-bold">
              <bdi>{sale.greeting}</bdi>
            </p>
          )}
          <p className="text-4xl font-semibold">{t('selling:display_welcome')}</p>
        </div>
      ) : (
        <>
          <ol className="min-h-0 flex-1 divide-y divide-edge overflow-y-auto">
            {sale.lines.map((line) => (
              <li key={line.key} className="flex items-baseline gap-4 py-2">
                <span className="numeric w-16 text-end text-ink-muted">{line.quantity}</span>
                <bdi className="flex-1">{line.name[language]}</bdi>
                <span className="numeric">{line.total}</span>
              </li>
            ))}
          </ol>
          {sale.discount !== '' && <Shown label="selling:you_save" value={sale.discount} currency={sale.currency} />}
          {sale.given !== '' && <Shown label="selling:given_back" value={sale.given} currency={sale.currency} />}
          <Shown label="selling:total" value={sale.total} currency={sale.currency} large={!isPaid} />
          {sale.change !== '' && (
            <Shown label="selling:change" value={sale.change} currency={sale.currency} large={isPaid} />
          )}
          {isPaid && <p className="text-center text-2xl">{t('selling:display_thanks')}</p>}
        </>
      )}
    </main>
  );
}

interface ShownProps {
  readonly label: string;
  readonly value: string;
  readonly currency: string;
  readonly large?: boolean;
}

function Shown({ label, value, currency, large = false }: ShownProps) {
  const { t } = useTranslation();
  return (
    <p className={`flex items-baseline justify-between gap-4 ${large ? 'text-6xl font-bold' : 'text-2xl'}`}>
      <span>{t(label)}</span>
      <span className="whitespace-nowrap">
        <span className="numeric">{value}</span> <span className="text-[0.5em] text-ink-muted">{currency}</span>
      </span>
    </p>
  );
}

const isSale = (data: unknown): data is ShownSale =>
  isObject(data) &&
  data['kind'] === 'sale' &&
  fits<ShownSale>(data, { lines: 'list', total: 'string', change: 'string', given: 'string', greeting: 'string' });

/** The till's last message; a newly opened display requests it. */
function useShownSale(): ShownSale | undefined {
  const [sale, setSale] = useState<ShownSale>();
  useEffect(() => {
    const channel = new BroadcastChannel(DISPLAY_CHANNEL);
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (isSale(data)) setSale(data);
    });
    channel.postMessage({ kind: 'asked' });
    return () => channel.close();
  }, []);
  return sale;
}
