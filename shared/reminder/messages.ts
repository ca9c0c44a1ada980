/** Refusals of reminders. */
export const reminderMessages = {
  dueRequired: 'Gün ya da kilometre yazın.',
  kmInvalid: 'Kilometre 1 ile 9.999.999 arasında olmalıdır.',
  titleRequired: 'Hatırlatmanın adını yazın.',
  refused: 'Müşteri bu hatırlatmayı istemiyor.',
  conflict: 'Bu hatırlatmayı başka biri değiştirdi. Sayfayı yenileyip tekrar deneyin.',
  tooMany: 'Bir araçta en çok 20 hatırlatma olabilir.',
  carChanged: 'Araç bu sırada birleştirildi ya da ayrıldı. Tekrar deneyin.',
  erased: 'Kişisel verileri silinen araca hatırlatma eklenemez.',
  notFound: 'Hatırlatma bulunamadı.',
} as const
