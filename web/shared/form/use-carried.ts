/** The values that are carried from one form to the next (`carried-values.ts`). */
import { useEffect, useRef } from 'react';
import { carryOver, takeCarried } from './carried-values.ts';
import type { FormValues } from './values.ts';

/** Takes over the values that the previous form has carried over, and carries those of this form to the next one. */
export function useCarried(
  name: string,
  put: (values: FormValues) => void,
  left: () => { readonly form: string | undefined; readonly values: FormValues },
): void {
  const now = useRef({ put, left });
  now.current = { put, left };
  useEffect(() => {
    const values = takeCarried(name);
    if (values) now.current.put(values);
    return () => {
      const { form, values: entered } = now.current.left();
      if (form !== undefined) carryOver(form, entered);
    };
  }, [name]);
}
