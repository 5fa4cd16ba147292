/** The colours of theme.css against WCAG 2.2: texts need a contrast of 4.5:1, other elements 3:1, in both themes. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync('web/theme.css', 'utf8');
const TOKEN = /--color-([a-z0-9-]+): light-dark\(oklch\(([^)]+)\), oklch\(([^)]+)\)\);/g;
type Theme = 'light' | 'dark';

const tokens = new Map<string, Record<Theme, number>>();
for (const [, name, light, dark] of css.matchAll(TOKEN)) {
  tokens.set(name as string, { light: luminance(light as string), dark: luminance(dark as string) });
}

/** Relative luminance of an OKLCH colour, clipped to the colours of a screen. */
function luminance(oklch: string): number {
  const [lightness, chroma, hue] = oklch.split(/[\s/]+/).map(Number) as [number, number, number];
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (value: number) => Math.min(1, Math.max(0, value));
  const red = clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
  const green = clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
  const blue = clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string, theme: Theme): number {
  const [a, b] = [one, other].map((name) => {
    const token = tokens.get(name);
    if (!token) throw new Error(`no colour ${name}`);
    return token[theme];
  }) as [number, number];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const SURFACES = ['surface-0', 'surface-1', 'surface-2', 'surface-3'];
const STATUS = ['neutral', 'info', 'success', 'warning', 'danger'];
const READ: readonly (readonly [string, string])[] = [
  ...SURFACES.flatMap((surface) => ['ink', 'ink-muted'].map((ink) => [ink, surface] as const)),
  ...['surface-0', 'surface-1', 'surface-2'].map((surface) => ['accent', surface] as const),
  ...STATUS.map((status) => [`${status}-ink`, status] as const),
  ...['success-ink', 'danger-ink'].flatMap((ink) =>
    ['surface-1', 'surface-2', 'accent-soft'].map((on) => [ink, on] as const),
  ),
  ['ink', 'danger'],
  ['ink-muted', 'danger'],
  ['ink', 'accent-soft'],
  ['ink-muted', 'accent-soft'],
  ['accent-strong', 'accent-soft'],
  ['accent-ink', 'accent'],
  ['accent-ink', 'accent-strong'],
  ['accent-ink', 'danger-solid'],
];
const SEEN: readonly (readonly [string, string])[] = [
  ...['surface-0', 'surface-1', 'surface-2'].map((surface) => ['edge-strong', surface] as const),
  ...[...SURFACES, 'accent-soft'].map((surface) => ['focus', surface] as const),
];

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it.each(READ)('%s is readable on %s', (ink, surface) => {
    expect(contrast(ink, surface, theme)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(SEEN)('%s is seen on %s', (edge, surface) => {
    expect(contrast(edge, surface, theme)).toBeGreaterThanOrEqual(3);
  });
});

it('every colour has a light and a dark value', () => {
  const declared = [...css.matchAll(/--color-([a-z0-9-]+): (?!initial|transparent|currentColor)/g)].map(
    ([, name]) => name,
  );
  const themed = [...css.matchAll(/--color-([a-z0-9-]+): light-dark\(/g)].map(([, name]) => name);
  expect(declared).toEqual(themed);
});
