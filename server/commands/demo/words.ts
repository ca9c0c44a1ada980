/** The raw data of an invented shop: names, cars, work and costs that are common in Turkey. */

export const FIRST_NAMES =
  `Ahmet Mehmet Mustafa Ali Hüseyin Hasan İbrahim İsmail Osman Yusuf Murat Ömer Ramazan Halil Süleyman
  Abdullah Recep Emre Burak Kemal Serkan Çağlar Şükrü Ufuk Uğur Volkan Tolga Onur Gökhan Barış Fatma Ayşe
  Emine Hatice Zeynep Elif Meryem Şerife Sultan Özlem Gülşah Çiğdem Işıl Dilek Sevgi Nurcan Yıldız Ebru
  Pınar Esra`.split(/\s+/)

export const SURNAMES =
  `Yılmaz Kaya Demir Çelik Şahin Yıldız Yıldırım Öztürk Aydın Özdemir Arslan Doğan Kılıç Aslan Çetin Kara
  Koç Kurt Özkan Şimşek Polat Özcan Korkmaz Çakır Erdoğan Güneş Işık Ünal Acar Tekin Bulut Keskin Avcı Taş
  Karaca İnce Uçar Güler Sarı Tunç`.split(/\s+/)

export const COMPANIES = [
  'Işık Nakliyat Ltd. Şti.',
  'Güven Gıda San. Tic.',
  'Öz Çınar İnşaat',
  'Yıldız Kurye',
  'Ege Tarım A.Ş.',
  'Mavi Turizm Taşımacılık',
  'Demirci Yapı Market',
  'Şenol Mobilya',
]

/** Province codes, frequent ones more often; the shop is in Bursa. */
export const PLATE_CITIES = '16 16 16 16 16 16 34 34 10 26 41 43 06 35 77'.split(' ')
export const PLATE_LETTERS = 'ABCDEFGHJKLMNPRSTUVYZ'

/** Make, its VIN's first three characters, first and last model year on the road, models. */
export const CARS: readonly (readonly [string, string, readonly [number, number], readonly string[]])[] = [
  ['Fiat', 'NM4', [2005, 2024], ['Egea', 'Doblo', 'Fiorino', 'Linea', 'Albea']],
  ['Renault', 'VF1', [2006, 2024], ['Clio', 'Megane', 'Symbol', 'Fluence', 'Kangoo']],
  ['Tofaş', 'NM4', [1993, 2001], ['Şahin', 'Doğan', 'Kartal']],
  ['Ford', 'NM0', [2006, 2024], ['Focus', 'Courier', 'Connect', 'Transit', 'Fiesta']],
  ['Volkswagen', 'WVW', [2006, 2023], ['Passat', 'Polo', 'Golf', 'Jetta', 'Caddy']],
  ['Toyota', 'NMT', [2007, 2024], ['Corolla', 'C-HR', 'Yaris', 'Auris']],
  ['Hyundai', 'NLH', [2009, 2024], ['i20', 'i10', 'Accent', 'Tucson']],
  ['Opel', 'W0L', [2005, 2023], ['Astra', 'Corsa', 'Insignia', 'Combo']],
  ['Dacia', 'UU1', [2013, 2024], ['Duster', 'Sandero', 'Logan', 'Lodgy']],
  ['Peugeot', 'VF3', [2012, 2024], ['301', '208', '3008', 'Partner']],
  ['Honda', 'NLA', [2006, 2023], ['Civic', 'City', 'CR-V']],
  ['BMW', 'WBA', [2012, 2023], ['320i', '520d', '116d']],
  ['Mercedes-Benz', 'WDD', [2011, 2023], ['C 180', 'E 220', 'Vito']],
]

/** Jobs in the customers' words, each with its work: name, smallest and largest quantity, price in lira with VAT. */
export const JOBS = Object.entries<readonly (readonly [string, number, number, number])[]>({
  'Periyodik bakım istiyor.': [
    ['Motor yağı değişimi (5W-30)', 4, 5, 480],
    ['Yağ filtresi', 1, 1, 420],
    ['Hava filtresi', 1, 1, 550],
    ['Polen filtresi', 1, 1, 490],
    ['Periyodik bakım işçiliği', 1, 1, 1800],
  ],
  'Frene basınca ses geliyor.': [
    ['Ön fren balatası', 1, 1, 2350],
    ['Ön fren diski', 2, 2, 1950],
    ['Fren işçiliği', 1, 1, 1500],
    ['Fren hidroliği değişimi', 1, 1, 850],
  ],
  'Araç geç çalışıyor, aküye bakılsın.': [
    ['Akü 72 Ah', 1, 1, 4250],
    ['Şarj dinamosu kontrolü', 1, 1, 600],
    ['Marş motoru revizyonu', 1, 1, 3200],
  ],
  'Triger seti zamanı gelmiş.': [
    ['Triger seti', 1, 1, 6900],
    ['Devirdaim pompası', 1, 1, 2650],
    ['Antifriz', 2, 3, 390],
    ['Triger işçiliği', 1, 1, 4500],
  ],
  'Ön takımdan ses geliyor.': [
    ['Amortisör (ön)', 2, 2, 3100],
    ['Rotil', 2, 2, 890],
    ['Z rot', 2, 2, 640],
    ['Ön düzen ayarı', 1, 1, 900],
    ['Alt takım işçiliği', 1, 1, 2400],
  ],
  'Klima soğutmuyor.': [
    ['Klima gazı dolumu', 1, 1, 1650],
    ['Klima kompresörü', 1, 1, 9800],
    ['Klima işçiliği', 1, 1, 1200],
  ],
  'Debriyaj kaçırıyor.': [
    ['Debriyaj seti', 1, 1, 8750],
    ['Debriyaj işçiliği', 1, 1, 5200],
    ['Şanzıman yağı', 2, 3, 620],
  ],
  'Kışlık lastik takılacak.': [
    ['Lastik sök-tak', 4, 4, 250],
    ['Balans ayarı', 4, 4, 150],
    ['Lastik oteli (sezonluk)', 1, 1, 1400],
  ],
  'Motor arıza lambası yanıyor.': [
    ['Arıza tespiti (bilgisayarlı)', 1, 1, 950],
    ['Oksijen sensörü', 1, 1, 2780],
    ['Ateşleme bobini', 1, 4, 1350],
    ['Buji', 4, 4, 320],
  ],
  'Muayene öncesi genel kontrol.': [
    ['Muayene öncesi kontrol', 1, 1, 750],
    ['Silecek takımı', 1, 1, 540],
    ['Far ayarı', 1, 1, 300],
    ['Ampul değişimi', 1, 3, 180],
  ],
})

export const NOTES = [
  '',
  '',
  '',
  '',
  'Müşteri bekliyor.',
  'Yedek parça siparişi verildi.',
  'Garanti kapsamında değil.',
  'Bir sonraki bakım 10.000 km sonra.',
  'Araç anahtarı panoda.',
  'Ödeme kredi kartıyla alındı.',
]

/** Costs: title, how often a month, from and to in lira, note. */
export const COSTS: readonly (readonly [string, number, number, number, string])[] = [
  ['Dükkân kirası', 1, 38_000, 38_000, 'Aylık kira'],
  ['Elektrik faturası', 1, 3_200, 6_800, ''],
  ['Su faturası', 1, 450, 900, ''],
  ['Doğalgaz faturası', 1, 600, 5_400, ''],
  ['İnternet ve telefon', 1, 890, 890, ''],
  ['Usta maaşı', 2, 42_000, 46_000, ''],
  ['Çırak maaşı', 1, 26_000, 26_000, ''],
  ['Yedek parça alımı', 9, 2_500, 24_000, 'Parçacıdan alındı'],
  ['Yağ ve sarf malzeme', 3, 1_800, 9_500, ''],
  ['Yemek gideri', 4, 900, 2_600, ''],
  ['Kargo', 3, 120, 480, ''],
  ['Muhasebeci ücreti', 1, 4_500, 4_500, ''],
  ['El aleti alımı', 1, 600, 7_500, ''],
  ['Atık yağ bertaraf ücreti', 1, 350, 700, ''],
]

/** The shop's messages to the administrators, and how many days ago they were written. */
export const FEEDBACKS = [
  {
    daysAgo: 41,
    subject: 'Plakadan bulma çok iyi',
    message:
      'Eski müşterinin aracı gelince plakayı aratıyoruz, önceki bütün kayıtları çıkıyor. Elinize sağlık.',
  },
  {
    daysAgo: 12,
    subject: 'PDF’i WhatsApp’tan göndermek',
    message: 'Belgeyi müşteriye WhatsApp’tan göndermek için bir düğme olsa işimiz kolaylaşır.',
  },
  {
    daysAgo: 3,
    subject: 'Yıl sonu özeti',
    message:
      'Muhasebeci yıl sonunda ay ay gelir ve gider istiyor.\nİstatistiklerde yılın tamamını da görebilir miyiz?',
  },
]
