import { hasGlyph } from './fonts.ts'
import { layOutDocument } from './layout.ts'
import { finishPdf } from './pdf-document.ts'
import { embeddablePng } from './png.ts'
import { type ServiceDocument, prepareDocument } from './service-document.ts'

/**
 * Renders the document as PDF on the calling thread: hundreds of milliseconds for a long one, see
 * `pdf-service.ts`.
 */
export async function renderDocument(document: ServiceDocument): Promise<Uint8Array<ArrayBuffer>> {
  const { logo } = document.company
  const prepared = prepareDocument(document, hasGlyph)
  return await finishPdf(layOutDocument(prepared, logo === null ? null : embeddablePng(logo)))
}
