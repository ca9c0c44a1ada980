import { hash } from 'node:crypto'

import { html } from 'hono/html'

import type { PublicRecord } from '#server/share/public.ts'
import { isolated, joinIsolated, withinIsolate } from '#shared/bidi.ts'
import { formatDay, todayInIstanbul } from '#shared/date.ts'
import { formatTL, VAT_PERCENT } from '#shared/money.ts'
import { dialledNumber, formatPhone } from '#shared/phone.ts'
import { sharePath } from '#shared/share/rules.ts'
import { isTurkishPlate } from '#shared/vehicle.ts'

import { STYLE } from './style.ts'

type Html = ReturnType<typeof html>

/** The policy of public pages: no script, no form, no other host, and only the one style that the page has. */
export const PUBLIC_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', STYLE, 'base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The style has no text of a user, and an escaped one would break it. */
const style = html([`<style>${STYLE}</style>`] as unknown as TemplateStringsArray)

const page = (title: string, body: Html) =>
  html`<!doctype html>
    <html lang="tr">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="robots" content="noindex,nofollow" />
        <meta name="format-detection" content="telephone=no" />
        <title>${isolated(title)}</title>
        ${style}
      </head>
      <body>
        ${body}
      </body>
    </html> `

/** Shows a text of a user, which cannot turn the text around it. */
const text = (value: string) => html`<bdi>${withinIsolate(value)}</bdi>`

const NOTHING = html``

/** Returns a page with only a heading and a sentence. */
export const messagePage = (title: string, sentence: string): Html =>
  page(
    title,
    html`<main class="gone">
      <h1>${title}</h1>
      <p>${sentence}</p>
    </main>`,
  )

/** Returns the public page of a record, with the amounts of its document. */
export function recordPage(record: PublicRecord, token: string): Html {
  const { company, plate, make, customer } = record
  const title = company.name === '' ? HEADING : company.name
  const about = [make, customer === '' ? '' : `${isolated(customer)} için`, formatDay(record.day)]
  return page(
    title,
    html`${headerOf(company)}
      <main>
        ${plate === '' ? NOTHING : plateOf(plate)}
        <h1>${HEADING}</h1>
        <p class="about">${joinIsolated(' · ', about)}</p>
        <section class="card" aria-labelledby="isler">
          <h2 id="isler">Yapılan işler</h2>
          ${
            record.lines.length === 0
              ? NOTHING
              : html`<ul>
                  ${record.lines.map(lineOf)}
                </ul>`
          }
          <dl>${sumsOf(record)}</dl>
          ${record.with_vat ? NOTHING : html`<p class="note">Fiyatlara KDV dahil değildir.</p>`}
        </section>
        <a class="pdf" href="${sharePath(token)}/pdf">PDF olarak aç</a>
      </main>
      <footer>${footerOf(record)}</footer>`,
  )
}

const HEADING = 'Servis fişi'

/** Shows the shop's name and phone, if it has one of them. */
const headerOf = ({ name, tel }: PublicRecord['company']): Html =>
  name === '' && tel === ''
    ? NOTHING
    : html`<header>
        <div>
          <p>${text(name)}</p>
          ${phoneLink(tel)}
        </div>
      </header>`

function phoneLink(tel: string): Html {
  const dialled = dialledNumber(tel)
  if (tel === '') return NOTHING
  return dialled === null
    ? html`<span>${text(tel)}</span>`
    : html`<a href="tel:${dialled}" aria-label="Servisi arayın: ${formatPhone(tel)}">${formatPhone(tel)}</a>`
}

const plateOf = (plate: string) =>
  html`<div class="plate">
    ${isTurkishPlate(plate) ? html`<i aria-hidden="true">TR</i>` : NOTHING}<span>${text(plate)}</span>
  </div>`

const lineOf = ({ name, quantity, unit_kurus, amount_kurus }: PublicRecord['lines'][number]) =>
  html`<li>
    <span
      ><b>${text(name)}</b>${
        quantity === 1 ? NOTHING : html`<small>${COUNT.format(quantity)} × ${formatTL(unit_kurus)}</small>`
      }</span
    ><span class="amount">${formatTL(amount_kurus)}</span>
  </li>`

const COUNT = new Intl.NumberFormat('tr-TR')

function sumsOf({ with_vat, totals, paid }: PublicRecord): Html[] {
  const { net_kurus, kdv_kurus, brut_kurus } = totals
  const sum = (label: string, kurus: number, name = '') =>
    html`<dt class="${name}">${label}</dt>
      <dd class="${name}">${formatTL(kurus)}</dd>`
  const total = with_vat
    ? [
        sum('KDV hariç toplam', net_kurus),
        sum(`KDV %${VAT_PERCENT}`, kdv_kurus),
        sum('Genel toplam', brut_kurus, 'total'),
      ]
    : [sum('KDV hariç toplam', net_kurus, 'total')]
  if (paid === null) return total
  return [...total, sum('Ödenen', paid.paid_kurus), sum('Kalan', paid.rest_kurus)]
}

function footerOf({ company, expires_at }: PublicRecord): Html {
  const place = company.address.replace(/\s+/gu, ' ').trim()
  const map = `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`
  return html`${
      place === ''
        ? NOTHING
        : html`<p>
            ${text(place)} <a href="${map}" rel="noopener noreferrer nofollow" target="_blank">Yol tarifi</a>
          </p>`
    }
    <p>
      Mali değeri yoktur. Fatura yerine geçmez. Bu bağlantı ${formatDay(todayInIstanbul(expires_at))} tarihine
      kadar açılır ve kaydın güncel hâlini gösterir.
    </p>`
}
