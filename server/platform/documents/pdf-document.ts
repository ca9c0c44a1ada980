import { buffer } from 'node:stream/consumers'

import PDFDocument from 'pdfkit'

import type { Day } from '#shared/date.ts'

declare global {
  namespace PDFKit {
    namespace Mixins {
      interface TextOptions {
        /** The width of the text, which pdfkit measures without it. */
        textWidth?: number
      }
    }
    interface OpenedImage {
      width: number
      height: number
    }
    interface PDFDocument {
      /** Writes the info dictionary as XMP; pdfkit's own, not part of its types. */
      _addInfo(): void
      /** Draws a text as `text` does, which then measures it for a text that continues it. */
      _fragment(text: string, x: number, y: number, options: Mixins.TextOptions): void
      openImage(file: Uint8Array): OpenedImage
    }
  }
}

const XML_ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

const escapeXml = (text: unknown) =>
  typeof text === 'string' ? text.replace(/[&<>]/g, (sign) => XML_ENTITIES[sign] ?? sign) : text

/** pdfkit writes the info dictionary into the XMP metadata unescaped: an '&' in a company's name breaks the XML. */
class DocumentWithEscapedMetadata extends PDFDocument {
  override _addInfo(): void {
    const { info } = this
    this.info = Object.fromEntries(Object.entries(info).map(([key, value]) => [key, escapeXml(value)]))
    // oxlint-disable-next-line no-underscore-dangle -- the name is pdfkit's
    super._addInfo()
    this.info = info
  }
}

type PdfOptions = {
  title: string
  author: string
  issuedOn: Day
  /** Structure for screen readers, which stays in memory until the end. */
  isTagged?: boolean
  /** Whether pages are in landscape and written when the next one begins; otherwise all stay open until the end. */
  isTable?: boolean
}

export function createPdf(options: PdfOptions): PDFKit.PDFDocument {
  const { title, author, issuedOn, isTagged = true, isTable = false } = options
  return new DocumentWithEscapedMetadata({
    size: 'A4',
    layout: isTable ? 'landscape' : 'portrait',
    margin: 0,
    font: '',
    pdfVersion: '1.7',
    // For archives: all fonts are embedded, colours have a profile, and nothing is transparent.
    subset: 'PDF/A-2b',
    lang: 'tr-TR',
    tagged: isTagged,
    displayTitle: true,
    bufferPages: !isTable,
    // pdfkit's cache has no limit; the fonts have one of their own (fonts.ts).
    fontLayoutCache: !isTable,
    info: {
      Title: title,
      Author: author,
      Creator: 'Oto Servis Yönetim Paneli',
      // Noon of the day, so that the same document always gives the same file.
      CreationDate: new Date(`${issuedOn}T12:00:00Z`),
    },
  })
}

/** Ends the document and collects its bytes, in an ArrayBuffer of their own. */
export async function finishPdf(pdf: PDFKit.PDFDocument): Promise<Uint8Array<ArrayBuffer>> {
  pdf.end()
  return Uint8Array.from(await buffer(pdf))
}
