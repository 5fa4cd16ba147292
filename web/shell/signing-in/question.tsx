/** The confirmation of unusual values: their reasons, and buttons to confirm or return. */
import { useTranslation } from 'react-i18next';
import type { Asked } from '../../shared/api/asking.ts';
import { Button } from '../../shared/controls/button.tsx';
import { Dialog } from '../../shared/controls/dialog.tsx';

export default function UnusualQuestion({ subject: sentences, answer }: Asked<readonly string[]>) {
  const { t } = useTranslation();
  const footer = (
    <>
      <Button onClick={() => answer(false)} data-autofocus>
        {t('unusual.check_again')}
      </Button>
      <Button look="primary" onClick={() => answer(true)}>
        {t('unusual.is_meant')}
      </Button>
    </>
  );
  return (
    <Dialog open title={t('unusual.title')} onClose={() => answer(false)} footer={footer}>
      <ul className="flex flex-col gap-2">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Dialog>
  );
}
