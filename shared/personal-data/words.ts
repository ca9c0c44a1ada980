import type { ErasureReason, RequestKind } from './schema.ts'

/** The words for the screens and for the file of a customer's data. */
export const REASON_WORDS: Readonly<Record<ErasureReason, string>> = {
  request: 'Müşterinin başvurusu',
  ended: 'İşleme nedeni kalmadı',
  retention: 'Saklama süresi doldu',
}

export const KIND_WORDS: Readonly<Record<RequestKind, string>> = {
  information: 'Bilgi',
  correction: 'Düzeltme',
  erasure: 'Silme',
  other: 'Diğer',
}
