/** Dialogs for counting a drawer in the office and for closing it, such as one that was reopened. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Members, membersOf, objectsOf } from '../../../domain/values/members.ts';
import { Amount } from '../../shared/controls/amount.tsx';
import { SkeletonLines } from '../../shared/controls/states.tsx';
import { TransitionDialog, type TransitionDialogProps } from '../../shared/document/dialogs/transition-dialogs.tsx';
import { useCurrencies } from '../../shared/document/model/amount-format.ts';
import { useSessionState } from '../../shared/document/model/use-session.ts';
import { AmountField } from '../../shared/form/fields/amount-field.tsx';
import { DayField } from '../../shared/form/fields/date-field.tsx';
import { TextField } from '../../shared/form/fields/text-field.tsx';
import { fieldLabel } from '../../shared/language/names.ts';
import { localToday } from '../../shared/typing/date-words.ts';
import { NoteFields } from '../parts/note-counts.tsx';
import { amountCounted, type Counting, countOf, isTooMuch, NOTHING_COUNTED } from '../selling/drawer/counting.ts';
import { cashProblem } from '../selling/payable.ts';
import { FiguresDialog } from './drawer-dialogs.tsx';
import { type AccountFigures, useDrawerFigures } from './drawer-figures.ts';
import { Problems } from './open-drawer-field.tsx';

const PROBLEMS = { not_an_amount: 'till:not_an_amount', not_payable: 'till:not_payable' } as const;

/** Blind: the dialog does not show the expected amounts. */
export function CountDialog(props: TransitionDialogProps) {
  const { t } = useTranslation();
  const currencies = useCurrencies();
  const figures = useDrawerFigures(props.session);
  const [date, setDate] = useState(localToday);
  const { counts, of, put } = useCounts();
  const accounts = figures?.accounts ?? [];
  const isWrong = accounts.some(({ account_fk, currency_fk }) =>
    cashProblem(of(account_fk).coins, currencies(currency_fk).decimals),
  );
  const body = { date, accounts: accounts.map(({ account_fk }) => countOf(account_fk, of(account_fk))) };
  const isReady = figures !== undefined && counts.size > 0 && date !== '' && !isWrong;
  return (
    <TransitionDialog {...props} body={body} disabled={!isReady} width="wide">
      <div className="flex flex-col gap-4">
        <p className="text-ink-muted">{t('till:count_hint')}</p>
        <At {...props} date={date} onChange={setDate} />
        {figures ? null : <SkeletonLines lines={6} />}
        {accounts.map((account) => (
          <CountedAccount key={account.account_fk} account={account} counting={of(account.account_fk)} onChange={put} />
        ))}
      </div>
    </TransitionDialog>
  );
}

/** Asks which amounts stay in the drawer. */
export function CloseDialog(props: TransitionDialogProps) {
  const { t } = useTranslation();
  const currencies = useCurrencies();
  const { server } = useSessionState(props.session);
  const figures = useDrawerFigures(props.session);
  const [date, setDate] = useState(() => String(membersOf(server?.data['count'])['date'] ?? localToday()));
  const [reason, setReason] = useState('');
  const { of, put } = useCounts();
  const counted = (account: number) => countedOf(server?.data ?? {}, account);
  const accounts = figures?.accounts ?? [];
  const problemOf = ({ account_fk, currency_fk }: AccountFigures): string | undefined => {
    const own = { ...of(account_fk), coins: counted(account_fk) };
    const problem = cashProblem(own.left, currencies(currency_fk).decimals);
    if (problem !== undefined) return t(PROBLEMS[problem]);
    return isTooMuch(own) ? t('till:stays_too_much') : undefined;
  };
  // The reader may not see what is expected: then the server asks for the reason.
  const isDifferent = accounts.some(({ difference }) => difference !== null && difference !== '0');
  const body = {
    date,
    accounts: accounts.map(({ account_fk }) => ({ account_fk, left_amount: of(account_fk).left || '0' })),
    difference_reason: reason.trim() || null,
  };
  const isSaid = !isDifferent || reason.trim() !== '';
  const isReady = isSaid && date !== '' && !accounts.some((account) => problemOf(account) !== undefined);
  return (
    <FiguresDialog {...props} body={body} isReady={isReady}>
      <At {...props} date={date} onChange={setDate} />
      {accounts.map((account) => (
        <AmountField
          key={account.account_fk}
          label={`${t('till:left')}: ${account.account_name ?? ''}`}
          hint={t('till:stays_hint')}
          value={of(account.account_fk).left}
          problem={problemOf(account)}
          suffix={currencies(account.currency_fk).symbol}
          onChange={(left) => put(account.account_fk, { ...of(account.account_fk), left })}
        />
      ))}
      <TextField
        label={fieldLabel('difference_reason')}
        hint={t('till:difference_reason_hint')}
        value={reason}
        onChange={setReason}
        maxLength={140}
        required={isDifferent}
      />
    </FiguresDialog>
  );
}

function useCounts() {
  const [counts, setCounts] = useState<ReadonlyMap<number, Counting>>(new Map());
  return {
    counts,
    of: (account: number) => counts.get(account) ?? NOTHING_COUNTED,
    put: (account: number, next: Counting) => setCounts(new Map(counts).set(account, next)),
  };
}

function countedOf(drawer: Members, account: number): string {
  const counted = objectsOf(membersOf(drawer['count'])['accounts']);
  return String(counted.find(({ account_fk }) => account_fk === account)?.['counted_amount'] ?? '0');
}

interface AtProps extends TransitionDialogProps {
  readonly date: string;
  readonly onChange: (date: string) => void;
}

function At({ session, date, onChange }: AtProps) {
  const { problems } = useSessionState(session);
  return (
    <>
      <Problems sentences={[...problems.values()]} />
      <DayField value={date} onChange={onChange} />
    </>
  );
}

interface CountedAccountProps {
  readonly account: AccountFigures;
  readonly counting: Counting;
  readonly onChange: (account: number, counting: Counting) => void;
}

function CountedAccount({ account, counting, onChange }: CountedAccountProps) {
  const { t } = useTranslation();
  const { account_fk, account_name, currency_fk } = account;
  const look = useCurrencies()(currency_fk);
  const problem = cashProblem(counting.coins, look.decimals);
  return (
    <fieldset className="flex flex-col gap-3 rounded-md border border-edge p-4">
      <legend className="px-1 font-semibold">
        <bdi>{account_name}</bdi>
      </legend>
      <NoteFields
        currency={currency_fk}
        notes={counting.notes}
        onChange={(notes) => onChange(account_fk, { ...counting, notes })}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <AmountField
          label={t('till:other_notes')}
          value={counting.coins}
          problem={problem && t(PROBLEMS[problem])}
          suffix={look.symbol}
          onChange={(coins) => onChange(account_fk, { ...counting, coins })}
        />
        <p className="flex flex-col text-sm text-ink-muted">
          {t('till:counted')}
          <Amount value={amountCounted(counting)} decimals={look.decimals} decimalsMin={look.decimals} />
        </p>
      </div>
    </fieldset>
  );
}
