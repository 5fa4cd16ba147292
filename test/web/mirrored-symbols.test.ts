/** Symbols that show a direction point the other way in a right-to-left page. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sourceFiles, sourceOf } from '../../tools/suite/import-graph.ts';

/** Symbols of one direction; those with a chevron are turned by their component. */
const DIRECTED = /^(Arrow(Left|Right)|Undo2?|Redo2?|Log(Out|In)|Reply|Forward|MoveLeft|MoveRight)$/;
const kebab = (name: string) => name.replace(/(?<=[a-z])(?=[A-Z\d])/g, '-').toLowerCase();

it('every symbol of a direction that the screens use is mirrored by the style sheet', () => {
  const used = new Set(
    sourceFiles()
      .filter((file) => file.startsWith('web/') && file.endsWith('.tsx'))
      .flatMap((file) => [...sourceOf(file).matchAll(/import \{([^}]*)\} from 'lucide-react'/g)])
      .flatMap(([, names = '']) => names.split(',').map((name) => name.trim().split(' ')[0] ?? ''))
      .filter((name) => DIRECTED.test(name)),
  );
  expect(used.size).toBeGreaterThan(3);
  const rule =
    /:is\(([^)]*)\):dir\(rtl\) \{\s*transform: scaleX\(-1\);/.exec(readFileSync('web/theme.css', 'utf8'))?.[1] ?? '';
  const mirrored = rule.split(',').map((name) => name.trim().replace('.lucide-', ''));
  expect([...used].map(kebab).filter((name) => !mirrored.includes(name))).toEqual([]);
});
