/** The printer settings of this till, and a test page. */
import { Printer, Usb } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ROLLS } from '../../../domain/paper/template.ts';
import { isOneOf } from '../../../domain/values/members.ts';
import { Button } from '../../shared/controls/button.tsx';
import { StatusChip } from '../../shared/controls/status-chip.tsx';
import { CheckField, SelectField } from '../../shared/form/fields/select-field.tsx';
import { usePreferences } from '../../shared/language/preferences.ts';
import type { TillDevice } from '../device/device.ts';
import { useWatched } from '../device/use-watched.ts';
import { PORTS, printForm } from './print-form.ts';
import { BAUD_RATES, changePrinter, PRINTER_KINDS, printerSettings } from './printer-settings.ts';
import { sayPrinterProblem } from './say-problem.ts';
import { testPage } from './test-page.ts';

export function PrinterCard({ device }: { readonly device: TillDevice }) {
  const { t } = useTranslation();
  const { language } = usePreferences();
  const settings = useWatched(printerSettings);
  const [busy, setBusy] = useState(false);
  const { kind, roll, isAutomatic, baudRate, chosen } = settings;
  const doing = async (step: () => Promise<void>) => {
    setBusy(true);
    await step().catch(sayPrinterProblem);
    setBusy(false);
  };
  const choose = () =>
    doing(async () => {
      const found = kind === 'dialog' ? null : await PORTS[kind].choose();
      if (found) changePrinter({ chosen: found });
    });
  const prove = () =>
    doing(async () => printForm(await testPage(device.identity.current()?.till_name ?? '', roll, language), true));
  return (
    <section className="flex flex-col items-stretch gap-3 rounded-lg border border-edge bg-surface-1 p-4 shadow-card">
      <h2 className="text-base font-semibold">{t('device:printer.title')}</h2>
      <SelectField
        name="printer"
        label={t('device:printer.kind')}
        value={kind}
        options={PRINTER_KINDS.map((value) => ({ value, label: t(`device:printer.kinds.${value}`) }))}
        onChange={(value) => {
          if (isOneOf(PRINTER_KINDS, value)) changePrinter({ kind: value, chosen: null });
        }}
      />
      {kind !== 'dialog' && (
        <>
          <SelectField
            name="roll"
            label={t('device:printer.roll')}
            value={roll}
            options={ROLLS.map((value) => ({ value, label: t(`paper:sizes.${value}`) }))}
            onChange={(value) => {
              if (isOneOf(ROLLS, value)) changePrinter({ roll: value });
            }}
          />
          {kind === 'serial' && (
            <SelectField
              name="baud"
              label={t('device:printer.baud')}
              value={baudRate}
              options={BAUD_RATES.map((value) => ({ value, label: value }))}
              onChange={(value) => {
                if (isOneOf(BAUD_RATES, value)) changePrinter({ baudRate: value });
              }}
            />
          )}
          <CheckField
            name="automatic"
            label={t('device:printer.automatic')}
            value={isAutomatic}
            onChange={(value) => changePrinter({ isAutomatic: value })}
          />
          <StatusChip
            tone={chosen ? 'success' : 'warning'}
            label={t(chosen ? 'device:printer.chosen' : 'device:printer.none_chosen')}
          />
        </>
      )}
      <div className="flex flex-wrap gap-2">
        {kind !== 'dialog' && (
          <Button icon={Usb} disabled={busy} onClick={() => void choose()}>
            {t('device:printer.choose')}
          </Button>
        )}
        <Button icon={Printer} busy={busy} onClick={() => void prove()}>
          {t('device:printer.test')}
        </Button>
      </div>
    </section>
  );
}
