/** Refusals of quotes and appointments; the server sends them, so the page needs no copy. */
export const stageMessages = {
  refused: 'Teklif, randevu ve hatırlatma yetkiniz yok. Bu yetkiyi firma sahibi verir.',
  statusOfVisit: 'Teklifin ya da randevunun durumu değiştirilemez. Önce kayda çevirin.',
  paymentOfVisit: 'Teklif ya da randevu için tahsilat alınmaz. Kapora almak için önce kayda çevirin.',
  alreadyVisit: 'Bu kayıt az önce servise alındı.',
  notVisit: 'Bu kayıt zaten teklif ya da randevu.',
  hasPayments: 'Tahsilat girilmiş kayıt, tahsilat iptal edilse de teklif ya da randevu yapılamaz.',
  hasHandover: 'Araç kabulü ya da teslimi yapılmış kayıt teklif ya da randevu yapılamaz.',
  isClosed: 'Tamamlanan ya da iptal edilen kayıt teklif ya da randevu yapılamaz.',
  extraOfVisit: 'Bu teklif açık bir kaydın ek işi: kayda çevrilmez. Onaylanınca kaydına eklenir.',
  extraAdded: 'Bu ek iş kayda eklendi. Yeni iş için kayıttan yeniden “Ek iş sor”u seçin.',
  alreadyAdded: 'Bu ek iş az önce kayda eklendi.',
  notExtra: 'Bu teklif bir kaydın ek işi değil.',
  notApproved: 'Müşteri son gönderilen teklifi onaylamadı.',
  visitGone: 'Ek işin kaydı silinmiş. Önce kaydı geri alın.',
  customerErased: 'Müşterinin kişisel verileri silindi; ek iş sorulamaz.',
  visitClosed: 'Ek iş yalnızca devam eden kayda sorulur ve eklenir. Önce kaydı yeniden açın.',
} as const
