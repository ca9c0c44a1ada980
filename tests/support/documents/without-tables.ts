import type { PdfService } from '#server/platform/documents/pdf-service.ts'

/** A PDF service of a test that makes no tables. */
export const withoutTables: Pick<PdfService, 'renderTables' | 'renderLetter'> = {
  renderLetter: () => Promise.reject(new Error('no letters')),
  renderTables: () => {
    throw new Error('this service makes no tables')
  },
}
