/** The current outlet and inventory of a person: defaults of new documents. */
import { useTranslation } from 'react-i18next';
import { command } from '../../shared/api/command.ts';
import { SelectField } from '../../shared/form/fields/select-field.tsx';
import { fieldLabel } from '../../shared/language/names.ts';
import { notifySuccess } from '../../shared/notify/notify.ts';
import { useBusy } from '../../shared/notify/use-busy.ts';
import { loadMe, useMe } from '../../shared/session/session.ts';

export function PlaceChoice() {
  const { t } = useTranslation();
  const me = useMe();
  const { busy, run } = useBusy();
  const move = (outlet_fk: number, inventory_fk: number | null) =>
    run(async () => {
      const { message } = await command('auth/switch_outlet', { body: { outlet_fk, inventory_fk } });
      await loadMe();
      if (message) notifySuccess(message);
    });
  const outlet = me.current_outlet_fk;
  if (outlet === null) return <p className="text-ink-muted">{t('profile.no_outlet')}</p>;
  const outlets = me.outlets.filter(({ is_active }) => is_active);
  const inventories = me.inventories.filter((inventory) => inventory.is_active && inventory.outlet_fk === outlet);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label={fieldLabel('outlet_fk')}
        name="outlet_fk"
        value={String(outlet)}
        disabled={busy || me.till !== null}
        options={outlets.map((outlet) => ({ value: String(outlet.outlet_id), label: outlet.outlet_name }))}
        onChange={(value) => void move(Number(value), null)}
      />
      {inventories.length > 0 && (
        <SelectField
          label={fieldLabel('inventory_fk')}
          name="inventory_fk"
          value={String(me.current_inventory_fk ?? '')}
          disabled={busy}
          options={inventories.map((inventory) => ({
            value: String(inventory.inventory_id),
            label: inventory.inventory_name,
          }))}
          onChange={(value) => void move(outlet, Number(value))}
        />
      )}
    </div>
  );
}
