/** Refusals of links; the server sends them, so the page needs no copy. */
export const shareMessages = {
  notFound: 'Bağlantı bulunamadı.',
  ended: 'Bu bağlantı iptal edilmiş. Yenisi hazır: yeniden deneyin.',
  tooMany: 'Bu kaydın çok fazla açık bağlantısı var. Artık gerekmeyenleri iptal edin.',
  busy: 'Çok fazla istek geldi. Biraz sonra yeniden deneyin.',
} as const
