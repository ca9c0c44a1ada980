import { formatCount } from '#client/lib/format.ts'
import { useStore } from '#client/lib/store.ts'
import { isolated } from '#shared/bidi.ts'
import { formatDay, isDay } from '#shared/date.ts'
import { dialledNumber, formatPhone } from '#shared/phone.ts'

import type { KayitFields } from './info-field.tsx'
import { carTitle } from './values.ts'

/** Shows customer and car of a stored record in two lines, with its days and its notes below. */
export function InfoSummary({ form }: { form: KayitFields }) {
  const values = useStore(form.store, (state) => state.values)
  const {
    musteri_adi_soyadi,
    musteri_tel,
    model_yili,
    km_bilgisi,
    giris_tarihi,
    cikis_tarihi,
    quote_valid_until,
  } = values
  const phone = dialledNumber(musteri_tel)
  const car = [carTitle(values), model_yili].filter(Boolean).join(', ')
  const km = Number(km_bilgisi)
  const days = [
    isDay(giris_tarihi) && `Giriş ${formatDay(giris_tarihi)}`,
    isDay(cikis_tarihi) && `Çıkış ${formatDay(cikis_tarihi)}`,
    isDay(quote_valid_until) && `Geçerlilik ${formatDay(quote_valid_until)}`,
  ].filter(Boolean)
  const notes = [
    ['Açıklama', values.aciklama],
    ['Özel not', values.private_note],
  ] as const
  return (
    <div className="grid gap-1">
      <Line>
        <span className="min-w-0 font-semibold wrap-anywhere">{musteri_adi_soyadi}</span>
        {phone === null ? (
          musteri_tel
        ) : (
          <a
            href={`tel:${phone}`}
            className="inline-flex min-h-6 items-center whitespace-nowrap text-primary underline-offset-4 max-md:-my-2 max-md:min-h-11 hover:underline"
          >
            {formatPhone(musteri_tel)}
          </a>
        )}
      </Line>
      <Line muted>
        <span className="min-w-0 wrap-anywhere">{car}</span>
        {km > 0 && <span className="whitespace-nowrap">{`${formatCount(km)} km`}</span>}
      </Line>
      {days.length > 0 && <p className="text-sm text-muted-foreground">{days.join(' · ')}</p>}
      {notes.map(
        ([label, text]) =>
          text.trim() !== '' && (
            <p key={label} className="line-clamp-3 text-sm wrap-anywhere whitespace-pre-line">
              <span className="text-muted-foreground">{label}: </span>
              {isolated(text)}
            </p>
          ),
      )}
    </div>
  )
}

function Line({ muted = false, children }: { muted?: boolean; children: React.ReactNode }) {
  return (
    <div
      className={`flex flex-wrap items-baseline justify-between gap-x-4 empty:hidden ${muted ? 'text-muted-foreground' : ''}`}
    >
      {children}
    </div>
  )
}
