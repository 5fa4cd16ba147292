/** A cost that came after the goods: it is shared over what was received, and moves the part already sold to cost. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../shared/controls/button.tsx';
import { Dialog } from '../shared/controls/dialog.tsx';
import { lastRate } from '../shared/document/reference-data.ts';
import type { TransitionDialogProps } from '../shared/document/transition-dialogs.tsx';
import { AmountField } from '../shared/form/amount-field.tsx';
import { LookupField } from '../shared/form/lookup-field.tsx';
import { SelectField } from '../shared/form/select-field.tsx';
import { fieldLabel, optionLabel } from '../shared/language/names.ts';
import { useMe } from '../shared/session/session.ts';
import { COST_TYPES, SHARE_BY } from './cost-words.ts';

export function ApplyCostDialog({ session, name, onClose }: TransitionDialogProps) {
  const { t } = useTranslation();
  const { system_currency } = useMe();
  const [busy, setBusy] = useState(false);
  const [cost, setCost] = useState({
    cost_type: 'freight',
    amount: '',
    currency_fk: system_currency.currency_id as number | null,
    share_by: 'value',
    payment_type: 'on_account',
    supplier_fk: null as number | null,
    account_fk: null as number | null,
  });
  const set = (change: Partial<typeof cost>) => setCost({ ...cost, ...change });
  const cash = cost.payment_type === 'cash';
  const send = async () => {
    setBusy(true);
    const foreign = cost.currency_fk !== system_currency.currency_id;
    const rate = foreign ? lastRate() : undefined;
    const done = await session.transition(name, {
      ...cost,
      cost_id: nextCost(session.read().server?.data ?? {}),
      rate_fk: rate?.rate_id ?? null,
      supplier_fk: cost.supplier_fk,
      account_fk: cash ? cost.account_fk : null,
    });
    setBusy(false);
    if (done) onClose();
  };
  const choices = (field: string, options: readonly string[]) =>
    options.map((value) => ({ value, label: optionLabel(field, value) }));
  const ready = /^\d+(\.\d+)?$/.test(cost.amount) && (cash ? cost.account_fk : cost.supplier_fk) !== null;
  const footer = (
    <>
      <Button onClick={onClose}>{t('actions.cancel')}</Button>
      <Button look="primary" busy={busy} disabled={!ready} onClick={() => void send()}>
        {t('document:transitions.apply_cost')}
      </Button>
    </>
  );
  return (
    <Dialog open title={t('document:transitions.apply_cost')} onClose={onClose} footer={footer}>
      <div className="grid grid-cols-2 gap-3">
        <SelectField
          label={fieldLabel('cost_type')}
          value={cost.cost_type}
          options={choices('cost_type', COST_TYPES)}
          onChange={(cost_type) => set({ cost_type })}
        />
        <SelectField
          label={fieldLabel('share_by')}
          value={cost.share_by}
          options={choices('share_by', SHARE_BY)}
          onChange={(share_by) => set({ share_by })}
        />
        <AmountField label={fieldLabel('amount')} required value={cost.amount} onChange={(amount) => set({ amount })} />
        <LookupField
          label={fieldLabel('currency_fk')}
          resource="currencies"
          value={cost.currency_fk}
          onChange={(currency_fk) => set({ currency_fk })}
          creatable={false}
        />
        <SelectField
          label={fieldLabel('payment_type')}
          value={cost.payment_type}
          options={choices('payment_type', ['cash', 'on_account'])}
          onChange={(payment_type) => set({ payment_type })}
        />
        {cash ? (
          <LookupField
            label={fieldLabel('account_fk')}
            required
            resource="cashes"
            value={cost.account_fk}
            onChange={(account_fk) => set({ account_fk })}
          />
        ) : (
          <LookupField
            label={fieldLabel('supplier_fk')}
            required
            resource="suppliers"
            value={cost.supplier_fk}
            onChange={(supplier_fk) => set({ supplier_fk })}
          />
        )}
      </div>
    </Dialog>
  );
}

/** Numbers of costs are the purchase's own; one that was used is never used again. */
function nextCost(data: Readonly<Record<string, unknown>>): number {
  const entered = (data['costs'] ?? []) as readonly { readonly cost_id?: number }[];
  const applied = (data['applied'] ?? []) as readonly { readonly cost?: { readonly cost_id?: number } }[];
  return (
    Math.max(0, ...entered.map((each) => each.cost_id ?? 0), ...applied.map((each) => each.cost?.cost_id ?? 0)) + 1
  );
}
