import { globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { inlineText } from '#client/features/feedback/guide.ts'
import { picturesOf, readGuide } from '#scripts/guide.ts'

const ROOT = join(import.meta.dirname, '../..')
const FOLDER = join(ROOT, 'docs/kullanim')
const { groups, topics } = readGuide()
const entries = groups.flatMap((group) => group.entries)
const files = readdirSync(FOLDER).filter((name) => name.endsWith('.md') && name !== 'README.md')
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8')

/** Texts of the screens, without the guide's own. Labels of JSX may be broken across lines. */
const screens = globSync('{client,shared}/**/*.{ts,tsx}', { cwd: ROOT })
  .map((path) => readFileSync(join(ROOT, path), 'utf8'))
  .join('\n')
  .replace(/\s+/g, ' ')

describe('the guide', () => {
  test('the table of contents lists every topic once, by its title', () => {
    expect(entries.map(({ slug }) => `${slug}.md`).toSorted()).toEqual(files.toSorted())
    expect(topics.map(({ title }) => title)).toEqual(entries.map(({ title }) => title))
    for (const { about } of entries) expect(about).not.toBe('')
  })

  test.each(topics)('$slug names only labels that a screen has', ({ slug }) => {
    const labels = [...read(`${slug}.md`).matchAll(/“([^”]+)”/g)].map(([, label = '']) => label)
    expect(labels.length).toBeGreaterThan(3)
    expect(labels.filter((label) => !screens.includes(label))).toEqual([])
  })

  test.each(topics)('$slug is short, and shows its first picture within a screen', ({ slug, sections }) => {
    expect(read(`${slug}.md`).split(/\s+/).length).toBeLessThanOrEqual(600)
    const blocks = sections.flatMap((section) => section.blocks)
    const first = blocks.findIndex(({ kind }) => kind === 'picture')
    const lines = blocks.slice(0, first).map((block) => (block.kind === 'list' ? block.items.length : 1))
    expect(first).toBeGreaterThan(0)
    expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(15)
  })

  test('the sections of a topic have different addresses', () => {
    for (const { sections } of topics)
      expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length)
  })

  test('links lead to topics of the guide', () => {
    const lines = topics.flatMap(({ sections }) =>
      sections.flatMap(({ blocks }) =>
        blocks.flatMap((block) =>
          block.kind === 'paragraph' ? block.line : block.kind === 'list' ? block.items.flat() : [],
        ),
      ),
    )
    const links = lines.filter((part) => typeof part === 'object' && 'topic' in part)
    expect(links.length).toBeGreaterThan(10)
    for (const link of links) {
      const title = topics.find(({ slug }) => slug === link.topic)?.title
      expect(inlineText([link])).toBe(title)
    }
  })
})

describe('the pictures of the guide', () => {
  const pictures = readdirSync(join(FOLDER, 'resim'))
  const contents = [...read('README.md').matchAll(/\(resim\/(.+?)\)/g)].map(([, name]) => name)

  test('every picture that the guide names exists, and every picture is shown', () => {
    expect(new Set(pictures)).toEqual(new Set([...picturesOf(topics), ...contents]))
  })

  test('a picture has at most 60 KB and a description', () => {
    for (const name of pictures)
      expect([name, statSync(join(FOLDER, 'resim', name)).size <= 60 * 1024]).toEqual([name, true])
    const shown = topics.flatMap(({ sections }) => sections.flatMap(({ blocks }) => blocks))
    const descriptions = shown.flatMap((block) => (block.kind === 'picture' ? block.alt : []))
    for (const text of descriptions) expect(text.length).toBeGreaterThan(15)
  })
})
