/** Syntax trees of source files, parsed once in a run. */
import ts from 'typescript-5';

const trees = new Map<string, ts.SourceFile>();

export function treeOf(file: string, text: string): ts.SourceFile {
  const known = trees.get(file);
  if (known?.text === text) return known;
  const kind = file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  trees.set(file, tree);
  return tree;
}
