import { html } from 'hono/html'

import { periodWords } from '#server/balance/statement.ts'
import type { PublicHistory, PublicPage, PublicRecord, PublicStatement } from '#server/share/public.ts'
import { joinIsolated } from '#shared/bidi.ts'
import { formatCount } from '#shared/count.ts'
import { formatDay } from '#shared/date.ts'
import { formatTL } from '#shared/money.ts'
import { sharePath } from '#shared/share/rules.ts'

import { type AnswerForm, quotePart } from './quote-page.ts'
import {
  documentPage,
  forName,
  type Html,
  itemList,
  NOTHING,
  type Part,
  sum,
  text,
  totalSums,
} from './layout.ts'

const LIVING = 'Bu sayfa her zaman günceldir.'

/** `form` is what the customer sent but could not be stored; `isOwn`: a user of the shop looks. */
type Visit = { form?: AnswerForm | undefined; isOwn: boolean }

/** Returns the public page of a link. */
export function publicPage(shown: PublicPage, token: string, visit: Visit): Html {
  const { company, expires_at } = shown
  const pdf = `${sharePath(token)}/pdf`
  return documentPage({ company, expires_at, pdf, isOwn: visit.isOwn, ...partOf(shown, token, visit) })
}

function partOf(shown: PublicPage, token: string, { form, isOwn }: Visit): Part {
  if (shown.kind === 'quote') return quotePart(shown, isOwn ? null : sharePath(token), form)
  if (shown.kind === 'record') return recordPart(shown)
  return shown.kind === 'vehicle' ? historyPart(shown) : statementPart(shown)
}

/** Returns a record with the amounts of its document. */
function recordPart(record: PublicRecord): Part {
  const { plate, make, customer } = record
  return {
    heading: record.title,
    knownAs: formatDay(record.day),
    plate,
    about: joinIsolated(' · ', [make, forName(customer), formatDay(record.day)]),
    state: LIVING,
    body: html`<section class="card" aria-labelledby="isler">
      <h2 id="isler">${record.quote === undefined ? 'Yapılan işler' : 'Yapılacak işler'}</h2>
      ${itemList(record.lines)}
      <dl>${sumsOf(record)}</dl>
      ${record.with_vat ? NOTHING : html`<p class="note">Fiyatlara KDV dahil değildir.</p>`}
      ${validity(record)}
    </section>`,
  }
}

/** Tells until when the prices of a quote hold. */
function validity({ quote }: PublicRecord): Html {
  const day = quote?.valid_until ?? null
  return day === null
    ? NOTHING
    : html`<p class="note">Bu teklif ${formatDay(day)} gününe kadar geçerlidir.</p>`
}

function sumsOf({ with_vat, totals, paid }: PublicRecord): Html[] {
  const total = totalSums(with_vat, totals)
  if (paid === null) return total
  // Payments are with VAT on either paper, as in the PDF.
  const withVat = with_vat ? '' : ' (KDV dahil)'
  const rest = paid.rest_kurus < 0 ? 'Fazla ödenen' : 'Kalan'
  return [
    ...total,
    sum(`Ödenen${withVat}`, paid.paid_kurus),
    sum(`${rest}${withVat}`, Math.abs(paid.rest_kurus)),
  ]
}

/** Returns a car's visits, each with its work. */
const historyPart = ({ plate, make, visits, isCut }: PublicHistory): Part => ({
  heading: 'Araç geçmişi',
  knownAs: '',
  plate,
  about: joinIsolated(' · ', [make, `${formatCount(visits.length)} geliş`, 'her zaman güncel']),
  state: LIVING,
  body: html`${visits.map(
      ({ day, km, items, total_kurus }) =>
        html`<section class="card">
          <h2>${formatDay(day)}${km === null ? NOTHING : html` <small>${formatCount(km)} km</small>`}</h2>
          ${itemList(items)}
          <dl>${sum('Toplam', total_kurus, 'total')}</dl>
        </section>`,
    )}
    <p class="note">Fiyatlara KDV dahildir.${isCut ? ' Daha eski gelişler gösterilmez.' : ''}</p>`,
})

/** Returns a statement of its day, each line with the balance after it. */
function statementPart({ day, name, rows, end_kurus, ...period }: PublicStatement): Part {
  const of = `${formatDay(day)} tarihli`
  return {
    heading: 'Hesap ekstresi',
    knownAs: formatDay(day),
    plate: '',
    about: joinIsolated(' · ', [forName(name), periodWords(period), of]),
    state: `Bu sayfa ${of}dir; sonraki hareketleri göstermez.`,
    body: html`<section class="card" aria-labelledby="hareketler">
      <h2 id="hareketler">Hareketler</h2>
      ${
        rows.length === 0
          ? html`<p class="none">Hesapta hareket yok.</p>`
          : html`<ul>
              ${rows.map(movementOf)}
            </ul>`
      }
      <dl>${sum(end_kurus < 0 ? 'Alacağınız' : 'Borcunuz', Math.abs(end_kurus), 'total')}</dl>
    </section>`,
  }
}

function movementOf(row: PublicStatement['rows'][number]): Html {
  const { day, words, plate, debit_kurus, credit_kurus, balance_kurus, isCarried } = row
  const about = joinIsolated(' · ', [day === null ? '' : formatDay(day), plate])
  return html`<li>
    <span><b>${text(words)}</b><small>${about}</small></span
    ><span class="amount"
      >${formatTL(isCarried ? balance_kurus : debit_kurus - credit_kurus)}${
        isCarried ? NOTHING : html`<small>Bakiye ${formatTL(balance_kurus)}</small>`
      }</span
    >
  </li>`
}
