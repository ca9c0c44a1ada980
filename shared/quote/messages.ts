/** Refusals of quotes. */
export const quoteMessages = {
  empty: 'Teklifte işlem yok. Göndermeden önce işlem ekleyin.',
  overdue: 'Teklifin geçerlilik günü geçmiş. Göndermeden önce yeni bir gün seçin.',
  tooLong: 'Teklif bağlantı için çok uzun. İşlemleri azaltıp yeniden gönderin.',
  changed: 'Teklif bu arada değişti. Yeni bağlantı hazır: yeniden gönderin.',
} as const

/** Sentences for the customer on the page of a quote. */
export const answerMessages = {
  nameRequired: 'Onaylamak için adınızı yazın.',
  nothingChosen: 'En az bir iş seçin ya da “Kabul etmiyorum” düğmesine basın.',
  newTotal: 'Seçtiğiniz işlerin toplamı aşağıda. Uygunsa yeniden “Onaylıyorum” düğmesine basın.',
  unreadable: 'Yanıtınız okunamadı. Sayfayı yeniden açıp deneyin.',
  expired: 'Bu teklifin süresi doldu. Yeni fiyat için servisinizi arayın.',
  newer: 'Bu teklif yenilendi. Servisinizin gönderdiği son bağlantıyı açın.',
  closed: 'Aracınızdaki iş kapandı, bu teklif artık geçerli değil. Servisinizi arayın.',
  converted: 'Bu teklif iş emrine çevrildi. Değişiklik için servisinizi arayın.',
} as const
