/** What the shop has written to the administrators, and how many days ago. */
export const FEEDBACKS = [
  {
    daysAgo: 41,
    subject: 'Plakadan bulma çok iyi',
    message:
      'Eski müşterinin aracı gelince plakayı aratıyoruz, önceki bütün kayıtları çıkıyor. Elinize sağlık.',
  },
  {
    daysAgo: 12,
    subject: 'PDF’i WhatsApp’tan göndermek',
    message: 'Belgeyi müşteriye WhatsApp’tan göndermek için bir düğme olsa işimiz kolaylaşır.',
  },
  {
    daysAgo: 3,
    subject: 'Yıl sonu özeti',
    message:
      'Muhasebeci yıl sonunda ay ay gelir ve gider istiyor.\nİstatistiklerde yılın tamamını da görebilir miyiz?',
  },
]
