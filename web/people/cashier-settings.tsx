/** How cashiers identify themselves, and minimum lengths of PINs and passwords. */
import { useTranslation } from 'react-i18next';
import { PASSWORD_LENGTH, PIN_LENGTH, policyOf, type SignInPolicy } from '../../domain/organisation/sign-in-policy.ts';
import { useWrite } from '../shared/api/idempotency.ts';
import { fetchRecord, updateRecord } from '../shared/api/record.ts';
import { SelectField } from '../shared/form/fields/select-field.tsx';
import { fieldLabel, optionLabel } from '../shared/language/names.ts';
import { notifySuccess } from '../shared/notify/notify.ts';
import { useBusy } from '../shared/notify/use-busy.ts';
import { loadMe, useCan, useMe } from '../shared/session/session.ts';
import { Card } from './this-device.tsx';

const SETTINGS = 'system_settings';
const LENGTHS = { pin_length_min: PIN_LENGTH, password_length_min: PASSWORD_LENGTH } as const;
/** Largest offered length; the settings allow more. */
const OFFERED = 16;

export function CashierSettings() {
  const { t } = useTranslation();
  const can = useCan();
  const me = useMe();
  const write = useWrite();
  const { busy, run } = useBusy();
  const policy = policyOf(me.system_settings ?? undefined);
  const keep = (change: Partial<SignInPolicy>) =>
    run(async () => {
      const { message } = await write(async (key) => {
        const { revision } = await fetchRecord(SETTINGS, 1);
        return updateRecord(SETTINGS, 1, change, revision, key);
      });
      await loadMe();
      if (message) notifySuccess(message);
    });
  const disabled = busy || !can(`${SETTINGS}/update`);
  const lengths = ({ least, most }: { least: number; most: number }, now: number) => {
    const numbers = Array.from({ length: Math.min(most, OFFERED) - least + 1 }, (_, index) => least + index);
    return [...new Set([...numbers, now])].map((value) => ({ value: String(value), label: String(value) }));
  };
  return (
    <Card title={t('people:cashier_settings')}>
      <div className="grid items-end gap-3 sm:grid-cols-3">
        <SelectField
          label={fieldLabel('cashier_login_option')}
          name="cashier_login_option"
          value={policy.cashier_login_option}
          disabled={disabled}
          options={(['name', 'code'] as const).map((value) => ({
            value,
            label: optionLabel('cashier_login_option', value),
          }))}
          onChange={(value) => void keep({ cashier_login_option: value as SignInPolicy['cashier_login_option'] })}
        />
        {(['pin_length_min', 'password_length_min'] as const).map((field) => (
          <SelectField
            key={field}
            label={fieldLabel(field)}
            name={field}
            value={String(policy[field])}
            disabled={disabled}
            options={lengths(LENGTHS[field], policy[field])}
            onChange={(value) => void keep({ [field]: Number(value) })}
          />
        ))}
      </div>
    </Card>
  );
}
