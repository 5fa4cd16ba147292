/** Opens a drawer: for each currency the till's account, the source of the float, and its amount. */
import { Inbox } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AmountField } from '../../shared/form/fields/amount-field.tsx';
import { usePreferences } from '../../shared/language/preferences.ts';
import { isolateLtr } from '../../shared/typing/digits.ts';
import { useDrawerElsewhere } from '../parts/drawer-elsewhere.ts';
import { currencyName, decimalsOf } from '../parts/money-text.tsx';
import { Problem } from '../parts/problem.tsx';
import { TillButton } from '../parts/till-button.tsx';
import { useTerms, useTill, useTillSettings } from '../parts/till-context.tsx';
import { useWriting } from '../parts/use-writing.ts';
import {
  type DrawerChoice,
  drawerChoices,
  openingContent,
  type TillAccount,
  withoutRate,
} from '../selling/drawer/drawer-accounts.ts';
import { nameIn } from '../selling/goods.ts';
import { cashProblem } from '../selling/payable.ts';

export function OpenDrawer() {
  const { t } = useTranslation();
  const till = useTill();
  const { device, identity, session } = till;
  const { facts, day } = useTerms(null);
  const { currency_fk } = useTillSettings();
  const { accounts } = device.catalogue.tables();
  const [choices, setChoices] = useState(() => drawerChoices(accounts, identity.outlet_id, currency_fk));
  const { problem, busy, write } = useWriting();
  const elsewhere = useDrawerElsewhere();
  const change = (at: number, next: Partial<DrawerChoice>) =>
    setChoices(choices.map((choice, index) => (index === at ? { ...choice, ...next } : choice)));
  const used = choices.filter(({ account }) => account !== null);
  const problemOf = ({ float, currency }: DrawerChoice) => {
    const problem = cashProblem(float, decimalsOf(till, currency));
    return problem && t(`selling:${problem}`, { currency: currencyName(till, currency) });
  };
  const rateless = withoutRate(choices, { currency_fk, facts }, day);
  const hasNoSafe = used.some(({ safe, account }) => safe === null || safe === account);
  const missing =
    used.length === 0
      ? t('selling:why.no_account')
      : rateless[0] !== undefined
        ? t('selling:no_rate', { currency: currencyName(till, rateless[0]) })
        : hasNoSafe
          ? t('selling:why.no_safe')
          : used.map(problemOf).find((problem) => problem !== undefined);
  const open = () =>
    write((moment) => {
      const now = device.catalogue.facts({ user_id: session.cashier.id, rights: session.cashier.rights });
      return openingContent(choices, { outlet_fk: identity.outlet_id, currency_fk, facts: now }, moment);
    });
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (missing === undefined) void open();
      }}
    >
      <h1 className="text-lg font-semibold">{t('selling:open_drawer')}</h1>
      <p className="text-ink-muted">{t('selling:open_drawer_hint')}</p>
      {elsewhere !== undefined && <Problem text={t('selling:second_drawer', { number: isolateLtr(elsewhere) })} />}
      {choices.length === 0 && <Problem text={t('selling:no_accounts')} />}
      {choices.map((choice, index) => (
        <fieldset
          key={choice.currency}
          className="grid gap-3 rounded-md border border-edge bg-surface-1 p-4 sm:grid-cols-3"
        >
          <legend className="px-1 font-semibold">{currencyName(till, choice.currency)}</legend>
          <AccountSelect
            label={t('selling:drawer_account')}
            options={choice.options}
            value={choice.account}
            onChange={(account) => change(index, { account })}
          />
          <AccountSelect
            label={t('selling:safe_account')}
            options={choice.options}
            value={choice.safe}
            onChange={(safe) => change(index, { safe })}
          />
          <AmountField
            label={t('selling:float')}
            value={choice.float}
            onChange={(float) => change(index, { float })}
            problem={problemOf(choice)}
            suffix={currencyName(till, choice.currency)}
          />
        </fieldset>
      ))}
      {missing !== undefined && choices.length > 0 && <p className="text-warning-ink">{missing}</p>}
      <Problem text={problem} />
      <TillButton look="primary" type="submit" icon={Inbox} disabled={busy} why={missing} onPress={() => undefined}>
        {t('selling:open_drawer')}
      </TillButton>
    </form>
  );
}

interface AccountSelectProps {
  readonly label: string;
  readonly options: readonly TillAccount[];
  readonly value: number | null;
  readonly onChange: (account: number | null) => void;
}

function AccountSelect({ label, options, value, onChange }: AccountSelectProps) {
  const { t } = useTranslation();
  const { language } = usePreferences();
  return (
    <label className="flex flex-col gap-1 text-xs font-medium text-ink-muted">
      {label}
      <select
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value === '' ? null : Number(event.target.value))}
        className="h-12 rounded-md border border-edge-strong bg-surface-1 px-2 text-base text-ink"
      >
        <option value="">{t('selling:none')}</option>
        {options.map((account) => (
          <option key={account.id} value={account.id}>
            {nameIn(account, 'account_name', language)}
          </option>
        ))}
      </select>
    </label>
  );
}
