/** The most e-mails of a shop in 24 hours. */
export const MAX_MAILS_A_DAY = 200

export const MAIL_STATES = ['queued', 'sent', 'failed'] as const
export type MailState = (typeof MAIL_STATES)[number]

/** Refusals and outcomes of e-mails; the server sends or stores them. */
export const mailMessages = {
  notSetUp: 'Bu panelde e-posta ayarlanmamış.',
  tooMany: 'Bugün çok fazla e-posta gönderildi. Yarın yeniden deneyin.',
  customerErased: 'Müşterinin kişisel verileri silindi; belge gönderilemez.',
  invalidAddress: 'Geçerli bir e-posta adresi yazın.',
  unreachable: 'E-posta sunucusuna ulaşılamadı.',
  loginRefused: 'E-posta sunucusu girişi kabul etmedi.',
  ended: 'Bağlantı iptal edildi.',
  late: 'İki gün içinde gönderilemedi.',
  suspended: 'Hesabınız durdurulduğu için bekliyor.',
  suspendedLate: 'Hesabınız durdurulduğu için iki gün içinde gönderilemedi.',
  noAddress: 'Böyle bir e-posta adresi yok.',
  fullBox: 'Alıcının posta kutusu dolu.',
} as const

/** Returns the outcome of a server's refusal of an address, of a text or of this panel, with its code. */
export const refusedBy = (what: 'adresi' | 'mesajı' | 'göndereni', code: number): string =>
  `E-posta sunucusu ${what} kabul etmedi (${code}).`
