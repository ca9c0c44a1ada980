import { createPdfService } from '#server/platform/documents/pdf-service.ts'
import { pdfChunks } from '#server/platform/export/file.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { personalDataBook } from '#server/personal-data/export.ts'

import { bytesOf, jsonOf } from './export.ts'
import { readPdf, withoutSpace } from './read-pdf.ts'

export type PersonalFile = {
  /** The text of the file, and the same without white space and the signs with which a PDF breaks lines. */
  json: string
  pdf: string
  pages: number
}

/** Returns the file of a customer's data in both formats. */
export async function personalFile(ctx: UserCtx, id: number): Promise<PersonalFile> {
  const json = await jsonOf(await personalDataBook(ctx, { id, format: 'JSON' }))
  const service = createPdfService({ threads: 1 })
  try {
    const book = await personalDataBook(ctx, { id, format: 'PDF' })
    const read = await readPdf(Uint8Array.from(await bytesOf(pdfChunks(book, service))))
    return { json, pdf: read.solid, pages: read.pages.length }
  } finally {
    await service.close()
  }
}

/** Returns the words that the text contains, regardless of white space. */
export const wordsIn = (text: string, words: readonly string[]): string[] =>
  words.filter((word) => withoutSpace(text).includes(withoutSpace(word)))
