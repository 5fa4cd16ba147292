/** From a document to its paper: a button to its page, and a menu that saves it as PDF or shares it at once. */
import { useNavigate } from '@tanstack/react-router';
import { ChevronDown, FileText, Printer, Share2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../controls/button.tsx';
import { ActionMenu } from '../../controls/menu.tsx';
import { notifyProblem } from '../../notify/notify.ts';
import { useCan, useMe } from '../../session/session.ts';
import type { PaperAction } from '../paper-actions.ts';
import { isPrinted, printPath } from './print-path.ts';

export function PrintButton({ resource, id }: { resource: string; id: number }) {
  const { t } = useTranslation();
  const can = useCan();
  const { user_name } = useMe();
  const navigate = useNavigate();
  if (!isPrinted(resource) || !can(`${resource}/show`)) return null;
  const openPage = () => void navigate({ to: printPath(resource, id) });
  const take = (action: PaperAction) => {
    import('../paper-actions.ts')
      .then(({ takePaper }) => takePaper(action, { resource, id, printedBy: user_name, openPage }))
      .catch(notifyProblem);
  };
  return (
    <span className="flex items-center">
      <Button icon={Printer} onClick={openPage}>
        {t('paper:print')}
      </Button>
      <ActionMenu
        label={t('paper:more')}
        actions={[
          { key: 'pdf', label: t('paper:pdf'), icon: FileText, onSelect: () => take('pdf') },
          { key: 'share', label: t('paper:share'), icon: Share2, onSelect: () => take('share') },
        ]}
      >
        <ChevronDown size={16} aria-hidden />
      </ActionMenu>
    </span>
  );
}
