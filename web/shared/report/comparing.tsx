/** "Compare with another moment": the button, its two filters, and the parameters of the other report. */
import { Scale } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../controls/button.tsx';
import type { ReportAddress } from './address.ts';
import type { ReportFilter } from './declaration.ts';
import type { ReportSearch } from './report-search.ts';

const FILTERS: readonly ReportFilter[] = [
  { name: 'compare_as_at', kind: 'day', label: 'report:filters.compare_as_at' },
  { name: 'compare_known_at', kind: 'known_at', label: 'report:filters.compare_known_at' },
];

export interface Comparing {
  readonly filters: readonly ReportFilter[];
  /** The current parameters without those of the comparison. */
  readonly now: ReportSearch;
  /** The parameters of the other moment; undefined without one. */
  readonly earlier: ReportSearch | undefined;
  readonly button: React.ReactNode;
}

/** Parameters of the other report. What its two filters leave open is that of this report. */
export function earlierOf({ compare_as_at, compare_known_at, ...now }: ReportSearch): ReportSearch {
  return { ...now, as_at: compare_as_at ?? now.as_at, known_at: compare_known_at ?? now.known_at };
}

export function useComparing({ search, change }: ReportAddress): Comparing {
  const { t } = useTranslation();
  const { compare_as_at, compare_known_at, ...now } = search;
  const [open, setOpen] = useState(compare_as_at !== undefined || compare_known_at !== undefined);
  const isCompared = open && (compare_as_at !== undefined || compare_known_at !== undefined);
  const toggle = () => {
    setOpen(!open);
    if (open) change({ compare_as_at: undefined, compare_known_at: undefined });
  };
  return {
    filters: open ? FILTERS : [],
    now,
    earlier: isCompared ? earlierOf(search) : undefined,
    button: (
      <Button icon={Scale} aria-pressed={open} onClick={toggle}>
        {t(open ? 'report:compare_stop' : 'report:compare')}
      </Button>
    ),
  };
}
