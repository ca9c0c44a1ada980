/**
 * The notice of law 6698 art. 10, shown during a login, before its session. Every change of the text needs a new version,
 * because stored acceptances name it. It informs and does not ask for explicit consent: the law and the
 * authority's communiqué separate the two.
 */
export const CONSENT_TEXT_VERSION = '2026-11-24.2'

/** A stored notice, as it was shown. */
export type Notice = { version: string; body: string }

export type NoticeSection = { heading: string; paragraphs: readonly string[]; items?: readonly string[] }

export const NOTICE_TITLE = '6698 sayılı Kanun kapsamında Aydınlatma Metni'

/** The label of the checkbox. */
export const NOTICE_ACKNOWLEDGEMENT = 'Aydınlatma metnini okudum, anladım.'

export const NOTICE_SECTIONS: readonly NoticeSection[] = [
  {
    heading: 'Veri sorumlusu',
    paragraphs: [
      'Bu metin, 6698 sayılı Kişisel Verilerin Korunması Kanunu’nun (Kanun) 10. maddesi ile Aydınlatma Yükümlülüğünün Yerine Getirilmesinde Uyulacak Usul ve Esaslar Hakkında Tebliğ uyarınca, bu panele giriş yapan kullanıcıları bilgilendirmek için hazırlanmıştır.',
      'Kullanıcı hesabınıza ilişkin kişisel veriler bakımından veri sorumlusu, bu paneli sunan işletmedir. İşletmenin unvanını ve iletişim bilgilerini hesabınızı açan yöneticiden öğrenebilirsiniz.',
      'Panele kaydettiğiniz müşteri ve araç bilgilerindeki kişisel veriler bakımından veri sorumlusu, bu verileri kendi işi için kaydeden servis işletmesidir; bu paneli sunan işletme onları servis işletmesi adına saklar. Servis işletmesi kendi müşterilerini ayrıca aydınlatmakla yükümlüdür.',
    ],
  },
  {
    heading: 'İşlenen kişisel veriler',
    paragraphs: [
      'Panel sizden özel nitelikli kişisel veri istemez; serbest metin alanlarına bu tür veriler yazmayınız.',
    ],
    items: [
      'Kimlik ve iletişim bilgileri: kullanıcı adı, ad ve soyad, e-posta adresi.',
      'Firma bilgileri: firma adı, telefonu, adresi ve logosu, lisans türü ve lisans bitiş tarihi.',
      'İşlem güvenliği bilgileri: parolanızın geri döndürülemez özeti (parolanın kendisi saklanmaz), oturumların başlangıç, son kullanım ve bitiş zamanları, parolanızı en son girdiğiniz zaman, istenmişse parola yenileme bağlantısının geri döndürülemez özeti, eklediğiniz geçiş anahtarlarının adı, açık anahtarı ve son kullanımı (parmak izi ya da yüz bilgisi cihazınızdan çıkmaz), yeni cihazlardan girişlerin zamanı, tarayıcı bilgisi, IP adresi, başarısız giriş denemeleri ve sunucu kayıtları.',
      'Tercihler: kayıt listesi için seçtiğiniz düzen ve sütunlar, kaydettiğiniz görünümler.',
      'Talep ve geri bildirimler: Destek sayfasından gönderdiğiniz konu ve mesaj.',
      'Bu metne ilişkin kayıt: metnin hangi sürümünü ne zaman okuduğunuzu bildirdiğiniz veya girişten vazgeçtiğiniz.',
    ],
  },
  {
    heading: 'İşleme amaçları',
    paragraphs: [],
    items: [
      'Hesabınızın açılması, kimliğinizin doğrulanması ve oturumunuzun sürdürülmesi.',
      'Panelin hizmetlerinin size sunulması: servis kayıtları, belgeler, giderler, istatistikler ve firma ayarları.',
      'Lisansınızın yönetilmesi.',
      'Panelin ve verilerin güvenliğinin sağlanması, yetkisiz girişlerin önlenmesi.',
      'Talep ve geri bildirimlerinizin değerlendirilmesi.',
      'Hukuki yükümlülüklerin yerine getirilmesi ve olası uyuşmazlıklarda hakların korunması.',
    ],
  },
  {
    heading: 'Hukuki sebepler',
    paragraphs: [
      'Kişisel verileriniz, Kanun’un 5. maddesinin 2. fıkrasındaki aşağıdaki sebeplere dayanılarak işlenir. İşleme açık rızanıza dayanmadığından sizden açık rıza istenmez; aşağıdaki kutu yalnızca bu metni okuyup anladığınızı belirtir.',
    ],
    items: [
      'Bir sözleşmenin kurulması veya ifasıyla doğrudan doğruya ilgili olması (c bendi): hesap, oturum, lisans ve panelin hizmetleri.',
      'Veri sorumlusunun hukuki yükümlülüğünü yerine getirebilmesi için zorunlu olması (ç bendi): veri güvenliği önlemleri, aydınlatmanın ispatı, yetkili kurumların talepleri.',
      'Bir hakkın tesisi, kullanılması veya korunması için zorunlu olması (e bendi): uyuşmazlıklar.',
      'Temel hak ve özgürlüklerinize zarar vermemek kaydıyla veri sorumlusunun meşru menfaatleri için zorunlu olması (f bendi): giriş denemelerinin sınırlanması, sunucu kayıtları, geri bildirimler.',
    ],
  },
  {
    heading: 'Toplama yöntemi',
    paragraphs: [
      'Kişisel verileriniz; hesabınızı açan yöneticinin girdiği bilgiler, giriş ekranı ve paneldeki formlar, zorunlu çerezler ve sunucunun tuttuğu kayıtlar aracılığıyla, elektronik ortamda, tamamen veya kısmen otomatik yollarla toplanır.',
      'Panelin çalışması için zorunlu olan çerezler: oturum çerezi (“Beni hatırla” seçiliyse 30 gün, değilse tarayıcı kapanana kadar ve en fazla 12 saat), giriş yaptığınız tarayıcıyı tanıtan ve başkalarının hatalı denemeleri yüzünden girişinizin engellenmesini önleyen çerez (90 gün), bu metni okuduğunuza ilişkin çerez (365 gün) ve çerez bildirimini gördüğünüze ilişkin çerez (180 gün). Görünüm, satır yüksekliği, klavye kısayolları ve fiyatın KDV’si için yaptığınız seçimler de birer çerezle hatırlanır (365 gün); seçim yapmazsanız konmazlar. Yazıp kaydetmedikleriniz taslak olarak, kayıt listesinin süzgeç ve sıralaması da son görünüm olarak bu cihazda durur; çıkış yapınca silinir. Reklam veya izleme çerezi kullanılmaz.',
    ],
  },
  {
    heading: 'Kimlere ve hangi amaçla aktarıldığı',
    paragraphs: [
      'Verileriniz satılmaz, reklam veya profil çıkarma amacıyla kullanılmaz ve panel tarafından kendiliğinden üçüncü kişilere gönderilmez.',
      'Verilere panelin yöneticileri ve bir barındırma hizmeti alınıyorsa bu hizmeti sağlayanlar, görevlerinin ve hizmetin gerektirdiği ölçüde erişebilir. Kanunen yetkili kamu kurum ve kuruluşlarına, talep etmeleri hâlinde ve Kanun’un 8. maddesine uygun olarak aktarım yapılabilir. Panelin sunucusu yurt dışında tutuluyorsa Kanun’un 9. maddesindeki şartlar aranır.',
    ],
  },
  {
    heading: 'Saklama süreleri',
    paragraphs: [],
    items: [
      'Hesap ve firma bilgileri: hesap kullanıldığı sürece, hesap kapatıldıktan sonra ise yasal saklama süreleri sona erip yönetici tarafından silinene kadar.',
      'Oturum kayıtları: oturum sona erene kadar, en fazla 30 gün.',
      'Parola yenileme bağlantısının özeti: kullanılana kadar, en geç 24 saat sonra geçersiz olur ve ertesi gün silinir.',
      'Başarısız giriş denemeleri: 15 dakika boyunca sayılır, en geç ertesi gün silinir.',
      'Giriş yaptığınız IP adresleri ve tarayıcıların geri döndürülemez özetleri: son girişten sonra 90 gün; parolanız değiştiğinde veya hesabınız silindiğinde hemen.',
      'Geçiş anahtarları: siz kaldırana veya hesabınız kapatılana kadar.',
      'Yeni cihazlardan girişlerin zamanı, kısaltılmış IP adresi ve tarayıcı bilgisi: 90 gün.',
      'Sildiğiniz kayıtlar: geri alınabilmeleri için 30 gün.',
      'Bu metne ilişkin kayıt: aydınlatmanın ispatı için, hesap verileriyle birlikte silinene kadar.',
      'Sunucu kayıtları ve yedekler: bu paneli sunan işletmenin güvenlik ve süreklilik için belirlediği süre boyunca.',
    ],
  },
  {
    heading: 'Haklarınız',
    paragraphs: ['Kanun’un 11. maddesi uyarınca veri sorumlusuna başvurarak:'],
    items: [
      'kişisel verilerinizin işlenip işlenmediğini öğrenme,',
      'işlenmişse buna ilişkin bilgi talep etme,',
      'işlenme amacını ve amacına uygun kullanılıp kullanılmadığını öğrenme,',
      'yurt içinde veya yurt dışında aktarıldığı üçüncü kişileri bilme,',
      'eksik veya yanlış işlenmiş olması hâlinde düzeltilmesini isteme,',
      'Kanun’un 7. maddesindeki şartlar çerçevesinde silinmesini veya yok edilmesini isteme,',
      'düzeltme, silme ve yok etme işlemlerinin, verilerin aktarıldığı üçüncü kişilere bildirilmesini isteme,',
      'işlenen verilerin münhasıran otomatik sistemler vasıtasıyla analiz edilmesi suretiyle aleyhinize bir sonucun ortaya çıkmasına itiraz etme,',
      'kanuna aykırı işleme sebebiyle zarara uğramanız hâlinde zararın giderilmesini talep etme hakkına sahipsiniz.',
    ],
  },
  {
    heading: 'Başvuru',
    paragraphs: [
      'Başvurunuzu yazılı olarak ya da kayıtlı elektronik posta (KEP) adresi, güvenli elektronik imza, mobil imza veya hesabınızda kayıtlı e-posta adresiniz üzerinden bu paneli sunan işletmeye iletebilirsiniz. E-posta ile başvurularda Destek sayfasındaki adres kullanılabilir.',
      'Başvurunuz, talebin niteliğine göre en kısa sürede ve en geç otuz gün içinde ücretsiz olarak sonuçlandırılır; işlem ayrıca bir maliyet gerektirirse Kişisel Verileri Koruma Kurulunca belirlenen tarifedeki ücret alınabilir. Başvurunun reddedilmesi, cevabın yetersiz bulunması veya süresinde cevap verilmemesi hâlinde, cevabı öğrendiğiniz tarihten itibaren otuz ve her hâlde başvuru tarihinden itibaren altmış gün içinde Kurula şikâyette bulunabilirsiniz.',
    ],
  },
]

/** Returns the whole notice as one text. The stored fingerprint of an acceptance is its hash. */
export function noticeText(): string {
  const sections = NOTICE_SECTIONS.map(({ heading, paragraphs, items = [] }) =>
    [heading, ...paragraphs, ...items.map((item) => `${ITEM}${item}`)].join('\n'),
  )
  return [NOTICE_TITLE, ...sections, NOTICE_ACKNOWLEDGEMENT].join('\n\n')
}

const ITEM = '- '

/** Returns the parts of a stored text that `noticeText` of this or an earlier version of the application built. */
export function readNotice(body: string): {
  title: string
  sections: NoticeSection[]
  acknowledgement: string
} {
  const blocks = body.split('\n\n')
  const sections = blocks.slice(1, -1).map((block) => {
    const [heading = '', ...lines] = block.split('\n')
    const items = lines.filter((line) => line.startsWith(ITEM)).map((line) => line.slice(ITEM.length))
    const paragraphs = lines.filter((line) => !line.startsWith(ITEM))
    return { heading, paragraphs, ...(items.length > 0 && { items }) }
  })
  return { title: blocks[0] ?? '', sections, acknowledgement: blocks.length > 1 ? (blocks.at(-1) ?? '') : '' }
}
