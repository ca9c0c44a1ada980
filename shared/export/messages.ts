/**
 * Messages of exports. They are separate from `shared/messages.ts`, so that the page loads them with the first export.
 */
export const exportMessages = {
  shopBusy:
    'Aynı anda en fazla iki dosya hazırlanabilir. Süren dışa aktarma bitince ya da vazgeçince tekrar deneyin.',
  busy: 'Şu anda çok sayıda dosya hazırlanıyor. Lütfen biraz sonra tekrar deneyin.',
  tooManyRows:
    'Bir Excel sayfasına en fazla 1.048.575 satır sığar. Filtreyle daha az kayıt ya da CSV biçimini seçin.',
  pdfTooLong:
    'PDF en fazla 10.000 satır için hazırlanır. Filtreyle daha az kayıt ya da XLSX veya CSV biçimini seçin.',
  pdfTooLongForJson: 'PDF en fazla 10.000 satır için hazırlanır. Bilgilerin tamamını JSON olarak alın.',
  failed: 'Dosya hazırlanamadı. Lütfen tekrar deneyin; yine olmazsa filtreyle daha az kayıt seçin.',
  broken: 'Bağlantı koptu, dosya tamamlanamadı. Bağlantınızı denetleyip tekrar deneyin.',
} as const
