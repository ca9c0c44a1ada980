/** Refusals of payments; the server sends them, so the page needs no copy. */
export const paymentMessages = {
  refused: 'Tahsilatları görme ve alma yetkiniz yok. Bu yetkiyi firma sahibi verir.',
  amountRequired: 'Tutar sıfırdan büyük olmalı.',
  futureDay: 'Tahsilat tarihi bugünden sonra olamaz.',
  refundTooLarge: 'İade, bu kayıtta alınandan fazla olamaz.',
  refundAboveCredit: 'İade, müşterinin hesabında tutulan paradan fazla olamaz.',
  beforeStart: 'Bu gün, hesabın başlangıcından önce. O günlerin borcunu devreden bakiyeye yazın.',
  alreadyStored: 'Bu tahsilat az önce başka bilgilerle kaydedildi. Tahsilatlara bakın.',
  paidMeanwhile: 'Bu kaydın tahsilatları az önce değişti. Yeni kalana bakıp yeniden deneyin.',
  notFound: 'Tahsilat bulunamadı.',
  alreadyReversed: 'Bu tahsilat zaten iptal edilmiş.',
  reversalStays: 'İptal kaydı iptal edilemez. Gerekirse yeni bir tahsilat girin.',
  moved: 'Bu tahsilat az önce değişti. Sayfayı yenileyip yeniden deneyin.',
  refundStays: 'İade bir kayda sayılamaz.',
  onRecord: 'Bu tahsilat zaten bir kayda sayılmış.',
  otherCustomer: 'Bu kayıt başka bir müşterinin.',
  refundFirst: 'Bu tahsilatın bir bölümü iade edilmiş. Önce iadeyi iptal edin.',
  reversalRefused:
    'Yalnızca kendi girdiğiniz, bugünkü ve kasası kapanmamış tahsilatı iptal edebilirsiniz. Ötekileri firma sahibi iptal eder.',
  startInFuture: 'Hesabın başlangıcı bugünden sonra olamaz.',
  startRefused: 'Hesabın başlangıç gününü yalnızca firma sahibi değiştirebilir.',
} as const
