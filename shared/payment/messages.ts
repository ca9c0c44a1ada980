/** Refusals of payments; the server sends them, so the page needs no copy. */
export const paymentMessages = {
  refused: 'Tahsilatları görme ve alma yetkiniz yok. Bu yetkiyi firma sahibi verir.',
  amountRequired: 'Tutar sıfırdan büyük olmalı.',
  futureDay: 'Tahsilat tarihi bugünden sonra olamaz.',
  refundTooLarge: 'İade, bu kayıtta alınandan fazla olamaz.',
  alreadyStored: 'Bu tahsilat az önce başka bir tutarla kaydedildi. Tahsilatlara bakın.',
  notFound: 'Tahsilat bulunamadı.',
  alreadyReversed: 'Bu tahsilat zaten iptal edilmiş.',
  reversalStays: 'İptal kaydı iptal edilemez. Gerekirse yeni bir tahsilat girin.',
  refundFirst: 'Bu tahsilatın bir bölümü iade edilmiş. Önce iadeyi iptal edin.',
  reversalRefused:
    'Yalnızca kendi girdiğiniz, bugünkü tahsilatı iptal edebilirsiniz. Ötekileri firma sahibi iptal eder.',
  startRefused: 'Hesabın başlangıç gününü yalnızca firma sahibi değiştirebilir.',
} as const
