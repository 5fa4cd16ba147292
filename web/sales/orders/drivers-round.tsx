/** A driver's round: the stops, the goods to load, and the cash received on return. */

import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CircleCheck, Printer } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { command } from '../../shared/api/command.ts';
import { forget } from '../../shared/api/query.ts';
import { read } from '../../shared/api/read.ts';
import { Amount } from '../../shared/controls/amount.tsx';
import { AnswerDialog } from '../../shared/controls/answer-dialog.tsx';
import { Button } from '../../shared/controls/button.tsx';
import { SmallTable } from '../../shared/controls/small-table.tsx';
import { FailedState, SkeletonLines } from '../../shared/controls/states.tsx';
import { CashField } from '../../shared/form/fields/cash-field.tsx';
import { fieldLabel } from '../../shared/language/names.ts';
import { notifySuccess } from '../../shared/notify/notify.ts';
import { useBusy } from '../../shared/notify/use-busy.ts';
import { printPath } from '../../shared/paper/printing/print-path.ts';
import { useAddressNumber } from '../../shared/session/address-parts.ts';
import { DriverField } from './driver-field.tsx';
import { type Carried, CarriedBatches, type Round, RoundStops, type Stop } from './round-stops.tsx';

const CARD = 'rounded-lg border border-edge bg-surface-1 p-3 shadow-card overflow-x-auto shrink-0';

export function DriversRound() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const driver = useAddressNumber('driver') ?? null;
  const choose = (id: number | null) =>
    void navigate({ to: '.', search: id === null ? {} : { driver: id }, replace: true });
  return (
    <div className="flex h-full flex-col gap-3 overflow-y-auto p-4 max-md:p-2">
      <h1 className="text-xl font-semibold">{t('sales:round.title')}</h1>
      <div className="max-w-sm">
        <DriverField value={driver} onChange={choose} />
      </div>
      {driver === null ? <p className="text-ink-muted">{t('sales:round.choose')}</p> : <OfDriver driver={driver} />}
    </div>
  );
}

function OfDriver({ driver }: { driver: number }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    queryKey: ['online_orders', 'round', driver],
    queryFn: ({ signal }) => read('drivers/:id', { params: { id: driver }, signal }),
    meta: { quiet: true },
  });
  if (error) return <FailedState problem={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonLines lines={8} />;
  if (data.orders.length === 0) return <p className="text-ink-muted">{t('sales:round.nothing')}</p>;
  const stops = data.orders;
  return (
    <>
      <RoundBar round={data} stops={stops} driver={driver} />
      <section aria-label={t('sales:round.stops')} className={CARD}>
        <h2 className="mb-2 font-semibold">{t('sales:round.stops')}</h2>
        <RoundStops stops={stops} />
      </section>
      <section aria-label={t('sales:round.carry')} className={CARD}>
        <h2 className="mb-2 font-semibold">{t('sales:round.carry')}</h2>
        <SmallTable
          columns={[
            { head: fieldLabel('item_fk'), cell: ({ item_name }: Carried) => <bdi>{item_name}</bdi> },
            {
              head: fieldLabel('quantity'),
              number: true,
              cell: ({ quantity }: Carried) => <Amount value={quantity} />,
            },
            { head: fieldLabel('unit_fk'), cell: ({ unit_name }: Carried) => <bdi>{unit_name}</bdi> },
            { head: fieldLabel('batches'), cell: ({ batches }: Carried) => <CarriedBatches batches={batches} /> },
          ]}
          rows={data.items}
          keyOf={({ item_fk, unit_fk }) => `${item_fk}:${unit_fk}`}
        />
      </section>
    </>
  );
}

interface RoundBarProps {
  readonly round: Round;
  readonly stops: readonly Stop[];
  readonly driver: number;
}

function RoundBar({ round, stops, driver }: RoundBarProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-3">
      {round.to_collect.map(({ currency_fk, currency_name, amount }) => (
        <p key={currency_fk} data-collect={currency_fk}>
          <span className="text-ink-muted">{t('sales:round.collect')}</span>{' '}
          <strong>
            <Amount value={amount} />
          </strong>{' '}
          <bdi>{currency_name}</bdi>
        </p>
      ))}
      <div className="flex-1" />
      <Button icon={Printer} onClick={() => void navigate({ to: printPath('drivers', driver) })}>
        {t('paper:print')}
      </Button>
      <Button look="primary" icon={CircleCheck} onClick={() => setAsking(true)}>
        {t('sales:round.receive')}
      </Button>
      {isAsking && <ReceiveRound {...{ round, stops }} onClose={() => setAsking(false)} />}
    </div>
  );
}

/** Delivers every order of the round, and posts cash payments to the account of their currency. */
function ReceiveRound({ round, stops, onClose }: Omit<RoundBarProps, 'driver'> & { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { busy, run } = useBusy();
  const usual = (currency: number) => stops.find(({ currency_fk }) => currency_fk === currency)?.account_fk ?? null;
  const [accounts, setAccounts] = useState<Readonly<Record<number, number | null>>>(() =>
    Object.fromEntries(round.to_collect.map(({ currency_fk }) => [currency_fk, usual(currency_fk)])),
  );
  /** The outlet of all orders in a currency, if it is one. */
  const outletOf = (currency: number) => {
    const outlets = new Set(stops.filter((stop) => stop.currency_fk === currency).map((stop) => stop.outlet_fk));
    return outlets.size === 1 ? [...outlets][0] : undefined;
  };
  const receive = () =>
    run(async () => {
      try {
        for (const { order_id, revision, currency_fk, payment_type } of stops) {
          const account_fk = accounts[currency_fk ?? 0];
          const account = payment_type === 'on_account' || account_fk === undefined ? {} : { account_fk };
          await command('online_orders/:id/deliver', {
            params: { id: order_id },
            body: { revision, ...account },
          });
        }
        notifySuccess(t('sales:round.received', { number: stops.length }));
        onClose();
      } finally {
        await forget('online_orders');
      }
    });
  return (
    <AnswerDialog
      title={t('sales:round.receive')}
      {...{ busy, onClose }}
      disabled={Object.values(accounts).includes(null)}
      onAnswer={() => void receive()}
    >
      <div className="flex flex-col gap-3">
        <p className="text-ink-muted">{t('sales:round.receive_text')}</p>
        {round.to_collect.map(({ currency_fk, amount, currency_name }) => (
          <div key={currency_fk} className="flex flex-col gap-1">
            <p>
              <Amount value={amount} /> <bdi>{currency_name}</bdi>
            </p>
            <CashField
              currency={currency_fk}
              outlet={outletOf(currency_fk)}
              value={accounts[currency_fk] ?? null}
              onChange={(account) => setAccounts({ ...accounts, [currency_fk]: account })}
            />
          </div>
        ))}
      </div>
    </AnswerDialog>
  );
}
