import PDFDocument from 'pdfkit'

import { documentFonts } from './fonts.ts'

declare global {
  namespace PDFKit {
    interface OpenedImage {
      width: number
      height: number
    }
    interface PDFDocument {
      /** Writes the info dictionary as XMP; pdfkit's own, not part of its types. */
      _addInfo(): void
      openImage(file: Uint8Array): OpenedImage
    }
  }
}

const XML_ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function xmlEscape(text: string): string {
  return text.replace(/[&<>]/g, (sign) => XML_ENTITIES[sign] ?? sign)
}

/** pdfkit writes the info dictionary into the XMP metadata unescaped: an '&' in a company's name breaks the XML. */
class DocumentWithSoundMetadata extends PDFDocument {
  override _addInfo(): void {
    const { info } = this
    const escaped = Object.entries(info).map(([key, value]: [string, unknown]) => [
      key,
      typeof value === 'string' ? xmlEscape(value) : value,
    ])
    this.info = Object.fromEntries(escaped)
    // oxlint-disable-next-line no-underscore-dangle -- the name is pdfkit's
    super._addInfo()
    this.info = info
  }
}

type PdfOptions = {
  title: string
  author: string
  createdAt: Date
  landscape?: boolean
  /** Structure for screen readers, which stays in memory until the end. */
  isTagged?: boolean
  /** A page is written when the next one begins; otherwise all stay open until the end. */
  isStreamed?: boolean
}

/** An empty A4 document in Turkish with the fonts 'regular' and 'bold', by default upright and tagged. */
export function createPdf(options: PdfOptions): PDFKit.PDFDocument {
  const { landscape = false, isTagged = true, isStreamed = false, ...info } = options
  const pdf = new DocumentWithSoundMetadata({
    size: 'A4',
    layout: landscape ? 'landscape' : 'portrait',
    margin: 0,
    font: '',
    pdfVersion: '1.7',
    lang: 'tr-TR',
    tagged: isTagged,
    displayTitle: true,
    bufferPages: !isStreamed,
    // It has no limit; ours (glyph-runs.ts) is behind it.
    fontLayoutCache: !isStreamed,
    info: {
      Title: info.title,
      Author: info.author,
      Creator: 'Oto Servis Yönetim Paneli',
      CreationDate: info.createdAt,
    },
  })
  for (const [name, font] of Object.entries(documentFonts())) {
    // pdfkit also takes a parsed font; its types allow only files.
    pdf.registerFont(name, font as unknown as Uint8Array)
  }
  return pdf
}

/** Ends the document and collects its bytes, in an ArrayBuffer of their own. */
export async function finishPdf(pdf: PDFKit.PDFDocument): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  return await new Promise((resolve, reject) => {
    pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    pdf.on('error', reject)
    pdf.on('end', () => resolve(joinChunks(chunks)))
    pdf.end()
  })
}

/** The chunks in one ArrayBuffer of their own. */
export function joinChunks(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    joined.set(chunk, at)
    at += chunk.length
  }
  return joined
}
