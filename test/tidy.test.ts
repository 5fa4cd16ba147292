/**
 * Style that a test can check: the direction of imports, lengths, banned words, dead files, type assertions, dropped
 * errors.
 */
import { readFileSync } from 'node:fs';
import { dirname, join, matchesGlob } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tell } from '../tools/suite/figures.ts';
import { type Import, importsOf as importsIn, sourceFiles, sourceOf } from '../tools/suite/import-graph.ts';
import { functionsOf, linesOfCode, spreadLiterals } from './support/code-shapes.ts';
import { type Assertion, assertionsOf } from './support/type-assertions.ts';

const files = sourceFiles();
const source = new Map(files.map((file) => [file, sourceOf(file)]));
const product = files.filter((file) => !file.startsWith('test/'));
const importsOf = (file: string): Import[] => importsIn(file, source.get(file) ?? '');

const top = (path: string): string => (path.includes('/') ? (path.split('/')[0] as string) : path);

/** The import table of docs/architecture.md: the folders, and single files, that each folder may import. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  domain: ['domain'],
  languages: ['languages', 'domain'],
  'event-store': ['event-store', 'domain'],
  identity: ['identity', 'domain', 'event-store', 'languages'],
  'command-api': ['command-api', 'domain', 'event-store', 'identity', 'languages'],
  seal: ['seal', 'domain', 'event-store'],
  backup: ['backup', 'domain', 'event-store', 'identity', 'migrations', 'seal'],
  projector: ['projector', 'domain', 'event-store', 'seal'],
  // The tree of permissions has the order of the menu, and search results link to the menu's pages.
  'read-api': [
    ...['read-api', 'domain', 'identity', 'languages', 'seal'],
    ...['web/shared/navigation/menu-table.ts', 'web/shared/navigation/document-pages.ts'],
  ],
  // The web loads its own texts by area, and not those of the server; the answers of the server are types of the contract.
  web: ['web', 'domain', 'languages/isolate.ts', 'read-api/contract.ts', 'command-api/contract.ts'],
};

describe('imports', () => {
  it('follow the table of the architecture', () => {
    const wrong = product.flatMap((file) => {
      const allowed = MAY_IMPORT[top(file)];
      if (!allowed) return [];
      return importsOf(file)
        .filter(
          ({ target }) =>
            target.includes('/') &&
            files.includes(target) &&
            !allowed.includes(top(target)) &&
            !allowed.includes(target),
        )
        .map(({ target }) => `${file} imports ${target}`);
    });
    expect(wrong).toEqual([]);
  });

  it('of the contract are types, on both sides', () => {
    const values = product
      .flatMap((file) => importsOf(file))
      .filter(({ from, target }) => /\/contract\.ts$/.test(from) || /\/contract\.ts$/.test(target))
      .filter(({ typeOnly }) => !typeOnly)
      .map(({ from, target }) => `${from} imports ${target}`);
    expect(values).toEqual([]);
  });

  it('of the domain are pure: no package but decimal.js, and typebox in schemas and declarations', () => {
    const wrong = product
      .filter((file) => file.startsWith('domain/'))
      .flatMap((file) => importsOf(file))
      .filter(({ target, typeOnly }) => !files.includes(target) && !typeOnly && target !== 'decimal.js')
      .filter(({ from, target }) => !(target.startsWith('typebox') && /\.(schema|record)\.ts$/.test(from)))
      .map(({ from, target }) => `${from} imports ${target}`);
    expect(wrong).toEqual([]);
  });

  it('of postings and costing never reach a decider', () => {
    const wrong = product
      .filter((file) => /^domain\/(entries|posting|costing)\//.test(file))
      .flatMap((file) => importsOf(file))
      .filter(({ target, typeOnly }) => !typeOnly && /-rules\.ts$|\.document\.ts$|\.record\.ts$/.test(target))
      .map(({ from, target }) => `${from} imports ${target}`);
    expect(wrong).toEqual([]);
  });

  it('of an adapter of the event store never reach another one', () => {
    const adapters = ['postgres', 'kurrentdb', 'memory'];
    const adapterOf = (file: string) => adapters.find((name) => file.startsWith(`event-store/${name}/`));
    const wrong = product
      .filter((file) => adapterOf(file))
      .flatMap((file) => importsOf(file).map(({ target }) => ({ file, target })))
      .filter(({ file, target }) => adapterOf(target) && adapterOf(target) !== adapterOf(file))
      .map(({ file, target }) => `${file} imports ${target}`);
    expect(wrong).toEqual([]);
  });

  it('of the read side never reach the event store', () => {
    const wrong = product
      .filter((file) => file.startsWith('read-api/'))
      .flatMap((file) => importsOf(file))
      .filter(({ target, typeOnly }) => !typeOnly && target.startsWith('event-store/'))
      .map(({ from, target }) => `${from} imports ${target}`);
    expect(wrong).toEqual([]);
  });
});

/** Lists of files with circular imports, of values or of types. */
function circles(): string[][] {
  const targets = new Map(
    product.map((file) => [file, importsOf(file).flatMap(({ target }) => (source.has(target) ? [target] : []))]),
  );
  const reached = new Map(product.map((file) => [file, reachedFrom(file, targets)]));
  const together = (file: string) =>
    product.filter((other) => reached.get(file)?.has(other) && reached.get(other)?.has(file));
  const found = product.filter((file) => reached.get(file)?.has(file)).map(together);
  return [...new Map(found.map((circle) => [circle.join(), circle])).values()];
}

function reachedFrom(file: string, targets: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const found = new Set<string>();
  const left = [...(targets.get(file) ?? [])];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    left.push(...(targets.get(next) ?? []));
  }
  return found;
}

describe('command-api', () => {
  it('sends the read models only named queries, each with its permitted staleness', () => {
    const sql = /\b(from|join|into|update|table|,)\s+read\.[a-z_]+/;
    const wrong = product.filter(
      (file) => /^command-api\/(?!read-models\/)/.test(file) && sql.test(source.get(file) ?? ''),
    );
    expect(wrong).toEqual([]);
  });
});

describe('a circle of imports', () => {
  it('is nowhere, of values or of types', () => {
    expect(circles()).toEqual([]);
  });
});

describe('the domain', () => {
  it('reads no clock, no randomness and no process', () => {
    const wrong = product
      .filter((file) => file.startsWith('domain/'))
      .filter((file) => /Date\.now\(|new Date\(\)|Math\.random|process\.|globalThis/.test(source.get(file) ?? ''));
    expect(wrong).toEqual([]);
  });
});

/** What `import.meta.glob('…/screen-words-*.ts')` of a file of the web loads. */
const globs = product.flatMap((file) =>
  [...(source.get(file) ?? '').matchAll(/import\.meta\.glob[^(]*\(\s*'([^']+)'/g)].map(([, pattern = '']) =>
    join(dirname(file), pattern),
  ),
);
const isGlobbed = (file: string): boolean => globs.some((pattern) => matchesGlob(file, pattern));

describe('files', () => {
  it('are about one noun: at most 300 lines of code, tests 500, tables of texts and schemas any number', () => {
    const long = files
      .filter((file) => !file.startsWith('languages/') && !file.endsWith('.schema.ts'))
      .map((file) => ({ file, text: source.get(file) ?? '', max: file.startsWith('test/') ? 500 : 300 }))
      // Only a file that is long at all is measured without its lists of data.
      .filter(({ text, max }) => text.split('\n').length > max)
      .map(({ file, text, max }) => ({ file, max, lines: linesOfCode(file, text) }))
      .filter(({ lines, max }) => lines > max)
      .map(({ file, lines }) => `${file} has ${lines} lines`);
    expect(long).toEqual([]);
  });

  it('do not have banned names', () => {
    const vague = product.filter((file) => /(^|\/)(utils?|helpers?|common|misc|managers?)(\.|\/)/i.test(file));
    expect(vague).toEqual([]);
  });

  it('are used', () => {
    const used = new Set(files.flatMap((file) => importsOf(file).map(({ target }) => target)));
    const manifest = readFileSync('package.json', 'utf8') + readFileSync('launcher/run.mjs', 'utf8');
    const pages = files.filter((file) => file.endsWith('.html')).join();
    const entries =
      /(^|\/)main\.tsx?$|\.test\.tsx?$|\.config\.ts$|^bench\/|^launcher\/[^/]+$|^tools\/(gallery|suite|web-build)\/|^tools\/(gallery|suite|web-build)\/|^tools\/(gallery|suite|web-build)\/|^tools\/(gallery|suite|web-build)\/|^test\/support\//;
    const dead = files.filter(
      (file) => !used.has(file) && !isGlobbed(file) && !entries.test(file) && !(manifest + pages).includes(file),
    );
    expect(dead).toEqual([]);
  });
});

describe('functions', () => {
  const found = product
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => ({ file, functions: functionsOf(file, source.get(file) ?? '') }));

  it('are found with methods of every kind', () => {
    const methods = found.flatMap(({ functions }) => functions.map(({ name }) => name));
    expect(methods.filter((name) => name.startsWith('#')).length).toBeGreaterThan(200);
  });

  it('fit on a screen: at most 60 lines of code, components 110', () => {
    const long = found.flatMap(({ file, functions }) =>
      functions
        .filter(({ lines }) => lines > (file.endsWith('.tsx') ? 110 : 60))
        .map(({ name, lines }) => `${file} ${name} has ${lines} lines`),
    );
    expect(long).toEqual([]);
  });

  it('are measured in lines of code: a literal of data counts as one line, one with a function as many as it has', () => {
    const data = 'function f() {\n  return {\n    a: 1,\n    b: [\n      2,\n    ],\n  };\n}';
    const code = 'function g() {\n  return {\n    a: () => {\n      h();\n    },\n  };\n}';
    const method = 'class C {\n  #m() {\n    return 1;\n  }\n}';
    expect(functionsOf('x.ts', [data, code, method].join('\n'))).toEqual([
      { name: 'f', lines: 3 },
      { name: 'g', lines: 7 },
      { name: '#m', lines: 3 },
    ]);
    expect(linesOfCode('x.ts', data)).toBe(3);
  });
});

describe('a literal', () => {
  it('has its members itself: no literal is spread into another, which only kept the formatter from one line each', () => {
    const spread = product
      .filter((file) => /\.tsx?$/.test(file))
      .flatMap((file) => spreadLiterals(file, source.get(file) ?? '').map((line) => `${file}:${line}`));
    tell('literals spread into literals', spread.length, 0);
    expect(spread).toEqual([]);
  });

  it('that is spread is found, a value or a choice is not', () => {
    expect(spreadLiterals('x.ts', 'const a = { ...{ b, c }, d };\nconst e = [...([f] as const), ...g];')).toEqual([
      1, 2,
    ]);
    expect(spreadLiterals('x.ts', 'const a = { ...b, ...(c ? { d } : {}) };\nconst e = [...[1, 2].map(f)];')).toEqual(
      [],
    );
  });
});

/** The identifiers of a file, without comments, texts and markup. */
const identifiersOf = (file: string): string =>
  (source.get(file) ?? '')
    .replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, ' ')
    .replace(/`[^`]*`/g, (text) => [...text.matchAll(/\$\{([^}]*)\}/g)].map(([, code]) => code).join(' '));

describe('names', () => {
  const section = readFileSync('docs/glossary.md', 'utf8').split('## In the code')[1] ?? '';
  const former = [...section.matchAll(/Not ((?:`\w+`,?\s*)+)\./g)].flatMap(([, names = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name as string),
  );

  it('are the terms of docs/glossary.md, and not those that were in their place before', () => {
    expect(former.length).toBeGreaterThan(30);
    const pattern = new RegExp(`(?<![.\\w])(${former.join('|')})\\b`);
    const wrong = product.flatMap((file) => {
      const found = pattern.exec(identifiersOf(file))?.[1];
      return found === undefined ? [] : [`${file} has ${found}`];
    });
    expect(wrong).toEqual([]);
  });
});

describe('code', () => {
  const BANNED: readonly [RegExp, string][] = [
    [new RegExp(['TO', 'DO'].join('')), 'a left-over marker'],
    [new RegExp(['FIX', 'ME'].join('')), 'a left-over marker'],
    [/\bconsole\.(log|debug|info)\b/, 'console output'],
    [/:\s*any\b|\bas any\b|<any>/, 'any'],
    [new RegExp(`\\b(it|describe|test)\\.(${['on', 'ly'].join('')}|${['sk', 'ip'].join('')})\\(`), 'a narrowed test'],
    [/@ts-(ignore|nocheck)/, 'an unchecked line'],
  ];

  it('has no banned words', () => {
    const wrong = files.flatMap((file) =>
      BANNED.filter(([pattern]) => file !== 'test/tidy.test.ts' && pattern.test(source.get(file) ?? '')).map(
        ([, what]) => `${file} has ${what}`,
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('leaves the just-in-time compiler of PostgreSQL off on every connection', () => {
    const wrong = product
      .filter((file) => !/^(launcher|tools|bench|migrations)\//.test(file))
      .filter((file) => (source.get(file) ?? '').includes('connectionString: '))
      .filter((file) => !/jit=off/.test(source.get(file) ?? ''));
    expect(wrong).toEqual([]);
  });

  it('has the marks in stored levels in one file', () => {
    const marks = /9999-12-31/;
    expect(product.filter((file) => marks.test(source.get(file) ?? ''))).toEqual(['domain/deciding/level-marks.ts']);
  });

  it('keys no object with a prototype by names: `constructor` would be there before it is put in', () => {
    const wrong = product
      .filter((file) => !/^(web|bench)\//.test(file))
      .filter((file) => /: Record<string, [^=;]*> = \{\};/.test(source.get(file) ?? ''));
    expect(wrong).toEqual([]);
  });

  it('never makes a number of money', () => {
    const wrong = product
      .filter((file) => !file.startsWith('bench/'))
      .filter((file) =>
        /\bparseFloat\(|\bNumber\([^)]*(amount|price|total|debit|credit|balance|cost|value_base)\b|: number;? *\/\/ *money/.test(
          (source.get(file) ?? '').replace(/Number\([^)]*(cost_id|_type|_fk|count|length)[^)]*\)/g, ''),
        ),
      );
    expect(wrong).toEqual([]);
  });
});

/** The maximum number of type assertions; a parse, a guard or a better type replaces one. */
const ASSERTIONS_MAX = 149;

describe('types', () => {
  const found = product
    .filter((file) => !file.endsWith('.mjs'))
    .flatMap((file): readonly Assertion[] => assertionsOf(file, source.get(file) ?? ''));

  it('are asserted in few places, and non-null assertions are in none', () => {
    const byFolder = Object.entries(Object.groupBy(found, ({ file }) => top(file)));
    const counts = byFolder.map(([folder, all = []]) => `${folder} ${all.length}`).join(', ');
    expect(found.filter(({ says }) => says === '!')).toEqual([]);
    process.stdout.write(`type assertions: ${counts}\n`);
    tell('type assertions', found.length, ASSERTIONS_MAX);
    expect(found.length, `as many as ${ASSERTIONS_MAX} type assertions, and not ${counts}`).toBeLessThanOrEqual(
      ASSERTIONS_MAX,
    );
  });

  it('are counted as the compiler reads them', () => {
    const text = "const a = b as C; const d = e as const; import { f as g } from 'h'; const i = j satisfies K; l!.m();";
    expect(assertionsOf('x.ts', text).map(({ says }) => says)).toEqual(['as C', '!']);
  });
});

/** What a resource that is known only at run time takes, the compiler cannot compare: the forms of records and documents. */
const AT_RUN_TIME_MAX = 17;
/** The maximum number of places where a guard gives a part of an answer a type that is written in the web. */
const GUARDED_MAX = 35;

const inWeb = (pattern: RegExp, besides: RegExp): string[] =>
  product
    .filter((file) => file.startsWith('web/') && !besides.test(file))
    .flatMap((file) => ((source.get(file) ?? '').match(pattern) ?? []).map((found) => `${file}: ${found}`));

describe('an answer in the web', () => {
  it('has the type of its path in the contract, and is nowhere typed by hand', () => {
    const found = inWeb(/\b(get|post|patch|destroy|call)</g, /^web\/shared\/api\/(client|read|enter)\.ts$/);
    tell('answers in the web typed by hand', found.length, 0);
    expect(found).toEqual([]);
  });

  it('follows a command of the contract', () => {
    const sent = /(?<![.\w#])(post|patch|destroy|call)\(/g;
    const found = inWeb(sent, /^web\/shared\/api\/(client|command|enter)\.ts$/);
    tell('commands of the web that name no path of the contract', found.length, 0);
    expect(found).toEqual([]);
  });

  it('follows a command to a resource that is known only at run time in fewer and fewer places', () => {
    const found = inWeb(/\b(command|amend|remove)\(\s*':resource(\/:id)?(\/:transition)?'/g, /^$/);
    tell('commands of the web whose body is not compared', found.length, AT_RUN_TIME_MAX);
    expect(found.length, found.join('\n')).toBeLessThanOrEqual(AT_RUN_TIME_MAX);
  });

  it('is given a type by a guard in fewer and fewer places', () => {
    const found = inWeb(/\b(mustFit|fits|listThatFits)</g, /^web\/shared\/api\//);
    tell('parts of answers that a guard gives a type', found.length, GUARDED_MAX);
    expect(found.length, found.join('\n')).toBeLessThanOrEqual(GUARDED_MAX);
  });
});

/** Lines that drop an error: `catch {` without a `throw` after it, and `.catch(() => …)`. */
function silentCatches(text: string): number[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.flatMap((line, index) => {
    const [before = '', after = ''] = [lines[index - 1], lines[index + 1]];
    if (!/\bcatch \{|\.catch\(\(\) =>/.test(line) || (/\bcatch \{$/.test(line) && after.startsWith('throw ')))
      return [];
    const isExplained =
      line.includes('// ') || before.startsWith('//') || before.endsWith('*/') || after.startsWith('//');
    return isExplained ? [] : [index + 1];
  });
}

describe('an error that is caught and dropped', () => {
  it('is explained by a comment on its line, before it or in its block', () => {
    const wrong = product.flatMap((file) => silentCatches(source.get(file) ?? '').map((line) => `${file}:${line}`));
    expect(wrong).toEqual([]);
  });

  it('is found at its line', () => {
    const silent = 'try {\n  a();\n} catch {\n  return b;\n}\nvoid c().catch(() => undefined);';
    expect(silentCatches(silent)).toEqual([3, 6]);
    expect(silentCatches('try {\n} catch {\n  throw d;\n}\n// Because.\ne().catch(() => undefined);')).toEqual([]);
  });
});

/** Places where a test reads a page once: the browser may not have rendered it yet. `expect.poll` repeats the read. */
function looksOnce(text: string): number[] {
  const read =
    'count|(all)?textContents?|(all)?innerTexts?|innerHTML|inputValue|getAttribute|is(Visible|Hidden|Enabled|Disabled|Checked)';
  const once = new RegExp(`\\bexpect\\(\\s*\\(?await (?:(?!\\)\\s*\\.(?:to[A-Z]|not\\b))[^;])*\\.(?:${read})\\(`, 'gi');
  const fixedPauses = /\.waitForTimeout\(/g;
  return [once, fixedPauses]
    .flatMap((pattern) => [...text.matchAll(pattern)].map(({ index }) => text.slice(0, index).split('\n').length))
    .toSorted((a, b) => a - b);
}

describe('a test of the browser', () => {
  it('waits for the content of a page, and never reads it once or after a fixed time', () => {
    const wrong = files
      .filter((file) => file.startsWith('test/browser/'))
      .flatMap((file) => looksOnce(source.get(file) ?? '').map((line) => `${file}:${line}`));
    expect(wrong).toEqual([]);
  });

  it('or of the API waits no number of seconds of its own: a slow machine would decide', () => {
    const wrong = files
      .filter((file) => /^test\/(api|browser|imports|jobs|read-api)\//.test(file))
      .filter((file) => /\btimeout: [\d_]+/.test(source.get(file) ?? ''));
    expect(wrong).toEqual([]);
  });

  it('that looks once is found', () => {
    const once =
      "expect(await a.count()).toBe(1);\nexpect(\n  await b.getByRole('row').allTextContents(),\n).toEqual([]);";
    expect(looksOnce(`${once}\nawait page.waitForTimeout(600);`)).toEqual([1, 2, 5]);
    expect(looksOnce('await expect.poll(() => a.count()).toBe(1);\nexpect(await b()).toBe(await c.count());')).toEqual(
      [],
    );
  });
});
