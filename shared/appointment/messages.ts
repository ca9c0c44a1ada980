/** Refusals of appointments. */
export const appointmentMessages = {
  dayRequired: 'Randevu gününü yazın.',
  timeRequired: 'Randevu saatini 09:30 gibi yazın.',
  minutesInvalid: 'Randevu süresi 5 dakika ile 12 saat arasında olmalıdır.',
  unrecognisable: 'Plaka, ad, telefon ya da yapılacak iş: en az birini yazın.',
  hoursInvalid: 'Kapanış saati açılıştan sonra olmalıdır.',
  capacityInvalid: 'Günlük araç sayısı 1 ile 200 arasında olmalıdır.',
  periodTooLong: 'En çok 14 günün randevuları gösterilir.',
  notFromAppointment: 'Bu kayıt randevuyla gelmedi.',
} as const

/** Refusals of a calendar's address. */
export const calendarMessages = {
  notFound: 'Takvim bulunamadı. Adres yenilenmiş ya da iptal edilmiş olabilir.',
  busy: 'Takvim çok sık istendi. Biraz bekleyip yeniden deneyin.',
} as const
