/** Refusals of links; the server sends them, so the page needs no copy. */
export const shareMessages = {
  notFound: 'Bağlantı bulunamadı.',
  alreadyUsed: 'Bu bağlantı az önce kullanıldı. Yeni bir bağlantı oluşturun.',
  tooMany: 'Bu kaydın çok fazla açık bağlantısı var. Kullanmadıklarınızı iptal edin.',
  busy: 'Çok fazla istek geldi. Biraz sonra yeniden deneyin.',
} as const
