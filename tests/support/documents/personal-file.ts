import { createPdfService } from '#server/platform/documents/pdf-service.ts'
import { pdfChunks } from '#server/platform/export/file.ts'
import type { UserCtx } from '#server/platform/core/context.ts'
import { personalDataBook } from '#server/personal-data/export.ts'

import { bytesOf, jsonOf } from './export.ts'
import { readPdf, withoutSpace } from './read-pdf.ts'

export type PersonalFile = {
  /** As text, and the same without white space and what a PDF breaks lines with. */
  json: string
  pdf: string
  pages: number
}

/** The file of a customer's data in both formats. */
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

/** Which of the words are in the text, however they are spaced. */
export const wordsIn = (text: string, words: readonly string[]): string[] =>
  words.filter((word) => withoutSpace(text).includes(withoutSpace(word)))
