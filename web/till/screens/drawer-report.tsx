/** The figures of a drawer on screen and paper: an X report while open, the Z report when closed. */
import { Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Money } from '../../../domain/values/money.ts';
import { usePreferences } from '../../shared/language/preferences.ts';
import { Figure, MoneyText } from '../parts/money-text.tsx';
import type { DrawerHere } from '../parts/open-drawer.ts';
import { paperNames } from '../parts/paper-names.ts';
import { usePapers } from '../parts/papers.ts';
import { TillButton } from '../parts/till-button.tsx';
import { useTill, useTillSettings } from '../parts/till-context.tsx';
import { type CashFigures, differenceOf, drawerFigures } from '../selling/drawer/drawer-figures.ts';
import { drawerPaper } from '../selling/drawer/drawer-paper.ts';

interface DrawerReportProps {
  readonly drawer: DrawerHere;
  /**
   * The count is blind: before it, nothing is shown from which the cash can be told. Of what was sold less the payments
   * that are no cash, the expected cash is one addition.
   */
  readonly isClosed: boolean;
}

export function DrawerReport({ drawer, isClosed }: DrawerReportProps) {
  const { t } = useTranslation();
  const till = useTill();
  const { device, session, identity } = till;
  const papers = usePapers();
  const { language } = usePreferences();
  const { currency_fk } = useTillSettings();
  const contents = drawer.entries.map(({ entry }) => entry.content);
  const own = drawer.cash.find((account) => account.currency_fk === currency_fk)?.account_fk;
  const figures = drawerFigures(drawer.opening, contents, own);
  const count = contents.findLast((content) => content.kind === 'count');
  const print = async () => {
    const names = paperNames(till, [], null, language);
    const { number } = drawer;
    const { difference_reason: reason = null } = drawer;
    const paper = { number, ...device.clock.moment(), figures, count: isClosed ? count : undefined, reason };
    const makeForm = await papers.maker();
    await papers.print(makeForm(drawerPaper(paper, names)));
  };
  return (
    <section aria-label={t('selling:report')} className="flex flex-col gap-4">
      <div className="drawer-report flex flex-col gap-4 rounded-md border border-edge bg-surface-1 p-4">
        <p className="flex justify-between gap-2 text-sm text-ink-muted">
          <bdi>{session.cashier.name}</bdi>
          <bdi>{identity.till_name}</bdi>
        </p>
        <div className="flex flex-col gap-1">
          <Counted label="selling:report_receipts" value={figures.receipts} />
          <Counted label="selling:report_refunds" value={figures.refunds} />
          {isClosed && (
            <>
              <Figure label="selling:report_sold" value={figures.sold} currency={currency_fk} />
              <Figure label="selling:report_discounts" value={figures.discounts} currency={currency_fk} />
              <Figure label="selling:report_taxes" value={figures.taxes} currency={currency_fk} />
              <Figure label="selling:report_refunded" value={figures.refunded} currency={currency_fk} />
            </>
          )}
          <Figure label="selling:method.app" value={figures.app} currency={currency_fk} />
          <Figure label="selling:method.credit" value={figures.credit} currency={currency_fk} />
        </div>
        {!isClosed && <p className="text-sm text-ink-muted">{t('selling:shown_when_counted')}</p>}
        {(isClosed ? figures.cash : []).map((cash) => (
          <Cash
            key={cash.account_fk}
            cash={cash}
            currency={drawer.cash.find(({ account_fk }) => account_fk === cash.account_fk)?.currency_fk ?? currency_fk}
            counted={count?.accounts.find(({ account_fk }) => account_fk === cash.account_fk)?.counted_amount}
          />
        ))}
        {drawer.difference_reason && (
          <p className="flex justify-between gap-4 border-t border-edge pt-3" data-reason>
            <span className="text-ink-muted">{t('selling:difference_reason')}</span>
            <bdi>{drawer.difference_reason}</bdi>
          </p>
        )}
      </div>
      <TillButton icon={Printer} onPress={() => void print()}>
        {t('selling:print')}
      </TillButton>
    </section>
  );
}

function Counted({ label, value }: { label: string; value: number }) {
  const { t } = useTranslation();
  return (
    <div className="flex justify-between gap-4">
      <span className="text-ink-muted">{t(label)}</span>
      <span className="numeric">{value}</span>
    </div>
  );
}

interface CashProps {
  readonly cash: CashFigures;
  readonly currency: number;
  readonly counted: string | undefined;
}

function Cash({ cash, currency, counted }: CashProps) {
  const { t } = useTranslation();
  const lines: readonly [string, Money][] = [
    ['selling:float', cash.float],
    ['selling:cash_sales', cash.sales],
    ['selling:cash_refunds', cash.refunds],
    ['selling:paid_in', cash.paidIn],
    ['selling:paid_out', cash.paidOut],
    ['selling:expected', cash.expected],
  ];
  const difference = counted === undefined ? undefined : differenceOf(counted, cash);
  return (
    <div className="flex flex-col gap-1 border-t border-edge pt-3">
      {lines.map(([label, value]) => (
        <Figure key={label} label={label} value={value} currency={currency} />
      ))}
      {counted !== undefined && <Figure label="selling:counted" value={counted} currency={currency} />}
      {difference !== undefined && (
        <p className="flex items-baseline justify-between gap-4 text-lg font-semibold" data-difference>
          {t(difference === '0' ? 'selling:agrees' : difference.startsWith('-') ? 'selling:short' : 'selling:over')}
          <MoneyText value={difference} currency={currency} />
        </p>
      )}
    </div>
  );
}
