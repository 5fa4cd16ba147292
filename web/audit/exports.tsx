/** The books as files for other programs: hledger, beancount, and the audit file SAF-T. */
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../shared/controls/button.tsx';
import { notifyProblem } from '../shared/notify/notify.ts';
import { useReportAddress } from '../shared/report/address.ts';
import { AS_AT, KNOWN_AT } from '../shared/report/declaration.ts';
import { ReportFilters } from '../shared/report/report-filters.tsx';
import { downloadFile } from './download-file.ts';
import { EverythingExport } from './everything-export.tsx';

const FORMATS = ['hledger', 'beancount', 'saft'] as const;

export function ExportsScreen() {
  const { t } = useTranslation();
  const address = useReportAddress();
  const [busy, setBusy] = useState<string>();
  const download = async (format: string) => {
    setBusy(format);
    try {
      await downloadFile(`exports/${format}`, address.search);
    } catch (problem) {
      notifyProblem(problem);
    } finally {
      setBusy(undefined);
    }
  };
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-4 p-4">
      <h1 className="px-4 text-xl font-semibold">{t('history:exports')}</h1>
      <p className="px-4 text-ink-muted">{t('audit:exports_text')}</p>
      <ReportFilters filters={[AS_AT, KNOWN_AT]} address={address} />
      <ul className="flex flex-col gap-3 px-4">
        {FORMATS.map((format) => (
          <li
            key={format}
            className="flex flex-wrap items-center gap-4 rounded-lg border border-edge bg-surface-1 p-4 shadow-card"
          >
            <div className="min-w-0 flex-1">
              <h2 className="font-semibold">{t(`audit:formats.${format}.name`)}</h2>
              <p className="text-ink-muted">{t(`audit:formats.${format}.text`)}</p>
            </div>
            <Button
              icon={Download}
              busy={busy === format}
              onClick={() => void download(format)}
              aria-label={t('audit:download_named', { name: t(`audit:formats.${format}.name`) })}
            >
              {t('audit:download')}
            </Button>
          </li>
        ))}
      </ul>
      <EverythingExport />
    </div>
  );
}
