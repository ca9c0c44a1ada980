/** Refusals of intake and delivery; the server sends them, so the page needs no copy. */
export const intakeMessages = {
  conflict: 'Form bu arada başka biri tarafından değiştirildi.',
  visitOnly: 'Araç kabul ve teslim, araç gelince yapılır. Önce kayda çevirin.',
  customerErased: 'Müşterinin kişisel verileri silindi; bu form artık gönderilemez.',
  signerRequired: 'İmzalayanın adını yazın.',
  signatureTooLong: 'İmza çok uzun. Temizleyip daha kısa atın.',
  tooManyMarks: 'En fazla 60 hasar işaretlenebilir.',
  fuelInvalid: 'Yakıt 0 ile 8 arasında olmalıdır.',
  timeInvalid: 'Saat 00:00 ile 23:59 arasında olmalıdır.',
  timeWithoutDay: 'Saat için önce günü seçin.',
  monthsInvalid: 'Garanti süresini 1 ile 120 ay arasında yazın.',
  warrantyKmInvalid: 'Garanti kilometresini 1 ile 999.999 arasında yazın.',
  tooManyWarranties: 'En fazla 60 işe ayrı garanti verilebilir.',
  termsUnknown:
    'Müşterinin imzaladığı kabul şartları artık geçerli değil. Müşteri yeni şartları okuyup yeniden imzalasın.',
  termsChanged: 'Kabul şartları bu arada değişti. Formu kapatıp açın; müşteri yeni şartları okusun.',
} as const
