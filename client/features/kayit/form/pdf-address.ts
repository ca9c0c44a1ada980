import { BASE_PATH } from '#shared/base.ts'

/** Documents with and without VAT. */
export type PdfKind = 'kdvli' | 'kdvsiz'

/** Returns the address of a record's document; it opens in a tab of its own. */
export const pdfAddress = (kind: PdfKind, id: number) =>
  `${BASE_PATH}/api/${kind === 'kdvli' ? 'createPdf' : 'createPdf2'}.php?id=${id}`
