import { describe, expect, test } from 'vitest'

import { problemsInCode, problemsInDocuments } from '#scripts/check-words.ts'

const inCode = (text: string) => problemsInCode({ path: 'server/a.ts', text })

describe('a comment', () => {
  test.each([
    ['/** What a caller may see. */', 'What'],
    ['// Of which a name must contain each.', 'Of'],
    ['  /**\n   * Nobody gets the response of another call.\n   */', 'Nobody'],
    ['const a = 1\n// Whose shop it is.', 'Whose'],
    ['<main>\n  {/* Whose shop it is. */}\n</main>', 'Whose'],
    ['const a = 1 // What it is.', 'What'],
  ])('that begins without a subject is found: %j', (text, opener) => {
    expect(inCode(text)).toEqual([
      expect.stringMatching(`^server/a\\.ts:\\d: a comment without a subject and a verb: ${opener} `),
    ])
  })

  test.each([
    ['/** Returns the rows that a caller may see. */'],
    ['// The second line\n// of this sentence begins in its middle:\n// What it says is said in the first.'],
    ['/*\n * Offers to undo.\n * Nothing else is stored.\n */'],
    ['// What is a shop?\nconst text = `What is quoted`'],
    ["const text = '// What is in a text'"],
    ['const a = 1 // The first of them.'],
  ])('with a subject, and what is no beginning, is not found: %j', (text) => {
    expect(inCode(text)).toEqual([])
  })

  test('after another one has a beginning of its own', () => {
    expect(inCode('/** Returns one. */\n/** None of them. */')).toEqual([
      'server/a.ts:2: a comment without a subject and a verb: None of them.',
    ])
  })
})

test('a name that was replaced is found, also in a test', () => {
  expect(inCode('const a = 1\nkeptParams(values)')).toEqual([
    'server/a.ts:2: a name that was replaced: keptParams(values)',
  ])
})

test('a former name of a column is found outside the migrations', () => {
  const text = "select('plaka_sira')"
  expect(inCode(text)).toEqual([`server/a.ts:1: a name that was replaced: ${text}`])
  expect(problemsInCode({ path: 'migrations/a.ts', text })).toEqual([])
})

describe('a document', () => {
  const words = (count: number) => 'word '.repeat(count)

  test('has at most its number of words, and all together have theirs', () => {
    const fits = [{ path: 'docs/database.md', text: words(2_500) }]
    expect(problemsInDocuments(fits)).toEqual([])
    expect(
      problemsInDocuments([
        { path: 'docs/database.md', text: words(2_501) },
        { path: 'docs/ux.md', text: words(32_500) },
      ]),
    ).toEqual(['docs/database.md: 2501 words, at most 2500', 'all documents: 35001 words, at most 35000'])
  })

  test('the README has at most 6 KB', () => {
    expect(problemsInDocuments([{ path: 'README.md', text: 'ş'.repeat(3_072) }])).toEqual([])
    expect(problemsInDocuments([{ path: 'README.md', text: 'ş'.repeat(3_073) }])).toEqual([
      'README.md: 6146 bytes, at most 6144',
    ])
  })
})
