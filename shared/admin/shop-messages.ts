/** Characters of a suspension's reason, at most. */
export const MAX_SUSPENSION_REASON = 300

/** Messages about whole shops, for administrators. They are a separate file because no other screen shows them. */
export const shopMessages = {
  loadFailed: 'Firmalar yüklenemedi.',
  oneLoadFailed: 'Firma bilgileri yüklenemedi.',
  notFound: 'Firma bulunamadı.',
  ownKept: 'Kendi firmanızı durduramazsınız.',
  suspended: 'Firma durduruldu.',
  suspendFailed: 'Firma durdurulamadı.',
  opened: 'Firma yeniden açıldı.',
  openFailed: 'Firma açılamadı.',
  licensesFailed: 'Lisans süreleri değiştirilemedi.',
  noShops: 'En az bir firma seçin.',
  tooManyShops: 'Bir kerede en fazla 200 firma seçilebilir.',
  dayRequired: 'Yeni bitiş tarihini yazın.',
  stillOpen: 'Bu firma hâlâ açık. Önce Kullanıcılar bölümünde kullanıcısını silin.',
  nameDiffers: 'Yazdığınız, firmanın kullanıcı adıyla aynı değil.',
  reasonRequired: 'Gerekçe yazın.',
  erased: 'Firmanın verileri silindi.',
  eraseFailed: 'Firmanın verileri silinemedi.',
  memberNotFound: 'Hesabı kapatılmış böyle bir çalışan yok.',
  memberErased: 'Çalışanın bilgileri silindi.',
  memberEraseFailed: 'Çalışanın bilgileri silinemedi.',
} as const

/** Returns the refusal of a step for a licence without an end: 'Usta Oto: lisans bitiş tarihi yok. …'. */
export const noEndDate = (name: string) =>
  `${name}: lisans bitiş tarihi yok. Bu firma için tarih seçerek değiştirin. Hiçbir firmanın tarihi değişmedi.`
export const endTooLate = (name: string) =>
  `${name}: bu tarih 2200 yılını aşıyor. Hiçbir firmanın tarihi değişmedi.`
export const changedMeanwhile = (name: string) =>
  `${name} bu arada değiştirildi. Hiçbir firmanın tarihi değişmedi; listeye bakıp tekrar deneyin.`
