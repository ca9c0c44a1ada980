// Part of `npm run check`: comments that begin without a subject, names that were given up, documents that are too
// long. The rules are in CONTRIBUTING.md.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

/** A file by its path from the root, with slashes. */
export type Source = { path: string; text: string }

const OPENERS =
  /^(?:Of|Whose|Whom|Who|To whom|For whom|With whom|By which|In which|From which|None|Nothing|Nobody|One who|Those (?:that|who|of)|That of|What|Where)\b(?!.*\?$)/

/** Names that were replaced because only their docstring explained them. */
const FORMER_NAMES =
  /\b(?:areUsual|changedOnce|countKayit|countVisits|derivedOf|endsStored|ERASED_NAME|ExpectedActors|fieldColumns|foldedNeedle|Former|inOrder|inSnapshot|isCrowding|kept[A-Z]\w*|KEPT_\w+|lengthOf|nameColumns|onOneConnection|readSetUp|Said|saidIn|shownTo|storeTarget|stranger|wayTo|windowOf|withoutFormer)\b/
/** Derived columns that were renamed; migrations keep their former names. */
const FORMER_COLUMNS = /\b(?:ara_(?:ad|arac|tel|yalin)|[a-z]+_sira)\b/

/** The largest number of words of each document, and of all documents together. */
const MAX_WORDS: Readonly<Record<string, number>> = {
  'docs/architecture.md': 2_500,
  'docs/database.md': 2_500,
}
const MAX_WORDS_OF_ALL = 35_000
/** A visitor reads the README on one screen and a half. */
const MAX_README_BYTES = 6 * 1_024

const wordsIn = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length

/** The first line of each comment, also in JSX and after code, with the number of that line. */
function* commentsIn(text: string): Generator<{ line: number; words: string }> {
  let isInside = false
  for (const [index, row] of text.split('\n').entries()) {
    const words = /^\s*(?:\/\/|\{?\/?\*+)\s?(.*?)(?:\*\/\}?)?\s*$/.exec(row)?.[1]?.trim()
    const trailing = /\s(?:\/\/|\/\*+)\s(.*?)(?:\*\/.*)?$/.exec(row)?.[1]
    if (words === undefined) {
      isInside = false
      if (trailing !== undefined) yield { line: index + 1, words: trailing.trim() }
    } else if (words !== '' && !isInside) {
      isInside = true
      yield { line: index + 1, words }
    }
    if (row.includes('*/')) isInside = false
  }
}

/** Returns a line for each place of the code that breaks a rule. */
export function problemsInCode({ path, text }: Source): string[] {
  const isFormer = (row: string) =>
    FORMER_NAMES.test(row) || (!path.startsWith('migrations/') && FORMER_COLUMNS.test(row))
  const names = text
    .split('\n')
    .flatMap((row, index) =>
      isFormer(row) ? [`${path}:${index + 1}: a name that was replaced: ${row.trim()}`] : [],
    )
  const comments = [...commentsIn(text)]
    .filter(({ words }) => OPENERS.test(words))
    .map(({ line, words }) => `${path}:${line}: a comment without a subject and a verb: ${words}`)
  return [...names, ...comments]
}

/** Returns a line for each document that is too long. */
export function problemsInDocuments(documents: readonly Source[]): string[] {
  const words = documents.map(({ path, text }) => ({ path, count: wordsIn(text) }))
  const long = words.filter(({ path, count }) => count > (MAX_WORDS[path] ?? Infinity))
  const all = words.reduce((sum, { count }) => sum + count, 0)
  const readme = documents.find(({ path }) => path === 'README.md')
  const bytes = Buffer.byteLength(readme?.text ?? '')
  return [
    ...long.map(({ path, count }) => `${path}: ${count} words, at most ${MAX_WORDS[path]}`),
    ...(all > MAX_WORDS_OF_ALL ? [`all documents: ${all} words, at most ${MAX_WORDS_OF_ALL}`] : []),
    ...(bytes > MAX_README_BYTES ? [`README.md: ${bytes} bytes, at most ${MAX_README_BYTES}`] : []),
  ]
}

const ROOT = join(import.meta.dirname, '..')
/** It names what it looks for; the route tree is generated. */
const EXCEPT = /check-words(?:\.test)?\.ts$|routeTree\.gen\.ts$/

const read = (pattern: string): Source[] =>
  globSync(pattern, { cwd: ROOT })
    .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join(ROOT, path), 'utf8') }))
    .filter(({ path }) => !EXCEPT.test(path))

if (import.meta.main) {
  const code = [
    ...read('{client,migrations,scripts,server,shared,tests}/**/*.{ts,tsx,mjs}'),
    ...read('*.{ts,mjs}'),
  ]
  const documents = [...read('*.md'), ...read('docs/**/*.md')].filter(
    ({ path }) => !path.startsWith('docs/kullanim/'),
  )
  const problems = [...code.flatMap(problemsInCode), ...problemsInDocuments(documents)]
  for (const problem of problems) process.stderr.write(`${problem}\n`)
  if (problems.length > 0) process.exitCode = 1
}
