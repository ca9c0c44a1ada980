/** Messages about passkeys, for the few screens that need them. */
export const passkeyMessages = {
  refused: 'Bu geçiş anahtarıyla giriş yapılamadı. Parolanızla giriş yapabilirsiniz.',
  expired: 'Geçiş anahtarı için tanınan süre doldu. Lütfen yeniden deneyin.',
  impossible: 'Geçiş anahtarları bu adreste kullanılamaz.',
  notAdded: 'Geçiş anahtarı eklenemedi. Lütfen yeniden deneyin.',
  alreadyThere: 'Bu cihazda bu hesabın geçiş anahtarı zaten var.',
  tooMany: 'En fazla 10 geçiş anahtarı eklenebilir. Önce kullanmadığınız birini kaldırın.',
  notFound: 'Böyle bir geçiş anahtarı yok.',
  lastKept:
    'Yöneticiler için ikinci adım zorunlu: son geçiş anahtarını kaldırmadan önce iki adımlı doğrulamayı açın.',
  nameRequired: 'Geçiş anahtarına bir ad verin.',
  loadFailed: 'Geçiş anahtarları yüklenemedi.',
  added: 'Geçiş anahtarı eklendi.',
  renamed: 'Geçiş anahtarının adı değiştirildi.',
  removed: 'Geçiş anahtarı kaldırıldı.',
  cancelled: 'Geçiş anahtarı kullanılmadı: işlem iptal edildi ya da süresi doldu.',
  failed: 'Geçiş anahtarı kullanılamadı.',
} as const
