/** The button that opens a file whose rows become lines, and the dialog in which its rows are corrected. */
import { FileUp } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../controls/button.tsx';
import { useCan } from '../session/session.ts';
import type { LinesDialogProps } from './lines-dialog.tsx';

const LinesDialog = lazy(() => import('./lines-dialog.tsx'));

interface ImportLinesProps extends Pick<LinesDialogProps, 'format' | 'onLines'> {
  readonly permission: string;
}

export function ImportLinesButton({ format, permission, onLines }: ImportLinesProps) {
  const { t } = useTranslation();
  const can = useCan();
  const [open, setOpen] = useState<boolean>();
  if (!can(permission)) return null;
  const title = t(`import:titles.${format}`);
  return (
    <>
      <Button icon={FileUp} onClick={() => setOpen(true)}>
        {title}
      </Button>
      {open !== undefined && (
        <Suspense>
          <LinesDialog {...{ format, title, open, onLines }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
