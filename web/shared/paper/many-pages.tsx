/** Asks before many pages are printed, to prevent accidental printing. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Confirm } from '../controls/dialog.tsx';

/** More pages require a confirmation. */
export const PAGES_MAX = 10;

export interface PageLimit {
  readonly waiting: { readonly pages: number; readonly print: () => void } | undefined;
  /** Prints at once, or after a confirmation. */
  ask(pages: number, print: () => void): void;
  decide(isWanted: boolean): void;
}

export function usePageLimit(): PageLimit {
  const [waiting, setWaiting] = useState<PageLimit['waiting']>();
  return {
    waiting,
    ask: (pages, print) => {
      if (pages > PAGES_MAX) setWaiting({ pages, print });
      else print();
    },
    decide: (isWanted) => {
      setWaiting(undefined);
      if (isWanted) waiting?.print();
    },
  };
}

export function ManyPages({ limit }: { limit: PageLimit }) {
  const { t } = useTranslation();
  const { waiting, decide } = limit;
  if (!waiting) return null;
  const pages = String(waiting.pages);
  return (
    <Confirm
      open
      title={t('paper:many_pages.title', { pages })}
      text={t('paper:many_pages.text', { pages })}
      action={t('paper:many_pages.print')}
      onConfirm={() => decide(true)}
      onClose={() => decide(false)}
    />
  );
}
