/** A typed number of the receipt: applied when the field is left or Enter is pressed, with its error below. */
import { type KeyboardEvent, type Ref, useId, useState } from 'react';
import { Keys } from '../../shared/controls/keys.tsx';
import { usePreferences } from '../../shared/language/preferences.ts';
import type { ShortcutName } from '../../shared/shortcuts/definitions.ts';
import { shapeDigits, toLatinDigits } from '../../shared/typing/digits.ts';

interface TypedFieldProps {
  readonly label: string;
  readonly value: string;
  /** Applies the text, with Latin digits; returns the message of its error. */
  readonly read: (text: string) => string | undefined;
  readonly inputRef?: Ref<HTMLInputElement> | undefined;
  readonly shortcut?: ShortcutName;
  readonly disabled?: boolean;
  readonly large?: boolean;
  /** The value that applies without input. */
  readonly placeholder?: string;
  /** Enter with nothing typed, or once more after what was typed is applied. */
  readonly onEnter?: () => void;
}

export function TypedField(props: TypedFieldProps) {
  const { label, value, read, inputRef, shortcut, disabled, large, placeholder, onEnter } = props;
  const id = useId();
  const { digits } = usePreferences();
  const [typed, setTyped] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [of, setOf] = useState(value);
  // A button or a scan changed the value: rejected text of before is no longer meant.
  if (of !== value) {
    setOf(value);
    setTyped(undefined);
    setProblem(undefined);
  }
  const take = () => {
    if (typed === undefined) return;
    const found = read(toLatinDigits(typed));
    setProblem(found);
    // Rejected text stays for correction.
    if (found === undefined) setTyped(undefined);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') {
      setTyped(undefined);
      setProblem(undefined);
      event.currentTarget.blur();
    }
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (typed === undefined) onEnter?.();
    take();
    event.currentTarget.select();
  };
  return (
    <div className="flex min-w-0 flex-col gap-0.5">
      <label htmlFor={id} className="flex items-center justify-between gap-1 text-xs text-ink-muted">
        {label}
        {shortcut && (
          <span className="max-lg:hidden">
            <Keys name={shortcut} />
          </span>
        )}
      </label>
      <input
        id={id}
        ref={inputRef}
        value={typed ?? shapeDigits(value, digits)}
        disabled={disabled}
        placeholder={placeholder}
        inputMode="decimal"
        autoComplete="off"
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={take}
        onKeyDown={onKeyDown}
        className={`numeric w-full rounded-md border border-edge-strong bg-surface-1 px-2 text-end text-ink aria-invalid:border-danger-ink disabled:bg-surface-2 ${large ? 'h-14 text-xl' : 'h-12 text-base'}`}
      />
      {problem && (
        <p id={`${id}-problem`} role="alert" className="text-xs text-danger-ink">
          {problem}
        </p>
      )}
    </div>
  );
}
