import sharp from 'sharp'

import type {
  DocumentCompany,
  DocumentKayit,
  DocumentLine,
  ServiceDocument,
} from '#server/platform/documents/service-document.ts'
import { VAT_PERCENT, type Line, kayitTotals, lineTotals, netUnitPrice } from '#shared/money.ts'

const WORK = [
  'Periyodik bakım',
  'Motor yağı değişimi (5W-30, 4 lt)',
  'Yağ filtresi',
  'Ön fren balatası değişimi',
  'Triger seti ve devirdaim pompası değişimi, gergi ve avara rulmanları dahil işçilik',
  'Rot balans ayarı',
  'Şanzıman yağı kontrolü',
]

export type Work = Line & { islem_adi: string }

/** Returns `count` different work items, some with names of several lines. */
export function someWork(count: number): Work[] {
  return Array.from({ length: count }, (_, index) => ({
    islem_adi: `${WORK[index % WORK.length] ?? ''} ${index + 1}`,
    islem_adet: 1 + (index % 4),
    fiyat_kurus: 10_005 + ((index * 73_331) % 995_000),
  }))
}

export const emptyKayit: DocumentKayit = {
  id: 7,
  musteri_adi_soyadi: '',
  musteri_tel: '',
  musteri_talebi: '',
  sasi_no: '',
  arac_marka: '',
  arac_model: '',
  km_bilgisi: null,
  model_yili: null,
  motor_no: '',
  tc_vergino: '',
  plaka: '',
  aciklama: '',
  durum: '',
  giris_tarihi: null,
  cikis_tarihi: null,
  kayit_tarihi: '2026-11-21',
}

const fullKayit: DocumentKayit = {
  id: 1284,
  musteri_adi_soyadi: 'Gülşah Öztürk Çağlayan',
  musteri_tel: '0 (532) 123 45 67',
  musteri_talebi: 'Soğuk çalıştırmada ses geliyor, fren pedalı titriyor.',
  sasi_no: 'WVWZZZ1KZAW123456',
  arac_marka: 'Volkswagen',
  arac_model: 'Golf 1.6 TDI',
  km_bilgisi: 148_250,
  model_yili: 2016,
  motor_no: 'CAYC123456',
  tc_vergino: '10000000146',
  plaka: '34 ABC 123',
  aciklama: 'Arka balatalar %40 seviyesinde.',
  durum: 'Tamamlandı',
  giris_tarihi: '2026-11-19',
  cikis_tarihi: '2026-11-21',
  kayit_tarihi: '2026-11-18',
}

type Overrides = {
  variant?: ServiceDocument['variant']
  company?: Partial<DocumentCompany>
  kayit?: Partial<DocumentKayit>
  work?: readonly Work[]
  paid?: ServiceDocument['paid']
}

/** Returns a realistic document of 21.11.2026; the amounts are computed from the stored prices in `work`. */
export function buildDocument({
  variant = 'vat',
  paid = null,
  company,
  kayit,
  work = someWork(3),
}: Overrides = {}): ServiceDocument {
  const totals = kayitTotals(work)
  if (totals === null) throw new RangeError('the work is too expensive')
  return {
    variant,
    paid,
    issuedOn: '2026-11-21',
    company: {
      name: 'Yıldız Oto Servis',
      tel: '0 (312) 555 12 34',
      address: 'İvedik OSB 1354. Cadde No: 18/A\nYenimahalle / Ankara',
      logo: null,
      ...company,
    },
    kayit: { ...fullKayit, ...kayit },
    lines: work.map(toLine),
    rates: [{ kdv_orani: VAT_PERCENT, ...totals }],
    totals,
  }
}

function toLine({ islem_adi, ...line }: Work): DocumentLine {
  const totals = lineTotals(line)
  if (totals === null) throw new RangeError('the line is too expensive')
  return { islem_adi, ...line, birim_net_kurus: netUnitPrice(line.fiyat_kurus), ...totals }
}

/** Returns an opaque PNG like those of the upload. */
export async function buildLogo(
  size: { width: number; height: number } = { width: 320, height: 120 },
): Promise<Buffer> {
  return await sharp({ create: { ...size, channels: 3, background: '#c2410c' } })
    .png()
    .toBuffer()
}

/** Returns the cells of the items among all table rows, without the table's head. */
export const itemRows = (rows: readonly string[][]): string[][] => rows.filter(([first]) => first !== 'İşlem')

/** Returns '₺1.234,56' as kuruş. */
export function readAmount(text: string): number {
  const match = /^₺(\d{1,3}(?:\.\d{3})*),(\d{2})$/.exec(text)
  if (match === null) throw new Error(`${text} is no amount`)
  return Number(`${match[1]?.replaceAll('.', '')}${match[2]}`)
}
