/**
 * Sentences that a schema, an operation or a door can say, written once (specification §5 and §8 to the letter
 * where they are given there). Labels and headings stay in the JSX; tests write the sentences out.
 */
export const messages = {
  unexpected: 'Beklenmeyen bir hata oluştu. Lütfen tekrar deneyin.',
  unavailable: 'Sistem şu anda yanıt veremiyor. Lütfen biraz sonra tekrar deneyin.',
  unauthenticated: 'Oturum bulunamadı. Lütfen tekrar giriş yapın.',
  forbidden: 'Bu işlem için yetkin yok.',
  crossSite: 'Bu istek başka bir siteden geldiği için reddedildi.',
  notFoundPath: 'Böyle bir adres yok.',
  methodNotAllowed: 'Bu adres bu yöntemle çağrılamaz.',
  tooLarge: 'Gönderilen veri çok büyük.',
  unsupportedType: 'Gönderilen içerik türü desteklenmiyor.',
  malformedBody: 'Gönderilen veri okunamadı.',
  invalidInput: 'Gönderilen bilgiler geçersiz.',
  invalidText: 'Metinde izin verilmeyen karakterler var.',
  invalidDate: 'Geçersiz tarih.',
  invalidMonth: 'Geçersiz ay.',
  invalidYear: 'Geçersiz yıl.',
  invalidId: 'Geçersiz kayıt numarası.',

  loginDone: 'Giriş başarılı.',
  loginFailed: 'Giriş başarısız.',
  loginUnreachable: 'Giriş başarısız. Bilgileri kontrol et.',
  loginWrong: 'Kullanıcı adı veya parola hatalı.',
  usernameRequired: 'Kullanıcı adı zorunludur.',
  passwordTooShort: 'Parola en az 4 karakter olmalı.',
  tooManyLogins: 'Çok fazla başarısız deneme yapıldı. Lütfen biraz sonra tekrar deneyin.',
  consentExpired: 'Onay süresi doldu. Lütfen tekrar giriş yapın.',
  logoutFailed: 'Çıkış yapılamadı. Lütfen tekrar deneyin.',
  consentElsewhere:
    'Önce aydınlatma metni onaylanmalı: başka bir sekmede giriş yapın, sonra burada tekrar deneyin.',
  consentRequired: 'Devam etmek için aydınlatma metnini onaylamalısın.',

  customerRequired: 'Müşteri adı zorunludur.',
  plateOrChassisRequired: 'Plaka veya Şasi No’dan en az biri girilmelidir.',
  itemNameRequired: 'İşlem adı boş olamaz.',
  kmInvalid: 'Kilometre geçersiz.',
  modelYearInvalid: 'Model yılı geçersiz.',
  quantityTooLarge: 'Adet en fazla 100.000 olabilir.',
  priceTooLarge: 'Fiyat en fazla 999.999.999,99 olabilir.',
  totalTooLarge: 'Kayıt toplamı çok büyük.',
  tooManyItems: 'Bir kayda en fazla 1.000 işlem eklenebilir.',
  kayitNotFound: 'Kayıt bulunamadı.',
  kayitChanged: 'Bu kayıt siz düzenlerken değiştirildi.',
  kayitCreated: 'Kayıt başarıyla eklendi.',
  kayitUpdated: 'Kayıt başarıyla güncellendi.',
  kayitDeleted: 'Kayıt silindi.',
  kayitDetailsFailed: 'Kayıt detayları alınamadı.',
  kayitSaveFailed: 'Kayıt kaydedilemedi.',
  kayitListFailed: 'Kayıtlar alınamadı.',
  kayitDeleteFailed: 'Silme başarısız',
  kayitRestored: 'Kayıt geri alındı.',
  kayitRestoreFailed: 'Kayıt geri alınamadı.',
  networkError: 'Sunucuya bağlanırken bir hata oluştu.',

  plateUnusual: 'Alışılmış bir plakaya benzemiyor; yine de kaydedilebilir.',
  phoneUnusual: 'Alışılmış bir telefon numarasına benzemiyor; yine de kaydedilebilir.',
  vinUnusual: 'Yeni araçlarda şasi no 17 karakterdir (I, O, Q olmaz); yine de kaydedilebilir.',
  taxNumberUnusual: 'Geçerli bir T.C. kimlik no ya da vergi no değil; yine de kaydedilebilir.',
  draftNotKept: 'Yazılanlar bu tarayıcıda taslak olarak saklanamıyor.',

  expenseRequired: 'Başlık, tutar (>0) ve tarih zorunlu.',
  amountTooLarge: 'Tutar en fazla 999.999.999,99 olabilir.',

  licenseNone: 'Lisans bilgisi yok.',
  licenseExpired: 'Lisans süresi dolmuş.',
  licenseLastWeek: 'Son 7 gün – yenileme zamanı.',
  licenseLastMonth: 'Son 30 gün – plan yap.',
  licenseActive: 'Lisans aktif.',

  pdfBusy: 'Şu anda çok fazla belge hazırlanıyor. Lütfen biraz sonra tekrar deneyin.',
} as const

/** 'Plaka en fazla 200 karakter olabilir.' */
export const tooLong = (label: string, max: number) =>
  `${label} en fazla ${max.toLocaleString('tr-TR')} karakter olabilir.`
