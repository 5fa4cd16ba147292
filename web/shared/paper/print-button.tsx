/** A button from a document to its paper. */
import { useNavigate } from '@tanstack/react-router';
import { Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../controls/button.tsx';
import { useCan } from '../session/session.ts';
import { isPrinted, printPath } from './print-path.ts';

export function PrintButton({ resource, id }: { resource: string; id: number }) {
  const { t } = useTranslation();
  const can = useCan();
  const navigate = useNavigate();
  if (!isPrinted(resource) || !can(`${resource}/show`)) return null;
  return (
    <Button icon={Printer} onClick={() => void navigate({ to: printPath(resource, id) })}>
      {t('paper:print')}
    </Button>
  );
}
