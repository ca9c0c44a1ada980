import { Link } from '@tanstack/react-router'
import { FileText, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'

import { Amount } from '#client/components/amount.tsx'
import { DurumBadge } from '#client/components/durum-badge.tsx'
import { LoadError } from '#client/components/page-states.tsx'
import { hasNoPrice, findUnpriced, useUnpricedQuestion } from '#client/features/kayit/items/unpriced.tsx'
import { pdfAddress } from '#client/features/kayit/form/pdf-address.ts'
import { trpc } from '#client/lib/api.ts'
import { markFirstStepDone } from '#client/lib/first-steps.ts'
import { carText, formatCount } from '#client/lib/format.ts'
import { useRight } from '#client/lib/session.ts'
import { useToday } from '#client/lib/use-today.ts'
import { Button } from '#client/ui/button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { isolated } from '#shared/bidi.ts'
import { formatDay, formatInstant } from '#shared/date.ts'
import type { KayitDetail, KayitListItem } from '#shared/kayit/schema.ts'
import { messages } from '#shared/messages.ts'
import { kayitTotals } from '#shared/money.ts'
import { dialledNumber, formatPhone } from '#shared/phone.ts'

import { statusWord } from './status-cell.tsx'

/**
 * Shows a record as a telephone call needs it: customer, work and amount. It is read-only; 'Düzenle' opens the form.
 */
export function PreviewContent({ row }: { row: KayitListItem }) {
  const id = row.kayit_id
  const record = trpc.kayit.get.useQuery({ kayit_id: id })
  const hasPrices = useRight('prices')
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <Button asChild size="sm">
          <Link to="/book/$id" params={{ id: String(id) }}>
            <Pencil aria-hidden />
            Düzenle
          </Link>
        </Button>
        {hasPrices && (
          <>
            <Pdf kind="kdvli" id={id} label="KDV’li PDF" record={record} />
            <Pdf kind="kdvsiz" id={id} label="PDF" record={record} />
          </>
        )}
      </div>
      <Facts row={row} record={record.data} />
      {record.isError && (
        <LoadError
          message={messages.kayitDetailsFailed}
          isPending={record.isFetching}
          onRetry={() => void record.refetch()}
        />
      )}
      {record.isPending && <Skeleton className="h-32" />}
      {record.data !== undefined && <Work record={record.data} />}
    </div>
  )
}

interface PdfProps {
  kind: 'kdvli' | 'kdvsiz'
  id: number
  label: string
  record: { data: KayitDetail | undefined; isPending: boolean }
}

/** Shows the link to a document, or a button that asks first if an item has no price. */
function Pdf({ kind, id, label, record }: PdfProps) {
  const { askUnpriced, unpricedQuestion } = useUnpricedQuestion()
  const unpriced = findUnpriced(record.data?.islemler ?? [])
  const open = () => {
    window.open(pdfAddress(kind, id), '_blank', 'noopener')
    markFirstStepDone('pdf')
  }
  if (record.isPending || unpriced.count > 0)
    return (
      <>
        <Button
          size="sm"
          variant="outline"
          disabled={record.isPending}
          onClick={() => askUnpriced(unpriced, 'Yine de aç', open)}
        >
          <FileText aria-hidden />
          {label}
        </Button>
        {unpricedQuestion}
      </>
    )
  return (
    <Button asChild size="sm" variant="outline">
      <a href={pdfAddress(kind, id)} target="_blank" rel="noopener" onClick={() => markFirstStepDone('pdf')}>
        <FileText aria-hidden />
        {label}
      </a>
    </Button>
  )
}

function Facts({ row, record }: { row: KayitListItem; record: KayitDetail | undefined }) {
  const km = record?.kayit.km_bilgisi ?? null
  const car = carText(row)
  const today = useToday()
  return (
    <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1.5 text-sm">
      <Fact name="Durum">
        <DurumBadge durum={statusWord(row, today)} />
      </Fact>
      <Fact name="Telefon">{row.musteri_tel && <PhoneLink phone={row.musteri_tel} />}</Fact>
      <Fact name="Araç">{car}</Fact>
      <Fact name="Şasi no">{row.sasi_no && <span className="chassis break-all">{row.sasi_no}</span>}</Fact>
      <Fact name="Kilometre">{km !== null && formatCount(km)}</Fact>
      <Fact name="Geçerlilik">{row.quote_valid_until && formatDay(row.quote_valid_until)}</Fact>
      <Fact name="Giriş tarihi">{row.giris_tarihi && formatDay(row.giris_tarihi)}</Fact>
      <Fact name="Çıkış tarihi">{row.cikis_tarihi && formatDay(row.cikis_tarihi)}</Fact>
      <Fact name="Son değişiklik">{record && formatInstant(record.updated_at)}</Fact>
    </dl>
  )
}

/** Shows a fact; renders nothing for an empty value. */
function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null
  return (
    <>
      <dt className="text-muted-foreground">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  )
}

function PhoneLink({ phone }: { phone: string }) {
  const number = dialledNumber(phone)
  if (number === null) return formatPhone(phone)
  return (
    <a
      href={`tel:${number}`}
      className="inline-flex min-h-11 items-center text-primary underline underline-offset-4 md:min-h-6"
    >
      {formatPhone(phone)}
    </a>
  )
}

function Work({ record: { kayit, islemler } }: { record: KayitDetail }) {
  const priced = islemler.flatMap(({ islem_adet, fiyat_kurus }) =>
    fiyat_kurus === undefined ? [] : [{ islem_adet, fiyat_kurus }],
  )
  const hasPrices = priced.length === islemler.length
  const totals = kayitTotals(priced)
  return (
    <>
      <Note name="Müşteri talebi" text={kayit.musteri_talebi} />
      {islemler.length === 0 ? (
        <p className="text-muted-foreground">Henüz işlem eklenmedi.</p>
      ) : (
        <table className="w-full text-sm">
          <caption className="sr-only">İşlemler</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">İşlem</th>
              {hasPrices && <th scope="col">Tutar</th>}
            </tr>
          </thead>
          <tbody>
            {islemler.map((islem) => (
              <tr key={islem.id}>
                <td className="border-b border-border py-1.5 pr-3 wrap-anywhere">
                  {isolated(islem.islem_adi)}
                  {islem.islem_adet > 1 && (
                    <span className="text-muted-foreground">{` × ${formatCount(islem.islem_adet)}`}</span>
                  )}
                </td>
                {islem.fiyat_kurus !== undefined && (
                  <td className="border-b border-border py-1.5 text-right align-top">
                    <Amount kurus={islem.fiyat_kurus * islem.islem_adet} />
                    {hasNoPrice(islem) && <span className="block text-xs text-warning">Fiyat girilmedi</span>}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {totals !== null && priced.length > 0 && (
        <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-sm">
          <dt className="text-muted-foreground">KDV hariç toplam</dt>
          <dd className="text-right">
            <Amount kurus={totals.net_kurus} />
          </dd>
          <dt className="text-muted-foreground">KDV</dt>
          <dd className="text-right">
            <Amount kurus={totals.kdv_kurus} />
          </dd>
          <dt className="text-base font-semibold">KDV dahil toplam</dt>
          <dd className="text-right text-lg font-semibold">
            <Amount kurus={totals.brut_kurus} />
          </dd>
        </dl>
      )}
      <Note name="Açıklama" text={kayit.aciklama} />
    </>
  )
}

function Note({ name, text }: { name: string; text: string }) {
  if (text === '') return null
  return (
    <section>
      <h3 className="text-sm text-muted-foreground">{name}</h3>
      <p className="max-h-40 overflow-y-auto wrap-anywhere whitespace-pre-line">{text}</p>
    </section>
  )
}
