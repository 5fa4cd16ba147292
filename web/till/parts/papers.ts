/** The papers of a till: made on the device, in the language of the screen, and kept with what was entered. */
import { useMemo } from 'react';
import { membersOf } from '../../../domain/kernel/members.ts';
import { usePreferences } from '../../shared/language/preferences.ts';
import type { PrintedForm } from '../device/database-schema.ts';
import type { TillPaper } from '../selling/paper-documents.ts';
import { type PaperHead, plainCopy, plainPaper, printPlain } from '../selling/plain-paper.ts';
import { type TillPlace, useTill } from './till-context.tsx';

export interface Papers {
  readonly form: (paper: TillPaper) => PrintedForm;
  readonly copy: (html: string) => string;
  readonly print: (html: string) => void;
}

export function usePapers(): Papers {
  const till = useTill();
  const { language } = usePreferences();
  return useMemo(() => {
    const form = (paper: TillPaper): PrintedForm => ({ html: plainPaper(paper, headOf(till)), language });
    return { form, copy: plainCopy, print: printPlain };
  }, [till, language]);
}

/** The profile of the business and the outlet, as the catalogue has them. */
function headOf({ device, identity }: TillPlace): PaperHead {
  const settings = membersOf(device.catalogue.tables().settings);
  const text = (name: string): string | null => {
    const value = settings[name];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  return {
    ...{ shop: text('shop_name') ?? text('business_name') ?? '', outlet: identity.outlet_name ?? '' },
    ...{ header: text('receipt_header'), footer: text('receipt_footer') },
  };
}
