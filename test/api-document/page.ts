/** The blocks of `docs/api.md`: the commands, and their expected output. */

export interface Step {
  readonly language: 'sh' | 'ts';
  readonly code: string;
  /** The expected output; `…` matches anything. */
  readonly prints: string;
}

export function stepsOf(page: string): readonly Step[] {
  const blocks = [...page.matchAll(/^```(\w+)\n(.*?)^```/gms)].map(([, language = '', code = '']) => ({
    language,
    code,
  }));
  return blocks.flatMap(({ language, code }, index): Step[] => {
    if (language !== 'sh' && language !== 'ts') return [];
    const next = blocks[index + 1];
    if (next?.language !== 'json') throw new Error(`what is printed is not said after:\n${code}`);
    return [{ language, code, prints: next.code }];
  });
}

/** Whether the output matches the expected one, line by line. */
export function isPrinted(printed: string, prints: string): boolean {
  const pattern = prints
    .split('…')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[^\\n]*');
  return new RegExp(`^${pattern}$`).test(printed);
}
