/** Takes one part of a document back, with a reason and perhaps on a later day: an advance payment, a charge. */
import { type ReactNode, useState } from 'react';
import { ReasonField } from '../../form/fields/reason-field.tsx';
import { ReversedDateField, TransitionDialog, type TransitionDialogProps } from './transition-dialogs.tsx';

interface ReversePartProps<Part> extends TransitionDialogProps {
  readonly legend: string;
  /** Those that stand; the last one is proposed. */
  readonly parts: readonly Part[];
  /** The field of the body that names the part. */
  readonly field: string;
  readonly idOf: (part: Part) => number;
  readonly show: (part: Part) => ReactNode;
}

export function ReversePartDialog<Part>({ legend, parts, field, idOf, show, ...props }: ReversePartProps<Part>) {
  const last = parts.at(-1);
  const [chosen, setChosen] = useState(last === undefined ? undefined : idOf(last));
  const [reason, setReason] = useState('');
  const [date, setDate] = useState('');
  const body = { [field]: chosen, reason: reason.trim(), ...(date === '' ? {} : { date }) };
  return (
    <TransitionDialog {...props} body={body} disabled={chosen === undefined || body.reason === ''}>
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1 text-xs font-medium text-ink-muted">{legend}</legend>
        {parts.map((part) => (
          <label key={idOf(part)} className="flex min-h-8 items-center gap-3">
            <input
              type="radio"
              name={field}
              className="size-4 accent-accent"
              checked={chosen === idOf(part)}
              onChange={() => setChosen(idOf(part))}
            />
            {show(part)}
          </label>
        ))}
      </fieldset>
      <ReasonField value={reason} onChange={setReason} autoFocus />
      <ReversedDateField value={date} onChange={setDate} />
    </TransitionDialog>
  );
}
