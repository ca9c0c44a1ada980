import { foldName } from '#shared/turkish.ts'

interface FaqEntry {
  question: string
  /** Paragraphs of the answer. */
  answer: string[]
}

const PRODUCT_ENTRIES: FaqEntry[] = [
  {
    question: 'KDV oranı kaç ve değiştirilebilir mi?',
    answer: [
      'Varsayılan KDV oranı %20’dir ve bütün işlemlere aynı oran uygulanır; ekrandan değiştirilmez.',
      'KDV hariç birim fiyat, KDV dahil fiyatın 1,2’ye bölünüp kuruşa yuvarlanmasıyla bulunur. Satırların toplamı her zaman belgedeki toplamı verir.',
    ],
  },
  {
    question: 'Fiyatları KDV dahil mi, KDV hariç mi yazmalıyım?',
    answer: [
      'İkisi de olur. İşlem eklerken “KDV dahil” kutusu işaretliyse yazılan fiyat olduğu gibi alınır; işaretli değilse üzerine %20 KDV eklenir. Kutunun nasıl başlayacağını Ayarlar’daki “Varsayılan fiyat girişi” seçimi belirler.',
      'Tabloda her işlemin KDV hariç ve KDV dahil fiyatı yan yana görünür. Satırdaki KDV hariç fiyatı değiştirince KDV dahil olan da yenilenir; dokunulmayan fiyat hiç değişmez.',
    ],
  },
  {
    question: 'Çıkış tarihi boş kalırsa ne olur?',
    answer: [
      'Çıkış tarihi boş olan kayıt devam ediyor sayılır; listede tarihin yerinde bir çizgi görünür.',
      'Durum “Tamamlandı” seçilince boş çıkış tarihi bugünün tarihiyle dolar. Araç başka bir gün teslim edildiyse tarih değiştirilebilir.',
    ],
  },
  {
    question: 'KDV’li PDF ile PDF arasındaki fark nedir?',
    answer: [
      'KDV’li PDF her satırda KDV dahil birim fiyatı ve tutarı, yanında KDV hariç tutarı ve KDV’yi, altta da toplamları gösterir. Sade PDF’de yalnızca KDV hariç fiyatlar ve “Fiyatlara KDV dahil değildir.” notu yer alır.',
      'İkisi de kayıt ekranının üstündeki düğmelerle yeni sekmede açılır ve kaydın son kaydedilen hâlini gösterir; yeni bir kaydı “Kaydet ve KDV’li PDF” düğmesi tek seferde kaydedip açar. “Özel not” hiçbir belgede yazmaz. Bu belgeler fatura yerine geçmez.',
    ],
  },
  {
    question: 'Daha önce gelen bir aracı plakasından nasıl bulurum?',
    answer: [
      'Yeni kayıtta plakasını yazmak yeterlidir: araç daha önce geldiyse son gelişi görünür, Enter ya da “Bilgileri getir” müşteri ve araç bilgilerini doldurur. Plaka, şasi no, müşteri adı ve telefon ikinci karakterden itibaren kayıtlı araç ve müşterileri de önerir.',
      'Bütün gelişleri aracın sayfasındadır: “Her yerde ara” kutusuna (Ctrl+K) ya da Araçlar ekranına plakanın bir bölümünü yazıp aracı açın. Kayıtlarını ilk ekrandaki kutu ve Kayıtlar ekranındaki “Ara” alanı da bulur. Boşluklar, çizgiler, büyük ve küçük harfler önemli değildir: “34abc” yazınca “34 ABC 123” bulunur, plakada ı ile i de aynı harf sayılır.',
      'Bu kutular müşteri adında, şasi numarasında ve dört rakamdan sonra telefonda da arar; Türkçe harf kullanmadan yazılan ad için benzer sonuçlar gösterilir. Aranan kayıt görünmüyorsa ay, yıl ve durum filtrelerini temizleyin.',
    ],
  },
  {
    question: 'Yanlışlıkla sildiğim kaydı veya gideri geri alabilir miyim?',
    answer: [
      'Evet. Silme işlemi önce onay ister; ardından ekranın altında on saniye boyunca “Geri al” düğmesi görünür.',
      'Silinenler hemen listelerden ve istatistiklerden çıkar, ama 30 gün daha “Çöp kutusu”nda durur: Ayarlar’daki “Çöp kutusu” bağlantısıyla ya da “Her yerde ara” kutusuna “çöp” yazarak açın, “Geri getir”e basın. Silinen fiyatlar ve hazır paketler de oradadır. 30 gün sonra kalıcı olarak silinirler.',
    ],
  },
]

function contactEntry(supportEmail: string | undefined): FaqEntry {
  const ways =
    supportEmail === undefined
      ? 'Bu sayfadaki formdan yazabilirsiniz.'
      : `Bu sayfadaki formdan yazabilir ya da ${supportEmail} adresine e-posta gönderebilirsiniz.`
  return {
    question: 'Destek ekibine nasıl ulaşırım?',
    answer: [
      ways,
      'Bir sorunu bildirirken hangi ekranda olduğunuzu, ne yaptığınızı ve ekranda görünen mesajı yazmanız çözümü hızlandırır.',
    ],
  }
}

/** Returns the most frequent questions (specification §2: seven entries), with the installation's address if known. */
export const faqEntries = (supportEmail: string | undefined): FaqEntry[] => [
  ...PRODUCT_ENTRIES,
  contactEntry(supportEmail),
]

/** Returns whether one of the texts contains the search, by Turkish rules. */
const holds = (texts: string[], term: string) => texts.some((text) => foldName(text).includes(term))

export interface FoundEntry extends FaqEntry {
  /** Whether the hit is in the answer, which is then opened. */
  isAnswerHit: boolean
}

/** Returns the entries with the search in question or answer; all entries without a search. */
export function searchFaq(entries: FaqEntry[], query: string): FoundEntry[] {
  const term = foldName(query)
  return entries
    .filter(({ question, answer }) => holds([question, ...answer], term))
    .map((entry) => ({ ...entry, isAnswerHit: term !== '' && holds(entry.answer, term) }))
}
