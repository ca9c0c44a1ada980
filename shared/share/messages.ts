/** Refusals of links; the server sends them, so the page needs no copy. */
export const shareMessages = {
  notFound: 'Bağlantı bulunamadı.',
  ended: 'Bu bağlantı iptal edilmiş. Yenisi hazır: yeniden deneyin.',
  tooMany: 'Çok fazla açık bağlantı var. Artık gerekmeyenleri iptal edin.',
  tooLong: 'Ekstre bağlantı için çok uzun. Yıl seçip yeniden gönderin.',
  busy: 'Çok fazla istek geldi. Biraz sonra yeniden deneyin.',
} as const
