import type { PdfService } from '#server/platform/documents/pdf-service.ts'

/** A PDF service of a test that makes no tables. */
export const withoutTables: Pick<PdfService, 'renderTables'> = {
  renderTables: () => {
    throw new Error('this service makes no tables')
  },
}
