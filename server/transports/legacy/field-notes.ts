type Notes = Readonly<Record<string, string>>

const sentAmount = 'Lira; sayı ya da metin: 12.5, "12,50", "1.250,75", "1 250,75 TL"'
const sentDate = '21.11.2026, 21/11/2026 ya da 2026-11-21; boş: tarih yok'
const answeredDate = 'YYYY-MM-DD, yoksa boş metin'
const perDay = 'Ayın her günü için bir satır'

/** The meaning of each word of the contract, for readers of the description. A test finds words without one. */
const words: Notes = {
  success: 'İstek yerine getirildiyse true',
  message: 'Kişiye gösterilecek cümle',
  request_id: 'İsteğin numarası; sunucunun kayıtlarında da geçer',
  data: 'Cevabın içeriği',
  items: 'Liste',
  records: 'Kayıtların listesi',
  id: 'Numara',
  user_id: 'Sahibi olan kullanıcının numarası',

  token: 'Session-Id başlığında gönderilecek anahtar',
  session_id: 'login.php cevabındaki anahtar',
  user: 'Anahtarın sahibi',
  username: 'Kullanıcı adı',
  password: 'Parola',
  code: 'Doğrulama kodu ya da yedek kod; yalnız iki adımlı doğrulaması açık hesapta',
  auth: 'Yetki: 0 kullanıcı, 3 yönetici',
  email: 'E-posta',
  name_surname: 'Ad soyad',
  new_password: 'Yeni parola',
  current_password: 'Mevcut parola',

  month: 'Ay, 1–12; yalnız ay verilirse bu yılın ayı',
  year: 'Yıl',
  q: 'Başlıkta ya da notta aranacak metin',

  kayit_id: 'Kaydın numarası',
  info: 'Kaydın alanları',
  kayit: 'Kaydın alanları',
  islemler: 'İşlemlerin tamamı, sırasıyla',
  belgeler: 'Kayıtla saklanan belgeler',
  musteri_adi_soyadi: 'Müşterinin adı soyadı',
  musteri_tel: 'Müşterinin telefonu',
  musteri_talebi: 'Müşterinin talebi',
  sasi_no: 'Şasi numarası',
  plaka: 'Plaka',
  arac_marka: 'Aracın markası',
  arac_model: 'Aracın modeli',
  km_bilgisi: 'Kilometre',
  model_yili: 'Model yılı',
  motor_no: 'Motor numarası',
  tc_vergino: 'T.C. kimlik ya da vergi numarası',
  aciklama: 'Açıklama',
  durum: 'Durum: Devam Ediyor, Tamamlandı ya da başka bir metin',
  giris_tarihi: `Giriş tarihi: ${answeredDate}`,
  cikis_tarihi: `Çıkış tarihi: ${answeredDate}`,
  kayit_tarihi: 'Kayıt tarihi: YYYY-MM-DD',
  islem_sayisi: 'İşlem sayısı',
  islem_adi: 'İşlemin adı',
  islem_adet: 'Adet',
  islem_fiyat: 'Birim fiyat, KDV dahil, lira; fiyat görme yetkisi olmayan bir çalışanın anahtarıyla gelmez',
  ad: 'Dosyanın adı',
  tur: 'Dosyanın türü',
  boyut: 'Dosyanın boyutu, bayt',
  url: 'Adres',

  durumlara_gore_kayit: 'Ayın kayıtları, durumlarına göre',
  son_ay_kayit_sayisi: 'Seçilen ayın kayıt sayısı',
  toplam_kayit_sayisi: 'Tüm zamanların kayıt sayısı',
  toplam_gelir: 'Tüm zamanların geliri, lira',
  toplam_gider: 'Tüm zamanların gideri, lira',
  son_ay_gelir: 'Seçilen ayın geliri, lira',
  son_ay_gider: 'Seçilen ayın gideri, lira',
  en_fazla_islemler: 'Ayın en çok yapılan işlemleri, en fazla 10',
  islem_adi_upper: 'İşlemin adı, büyük harflerle',
  toplam_islem_adeti: 'İşlemin toplam adedi',
  gunluk_kayit_sayisi: `Günlük kayıt sayısı. ${perDay}`,
  gunluk_gelir: `Günlük gelir. ${perDay}`,
  gunluk_gider: `Günlük gider. ${perDay}`,
  gunluk_gelir_sayisi: `Geliri olan kayıtların günlük sayısı. ${perDay}`,
  gunluk_gider_sayisi: `Günlük gider sayısı. ${perDay}`,
  label: 'Gün',
  adet: 'Sayı',
  tutar: 'Tutar, lira',

  title: 'Başlık',
  amount: 'Tutar, lira',
  spend_date: 'Harcama günü: YYYY-MM-DD',
  spread_date: 'İkinci tarih, varsa: YYYY-MM-DD',
  note: 'Not',
  month_label: 'Harcama ayı: Kasım 2026',

  company_name: 'Firma adı',
  company_tel: 'Firma telefonu',
  company_adress: 'Firma adresi',
  company_logo: 'Logonun adresi, yoksa boş metin',
  output_format: 'Çıktı formatı: PDF, XLSX ya da CSV',
  logo_url: 'Logonun adresi, yoksa boş metin',
  license_type: 'Lisans türü',
  license_end: 'Lisansın son günü, yoksa boş metin',
  license_end_date: `Lisansın son günü: ${answeredDate}`,
  file: 'Resim dosyası',

  subject: 'Konu',
  sender_name: 'Gönderenin adı',
  sender_phone: 'Gönderenin telefonu',
  sender_email: 'Gönderenin e-postası',
  created_at: 'Gönderildiği an, UTC',
}

/** Additional or different meanings of some of them in input. */
const sentWords: Notes = {
  islem_adet: 'Adet, en az 1',
  islem_fiyat: `Birim fiyat, KDV dahil. ${sentAmount}; okunamayan 0 sayılır; fiyat görme yetkisi olmayan çalışanınki dikkate alınmaz`,
  musteri_adi_soyadi: 'Müşterinin adı soyadı; yeni kayıtta zorunlu',
  sasi_no: 'Şasi numarası; plaka ya da şasi numarasından biri zorunlu',
  plaka: 'Plaka; plaka ya da şasi numarasından biri zorunlu',
  islemler: 'İşlemlerin tamamı, sırasıyla; gönderilmezse işlemler olduğu gibi kalır',
  giris_tarihi: `Giriş tarihi: ${sentDate}`,
  cikis_tarihi: `Çıkış tarihi: ${sentDate}`,
  kayit_tarihi: `Kayıt tarihi: ${sentDate}; yeni kayıtta verilmezse bugün`,
  amount: `Tutar, 0’dan büyük. ${sentAmount}`,
  spend_date: `Harcama günü: ${sentDate}`,
  spread_date: `İkinci tarih: ${sentDate}`,
  license_end_date: `Lisansın son günü: ${sentDate}`,
  company_tel: 'Firma telefonu, verilirse en az 7 karakter',
  subject: 'Konu, en az 3 karakter',
  user: 'Kullanıcının numarası; 0 ya da yok: kendisi',
}

/** Words with a meaning of their own in one path's call. */
const sentWordsOf: Readonly<Record<string, Notes>> = {
  'submitKayit.php': { id: 'Numara; 0 ya da yok: yeni', kayit_id: 'Kaydın numarası, id yerine' },
  'expenseUpsert.php': { id: 'Numara; 0 ya da yok: yeni' },
  'admin/user_upsert.php': {
    id: 'Numara; 0 ya da yok: yeni',
    new_password: 'Yeni kullanıcıda zorunlu, en az 4 karakter; boşsa parola değişmez',
  },
  'createPdf.php': { id: 'Kaydın numarası' },
  'createPdf2.php': { id: 'Kaydın numarası' },
  'addFeedback.php': { message: 'Mesajın kendisi, en az 10 karakter' },
}

/** The same in one path's response. */
const answeredWordsOf: Readonly<Record<string, Notes>> = {
  'admin/feedbacks.php': { message: 'Mesajın kendisi' },
}

/** The meanings of the words in a path's input or response. */
export function fieldNotes(path: string, direction: 'sent' | 'answered'): Notes {
  if (direction === 'sent') return { ...words, ...sentWords, ...sentWordsOf[path] }
  return { ...words, ...answeredWordsOf[path] }
}
