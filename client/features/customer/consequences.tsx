import { formatCount } from '#client/lib/format.ts'
import type { StoredData } from '#shared/personal-data/schema.ts'

/** Lists everything that an erasure deletes and keeps. It stands in a paragraph, so the list consists of sentences. */
export function Consequences({ stored }: { stored: StoredData }) {
  const { name, records, deleted, vehicles, shared_vehicles: shared, documents } = stored
  const gone = [
    deleted > 0 && `Çöp kutusundaki ${formatCount(deleted)} kayıt tamamen silinir.`,
    documents > 0 && `Kayıtlara eklenen ${formatCount(documents)} belge silinir.`,
    vehicles > 0 &&
      `Yalnızca bu müşterinin getirdiği ${formatCount(vehicles)} araçtan plaka, şasi ve motor no silinir.`,
    shared > 0 &&
      `Başka müşterilerin de getirdiği ${formatCount(shared)} aracın kendi plakası kalır, bu müşterinin kayıtlarından silinir.`,
  ].filter((line) => line !== false)
  return (
    <span className="grid gap-2">
      <span className="font-semibold text-foreground wrap-anywhere">{name}</span>
      <span>
        <b>Silinen: </b>
        {`${formatCount(records)} kayıttan ad, telefon, T.C. / vergi no, plaka, şasi ve motor no, müşteri talebi, açıklama ve özel not; değişiklik geçmişindeki metinler; başvurulardaki notlar; onu arayan kayıtlı görünümler. `}
        {gone.join(' ')}
      </span>
      <span>
        <b>Kalan: </b>
        kayıtların günleri, durumu, kilometresi, marka ve modeli, yapılan işlerin adları ve tutarları.
        Toplamlar ve istatistikler değişmez. İşlem, marka, model veya durum alanına, fiyat listesine, pakete,
        gidere ya da başka bir kaydın notuna kişisel bilgi yazdıysanız önce onu düzeltin.
      </span>
      <span>
        <b>Yedekler: </b>
        otomatik yedekler en çok altı ay, elle ve güncellemeden önce alınanlar yenileri gelene kadar bu
        bilgileri içerir. İndirdiğiniz yedekleri ve dosyaları siz silin.
      </span>
      <span className="font-semibold text-foreground">
        Bu işlem geri alınamaz. Vergi için saklamanız gereken belgeyi önce yazdırın.
      </span>
    </span>
  )
}
