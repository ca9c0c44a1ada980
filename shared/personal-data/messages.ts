/** Messages about customers' personal data. They are a separate file because few screens show them. */
export const personalDataMessages = {
  refused: 'Kişisel verilerle ilgili işlemleri yalnızca firma sahibi yapabilir.',
  formatInvalid: 'Biçim PDF veya JSON olmalı.',
  loadFailed: 'Kişisel veriler alınamadı.',
  erased: 'Müşterinin kişisel verileri silindi.',
  eraseFailed: 'Kişisel veriler silinemedi.',
  requestsFailed: 'Başvurular alınamadı.',
  requestSaved: 'Başvuru kaydedildi.',
  requestSaveFailed: 'Başvuru kaydedilemedi.',
  requestNotFound: 'Başvuru bulunamadı.',
  receivedRequired: 'Başvuru tarihi zorunludur.',
  answeredBefore: 'Yanıt tarihi başvurudan önce olamaz.',
  inFuture: 'Tarih bugünden sonra olamaz.',
  erasuresFailed: 'Silinenler alınamadı.',
  retentionFailed: 'Saklama süreleri alınamadı.',
  retentionSaved: 'Saklama süreleri kaydedildi.',
  retentionSaveFailed: 'Saklama süreleri kaydedilemedi.',
} as const
