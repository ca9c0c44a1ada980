/** Refusals of the till; the server sends them, so the page needs no copy. */
export const tillMessages = {
  notFound: 'Gün sonu bulunamadı.',
  notOpened: 'Kasa henüz açılmadı. Önce kasadaki parayı sayıp girin.',
  alreadyOpened: 'Kasa az önce açıldı. Sayfayı yenileyin.',
  alreadyClosed: 'Bu gün az önce kapatıldı. Gün sonuna bakın.',
  changed: 'Siz sayarken yeni bir hareket girildi. Olması gereken tutar değişti; yeniden kontrol edin.',
  reasonRequired: 'Farkın sebebini yazın: kasadan para alındıysa, bozuk para ya da unutulan bir kayıt varsa.',
  keyUsed: 'Bu sayım az önce başka bilgilerle kaydedildi. Gün sonuna bakın.',
} as const
