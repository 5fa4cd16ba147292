/** Fields for the number of each note of a currency. */
import { toLatinDigits } from '../../shared/typing/digits.ts';
import { formatDecimal } from '../../shared/typing/number-format.ts';
import type { NoteCounts } from '../selling/drawer/drawer-figures.ts';
import { NOTES } from '../selling/payment.ts';

interface NoteFieldsProps {
  readonly currency: number;
  readonly notes: NoteCounts;
  readonly onChange: (notes: NoteCounts) => void;
}

export function NoteFields({ currency, notes, onChange }: NoteFieldsProps) {
  const put = (note: string, text: string) => {
    const count = Number(toLatinDigits(text).replace(/\D/g, '').slice(0, 6));
    onChange({ ...notes, [note]: count });
  };
  return (
    <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
      {(NOTES[currency] ?? []).toReversed().map((note) => (
        <label key={note} className="flex items-center gap-2">
          <span className="numeric w-16 text-end font-semibold">{formatDecimal(note)}</span>
          <span aria-hidden>×</span>
          <input
            inputMode="numeric"
            value={notes[note] || ''}
            onChange={(event) => put(note, event.target.value)}
            className="numeric h-12 w-full min-w-0 rounded-md border border-edge-strong bg-surface-1 px-2 text-end text-lg"
          />
        </label>
      ))}
    </div>
  );
}
