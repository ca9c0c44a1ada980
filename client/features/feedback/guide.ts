import { foldName, highlightRanges } from '#shared/turkish.ts'

/*
 * The user's guide as the build compiles it from docs/kullanim (scripts/guide.ts). Its text is a chunk of its own, so
 * this file holds no text.
 */

/** A piece of a line: plain text, strong text, or a link to another topic. */
export type GuideInline = string | { strong: string } | { topic: string; text: string }

export type GuideBlock =
  | { kind: 'paragraph'; line: GuideInline[] }
  | { kind: 'list'; isOrdered: boolean; items: GuideInline[][] }
  | { kind: 'picture'; name: string; alt: string }

export interface GuideSection {
  /** Hash of the address; '' for the beginning of a topic, which has no heading. */
  id: string
  title: string
  blocks: GuideBlock[]
}

export interface GuideTopic {
  /** Last part of the address and name of the file. */
  slug: string
  title: string
  sections: GuideSection[]
}

/** A line of the table of contents. */
export interface GuideEntry {
  slug: string
  title: string
  about: string
}

export interface GuideGroup {
  title: string
  entries: GuideEntry[]
}

/** A picture, which is shown at half of its pixels. */
export interface GuidePicture {
  src: string
  width: number
  height: number
}

export const inlineText = (line: readonly GuideInline[]): string =>
  line.map((part) => (typeof part === 'string' ? part : 'strong' in part ? part.strong : part.text)).join('')

/** Returns the lines of a block that a search reads; a picture has its description. */
function linesOf(block: GuideBlock): string[] {
  if (block.kind === 'picture') return [block.alt]
  return block.kind === 'list' ? block.items.map(inlineText) : [inlineText(block.line)]
}

export interface GuideHit {
  slug: string
  topic: string
  /** Section of the topic; its beginning has no id. */
  id: string
  title: string
  /** Line with the hit; '' if only the title has it. */
  excerpt: string
}

/**
 * Returns the sections whose title or text contains the search, by the rules of the questions; those with a hit in the
 * title first. An empty search finds none.
 */
export function searchGuide(topics: readonly GuideTopic[], query: string): GuideHit[] {
  const term = foldName(query).trim()
  if (term === '') return []
  const holds = (text: string) => foldName(text).includes(term)
  const hits = topics.flatMap(({ slug, title: topic, sections }) =>
    sections.flatMap(({ id, title: heading, blocks }) => {
      const title = heading || topic
      const line = blocks.flatMap(linesOf).find(holds)
      if (line === undefined && !holds(title)) return []
      const excerpt = line === undefined ? '' : shortened(line, query)
      return [{ slug, topic, id, title, excerpt }]
    }),
  )
  return [...hits.filter(({ title }) => holds(title)), ...hits.filter(({ title }) => !holds(title))]
}

const LONGEST = 140
const BEFORE = 40

/** Returns the part of a line around the hit, which begins and ends at a space. */
function shortened(line: string, query: string): string {
  if (line.length <= LONGEST) return line
  const hit = highlightRanges(line, query.trim())[0]?.[0] ?? 0
  const start = hit <= BEFORE ? 0 : line.indexOf(' ', hit - BEFORE) + 1
  const rest = line.slice(start)
  const end = rest.length <= LONGEST ? rest.length : rest.lastIndexOf(' ', LONGEST)
  return `${start > 0 ? '… ' : ''}${rest.slice(0, end)}${end < rest.length ? ' …' : ''}`
}
