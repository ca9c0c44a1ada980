/** Refusals of quotes and appointments; the server sends them, so the page needs no copy. */
export const stageMessages = {
  refused: 'Teklif hazırlama ve görme yetkiniz yok. Bu yetkiyi firma sahibi verir.',
  statusOfVisit: 'Teklifin durumu değiştirilemez. Önce kayda çevirin.',
  paymentOfVisit: 'Teklif için tahsilat alınmaz. Kapora almak için önce kayda çevirin.',
  alreadyVisit: 'Bu teklif az önce kayda çevrildi.',
  notVisit: 'Bu kayıt zaten teklif.',
  hasPayments: 'Tahsilat girilmiş kayıt, tahsilat iptal edilse de teklif yapılamaz.',
  isClosed: 'Tamamlanan ya da iptal edilen kayıt teklif yapılamaz.',
} as const
