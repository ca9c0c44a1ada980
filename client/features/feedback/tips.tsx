import { useId } from 'react'

import { Card, CardHeader, CardTitle } from '#client/ui/card.tsx'

/** Tips for which no screen has a place of its own. */
const TIPS = [
  {
    title: 'Telefona yükleyin',
    text: 'Tarayıcı menüsünde “Uygulamayı yükle” ya da “Ana ekrana ekle” varsa panel telefonda bir uygulama gibi açılır.',
  },
  {
    title: 'Bağlantı kesilirse',
    text: 'Yeni kayıt yazmayı sürdürün: “Kaydet” kaydı bu cihazda saklar, bağlantı gelince kendiliğinden ve bir kez gönderir. Panelin bağlantısız da açılması için girişte “Beni hatırla” işaretli olmalıdır.',
  },
  {
    title: 'Yarım kalan yazılar',
    text: 'Kaydetmeden ayrıldığınız bir form bu cihazda taslak olarak durur ve aynı ekranda geri yüklenebilir. Çıkış yapınca taslaklar silinir.',
  },
  {
    title: 'Dosya olarak alın',
    text: 'Kayıtlar, Giderler ve İstatistikler’deki “Dışa aktar” gördüğünüz listeyi, araç ve müşteri sayfalarındaki düğme bütün gelişleri PDF, XLSX veya CSV dosyası olarak verir.',
  },
  {
    title: 'Diğer bilgiler',
    text: 'Şasi no, motor no, vergi no ve notlar kayıtta “Diğer bilgiler” altındadır. “Açıklama” müşteriye verilen belgede yazar, “Özel not” yalnızca panelde görünür.',
  },
]

export function Tips() {
  const id = useId()
  return (
    <Card aria-labelledby={id}>
      <CardHeader>
        <CardTitle id={id}>İpuçları</CardTitle>
      </CardHeader>
      <dl className="grid max-w-prose gap-3">
        {TIPS.map(({ title, text }) => (
          <div key={title}>
            <dt className="font-medium">{title}</dt>
            <dd className="text-muted-foreground">{text}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
