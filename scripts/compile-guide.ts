// Compiles the user's guide (docs/kullanim) from the small part of Markdown that it uses. Anything else is an error, so
// that the panel never shows less than the files say.
import { lexer, type Token, type Tokens } from 'marked'

import type {
  GuideBlock,
  GuideGroup,
  GuideInline,
  GuideSection,
  GuideTopic,
} from '#client/features/feedback/guide.ts'
import { foldPlain } from '#shared/turkish.ts'

/** Returns the groups of the table of contents: its headings, each with a list of links and words about them. */
export function compileContents(markdown: string): GuideGroup[] {
  const groups: GuideGroup[] = []
  for (const token of lexer(markdown)) {
    if (isKind(token, 'heading') && token.depth === 2)
      groups.push({ title: plainText(token.tokens), entries: [] })
    if (!isKind(token, 'list')) continue
    for (const item of token.items) groups.at(-1)?.entries.push(entryOf(item))
  }
  return groups
}

function entryOf(item: Tokens.ListItem) {
  const [link, ...rest] = lineOf(item.tokens)
  if (typeof link !== 'object' || !('topic' in link)) throw new Error(`No link to a topic: ${item.raw}`)
  const about = rest.map((part) => (typeof part === 'string' ? part : '')).join('')
  return { slug: link.topic, title: link.text, about: about.replace(/^: /, '') }
}

/** Returns a topic; its sections are the parts between headings, the first one without a heading. */
export function compileTopic(slug: string, markdown: string): GuideTopic {
  const [head, ...tokens] = lexer(markdown).filter(({ type }) => type !== 'space')
  if (!isKind(head, 'heading') || head.depth !== 1) throw new Error(`${slug}: does not begin with its title`)
  const sections: GuideSection[] = [{ id: '', title: '', blocks: [] }]
  for (const token of tokens) {
    if (!isKind(token, 'heading')) sections.at(-1)?.blocks.push(blockOf(slug, token))
    else if (token.depth === 2) sections.push({ ...headingOf(token), blocks: [] })
    else throw new Error(`${slug}: only headings with ## : ${token.raw}`)
  }
  return { slug, title: plainText(head.tokens), sections }
}

function headingOf(token: Tokens.Heading) {
  const title = plainText(token.tokens)
  return { id: hashOf(title), title }
}

/** Returns the hash of a heading in ASCII, which survives being copied into any program: 'KDV dahil mi' → 'kdv-dahil-mi'. */
const hashOf = (title: string): string =>
  foldPlain(title)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

function blockOf(slug: string, token: Token): GuideBlock {
  if (isKind(token, 'list'))
    return { kind: 'list', isOrdered: token.ordered, items: token.items.map(({ tokens }) => lineOf(tokens)) }
  if (!isKind(token, 'paragraph')) throw new Error(`${slug}: unknown ${token.type}: ${token.raw}`)
  const [only, another] = token.tokens
  if (isKind(only, 'image') && another === undefined)
    return { kind: 'picture', name: only.href.replace(/^resim\//, ''), alt: only.text }
  return { kind: 'paragraph', line: lineOf(token.tokens) }
}

/** Returns the pieces of a line. The text of an item of a list is wrapped in one token. */
function lineOf(tokens: readonly Token[]): GuideInline[] {
  return tokens.flatMap((token): GuideInline[] => {
    if (isKind(token, 'strong')) return [{ strong: plainText(token.tokens) }]
    if (isKind(token, 'link')) return [{ topic: topicOf(token.href), text: plainText(token.tokens) }]
    if (isKind(token, 'escape')) return [token.text]
    if (!isKind(token, 'text')) throw new Error(`Unknown ${token.type}: ${token.raw}`)
    return token.tokens === undefined ? [token.text] : lineOf(token.tokens)
  })
}

function plainText(tokens: readonly Token[]): string {
  return lineOf(tokens)
    .map((part) => {
      if (typeof part !== 'string') throw new Error(`Only text: ${JSON.stringify(part)}`)
      return part
    })
    .join('')
}

function topicOf(href: string): string {
  const slug = /^([a-z-]+)\.md$/.exec(href)?.[1]
  if (slug === undefined) throw new Error(`No topic of the guide: ${href}`)
  return slug
}

interface Kinds {
  heading: Tokens.Heading
  list: Tokens.List
  paragraph: Tokens.Paragraph
  image: Tokens.Image
  strong: Tokens.Strong
  link: Tokens.Link
  escape: Tokens.Escape
  text: Tokens.Text
}

/** Reports the kind of a token; the union of the parser also has the tokens of extensions, which have any shape. */
const isKind = <Kind extends keyof Kinds>(token: Token | undefined, kind: Kind): token is Kinds[Kind] =>
  token?.type === kind
