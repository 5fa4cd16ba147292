/** Several short texts, such as barcodes: Enter (which scanners send) or a comma adds one. */
import { WandSparkles, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { command } from '../../api/command.ts';
import type { JsonSchema } from '../../api/record.ts';
import { notifyProblem } from '../../notify/notify.ts';
import { toLatinDigits } from '../../typing/digits.ts';
import { FieldFrame, type FieldProps } from '../field-frame.tsx';

export interface TagsFieldProps extends FieldProps {
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
  /** Endpoint that generates a new text. */
  readonly generate?: JsonSchema['x-generate'] | undefined;
}

export function TagsField({ value, onChange, generate, ...field }: TagsFieldProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const add = () => {
    const text = toLatinDigits(typed).trim();
    if (text !== '' && !value.includes(text)) onChange([...value, text]);
    setTyped('');
  };
  const make = async (endpoint: NonNullable<TagsFieldProps['generate']>) => {
    try {
      const { data } = await command(endpoint);
      onChange([...value, data.value]);
    } catch (problem) {
      notifyProblem(problem);
    }
  };
  return (
    <FieldFrame field={field}>
      {(ids) => (
        <div className="flex min-h-8 flex-wrap items-center gap-1 rounded-md border border-edge-strong bg-surface-1 px-1 py-0.5 focus-within:outline-2 focus-within:outline-focus">
          {value.map((text) => (
            <span key={text} className="inline-flex h-6 items-center gap-0.5 rounded-sm bg-surface-3 ps-1.5 text-xs">
              <bdi>{text}</bdi>
              <button
                type="button"
                aria-label={t('form:remove_value', { value: text })}
                onClick={() => onChange(value.filter((other) => other !== text))}
                className="inline-flex size-6 items-center justify-center text-ink-muted hover:text-ink"
              >
                <X size={12} aria-hidden />
              </button>
            </span>
          ))}
          <input
            {...ids}
            dir="ltr"
            value={typed}
            disabled={field.disabled}
            onChange={(event) => setTyped(event.target.value)}
            onBlur={() => {
              add();
              field.onBlur?.();
            }}
            onKeyDown={(event) => {
              if ((event.key === 'Enter' || event.key === ',') && typed.trim() !== '') {
                event.preventDefault();
                add();
              }
              if (event.key === 'Backspace' && typed === '') onChange(value.slice(0, -1));
            }}
            className="h-6.5 min-w-20 flex-1 bg-transparent px-1 outline-none"
          />
          {generate && !field.disabled && (
            <button
              type="button"
              aria-label={t('form:generate')}
              title={t('form:generate')}
              onClick={() => void make(generate)}
              className="inline-flex size-6 items-center justify-center rounded-sm text-ink-muted hover:bg-surface-3 hover:text-ink"
            >
              <WandSparkles size={14} aria-hidden />
            </button>
          )}
        </div>
      )}
    </FieldFrame>
  );
}
