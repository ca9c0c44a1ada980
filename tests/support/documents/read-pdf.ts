import { getDocumentProxy } from 'unpdf'

/** A piece of text on a page, in points from the page's lower left corner. */
type PdfText = { text: string; x: number; y: number; right: number }

export type ReadPage = {
  texts: PdfText[]
  /** The cells of the table rows that begin on this page, as a screen reader gets them. */
  rows: string[][]
  /** Roles of the structure elements, in order. */
  roles: string[]
}

export type ReadPdf = {
  pages: ReadPage[]
  /** Every text of the file, in drawing order, one a line. */
  text: string
  /** The same without white space, so that wrapped names and words match. */
  solid: string
  rows: string[][]
  title: string
  author: string
  language: string
  xmp: string
}

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>
type PdfPage = Awaited<ReturnType<PdfDocument['getPage']>>
type Node = { role?: string; type?: string; id?: string; children?: Node[] }
type Item = { str?: string; type?: string; id?: string; transform?: number[]; width?: number }

/** Reads a PDF with an independent library (PDF.js): its visible text and its structure for screen readers. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  // The library detaches the buffer.
  const pdf = await getDocumentProxy(bytes.slice())
  const { info } = (await pdf.getMetadata()) as unknown as { info: Record<string, string> }
  const pages: ReadPage[] = []
  for (let number = 1; number <= pdf.numPages; number++) pages.push(await readPage(await pdf.getPage(number)))
  await pdf.loadingTask.destroy()
  const text = pages.flatMap((page) => page.texts.map((piece) => piece.text)).join('\n')
  return {
    pages,
    text,
    solid: withoutSpace(text),
    rows: pages.flatMap((page) => page.rows),
    title: info['Title'] ?? '',
    author: info['Author'] ?? '',
    language: info['Language'] ?? '',
    xmp: /<x:xmpmeta[\s\S]*<\/x:xmpmeta>/.exec(Buffer.from(bytes).toString('utf8'))?.[0] ?? '',
  }
}

export const withoutSpace = (text: string): string => text.replace(/\s+/g, '')

async function readPage(page: PdfPage): Promise<ReadPage> {
  const content = await page.getTextContent({ includeMarkedContent: true, disableNormalization: true })
  const tree = (await page.getStructTree()) as Node | null
  const { texts, byMark } = collectTexts(content.items)
  // PDF.js's tree of a page also names elements whose content is on other pages.
  const nodes = flatten(tree).filter((node) => flatten(node).some(({ id = '' }) => byMark.has(id)))
  const rows = nodes
    .filter((node) => node.role === 'TR')
    .map((row) => (row.children ?? []).map((cell) => textOf(cell, byMark)))
  return { texts, rows, roles: nodes.flatMap((node) => (node.role === undefined ? [] : [node.role])) }
}

/** Returns the texts in order, and those of each marked piece of content by its id. */
function collectTexts(items: readonly Item[]): { texts: PdfText[]; byMark: Map<string, string[]> } {
  const texts: PdfText[] = []
  const byMark = new Map<string, string[]>()
  let mark = ''
  for (const item of items) {
    if (item.type !== undefined) mark = item.type === 'beginMarkedContentProps' ? (item.id ?? '') : ''
    if (item.str === undefined || item.str === '') continue
    const text = item.str.trim()
    const [x = 0, y = 0] = item.transform?.slice(4) ?? []
    if (text !== '') texts.push({ text, x, y, right: x + (item.width ?? 0) })
    if (mark !== '') byMark.set(mark, [...(byMark.get(mark) ?? []), item.str])
  }
  return { texts, byMark }
}

function flatten(node: Node | null): Node[] {
  return node === null ? [] : [node, ...(node.children ?? []).flatMap(flatten)]
}

function textOf(node: Node, byMark: ReadonlyMap<string, string[]>): string {
  return flatten(node)
    .flatMap((child) => byMark.get(child.id ?? '') ?? [])
    .filter((text) => text !== ' ')
    .join(' ')
}
