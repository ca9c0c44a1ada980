import { memo, type ReactNode } from 'react'

import { IslemPrint } from '#client/features/kayit/items/item-print.tsx'
import type { IslemRow } from '#client/features/kayit/items/items.ts'
import { formatCount } from '#client/lib/format.ts'
import { isolated } from '#shared/bidi.ts'
import { EMPTY_DASH, formatDay, parseDay } from '#shared/date.ts'
import { formatPhone } from '#shared/phone.ts'

import { type InfoName, type InfoValues, KAYIT_RULES, type KayitValues } from './values.ts'

export interface SheetContent {
  info: InfoValues
  stage: KayitValues['stage']
  /** The last day of a quote's prices. */
  until: string
  rows: IslemRow[]
  isSaved: boolean
  day: string
}

interface Company {
  company_name: string
  company_tel: string
  company_adress: string
  logo_url: string
}

interface SheetProps {
  hasPrices: boolean
  id: number
  /** Absent before the first print. */
  content: SheetContent | undefined
  company: Company
}

/** Shows a record on paper. */
export default memo(function Sheet({ id, content, company, hasPrices }: SheetProps) {
  if (content === undefined) return null
  const { info, stage, until, rows, isSaved, day } = content
  const isQuote = stage === 'quote'
  return (
    <article className="hidden text-sm wrap-anywhere print:block">
      <div className="mb-3 flex items-start justify-between gap-6 border-b-2 border-foreground pb-3">
        <Letterhead {...company} />
        <div className="shrink-0 text-right">
          <h1 className="text-2xl font-semibold">{isQuote ? 'Teklif' : 'Servis fişi'}</h1>
          {id !== 0 && <p>Kayıt no: {id}</p>}
          <p>Kayıt tarihi: {shownDay(info.kayit_tarihi)}</p>
          <p>Düzenleme tarihi: {day}</p>
          {isQuote && until !== '' && <p>Geçerlilik: {shownDay(until)}</p>}
        </div>
      </div>
      {!isSaved && (
        <p className="mb-3 border-2 border-foreground px-3 py-1 font-semibold">
          Bu sayfada kaydedilmemiş bilgiler var.
        </p>
      )}
      <div className="mb-3 grid grid-cols-2 gap-x-8">
        <Facts info={info} names={isQuote ? CUSTOMER : [...CUSTOMER, ...STAY]} />
        <Facts info={info} names={VEHICLE} />
      </div>
      <Note heading={KAYIT_RULES.musteri_talebi.label}>{info.musteri_talebi}</Note>
      <IslemPrint rows={rows} hasPrices={hasPrices} />
      <Note heading={KAYIT_RULES.aciklama.label}>{info.aciklama}</Note>
      <p className="text-xs">Mali değeri yoktur. Fatura yerine geçmez.</p>
    </article>
  )
})

function Letterhead({ company_name, company_tel, company_adress, logo_url }: Company) {
  return (
    <div className="flex min-w-0 items-start gap-4">
      {logo_url !== '' && (
        <img src={logo_url} alt={`${isolated(company_name)} logosu`} className="max-h-20 max-w-44 shrink-0" />
      )}
      <div>
        <p className="text-lg font-semibold">{company_name}</p>
        <p className="whitespace-pre-line">{company_adress}</p>
        {company_tel !== '' && <p>Tel: {formatPhone(company_tel)}</p>}
      </div>
    </div>
  )
}

const CUSTOMER = ['musteri_adi_soyadi', 'musteri_tel', 'tc_vergino'] as const
/** The facts of a car in the shop, which a quote has none of. */
const STAY = ['durum', 'giris_tarihi', 'cikis_tarihi'] as const
const VEHICLE = [
  'plaka',
  'arac_marka',
  'arac_model',
  'model_yili',
  'km_bilgisi',
  'sasi_no',
  'motor_no',
] as const

/** Formats of fields that are printed differently from the typed text. */
const PRINT_FORMATS: Partial<Record<InfoName, (text: string) => string>> = {
  musteri_tel: formatPhone,
  giris_tarihi: shownDay,
  cikis_tarihi: shownDay,
  km_bilgisi: (text) => (/^\d+$/.test(text) ? formatCount(Number(text)) : text),
}

/** Formats a date; a text that is no date is printed as typed. */
function shownDay(text: string): string {
  const parsed = parseDay(text)
  return parsed.ok ? formatDay(parsed.day) : text
}

function Facts({ info, names }: { info: InfoValues; names: readonly InfoName[] }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] content-start gap-x-4 gap-y-0.5">
      {names.map((name) => (
        <div key={name} className="col-span-2 grid grid-cols-subgrid">
          <dt>{KAYIT_RULES[name].label}</dt>
          <dd className="font-semibold">{(PRINT_FORMATS[name]?.(info[name]) ?? info[name]) || EMPTY_DASH}</dd>
        </div>
      ))}
    </dl>
  )
}

function Note({ heading, children }: { heading: string; children: ReactNode }) {
  if (children === '') return null
  return (
    <section className="mb-3">
      <h2 className="break-after-avoid font-semibold">{heading}</h2>
      <p className="whitespace-pre-wrap">{children}</p>
    </section>
  )
}
