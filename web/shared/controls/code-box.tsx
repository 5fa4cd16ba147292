/** A box for a code or for a few words of a name, typed or scanned. The direction is that of its text. */
import type { ComponentPropsWithRef } from 'react';

interface CodeBoxProps extends Omit<ComponentPropsWithRef<'input'>, 'onChange' | 'value'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly label: string;
  /** Default: the label. */
  readonly placeholder?: string;
}

export function CodeBox({ value, onChange, label, placeholder = label, className = '', ...input }: CodeBoxProps) {
  return (
    <input
      {...input}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      aria-label={label}
      placeholder={placeholder}
      autoComplete="off"
      dir="auto"
      className={`page-start rounded-md border border-edge-strong bg-surface-1 ${className}`}
    />
  );
}
