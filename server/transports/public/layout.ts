import { hash } from 'node:crypto'

import { html } from 'hono/html'

import type { PublicPage } from '#server/share/public.ts'
import { formatCount } from '#shared/count.ts'
import { isolated, joinIsolated, withinIsolate } from '#shared/bidi.ts'
import { formatDay, todayInIstanbul } from '#shared/date.ts'
import { formatTL, type Kurus, type Totals, VAT_PERCENT } from '#shared/money.ts'
import { dialledNumber, formatPhone } from '#shared/phone.ts'
import { isTurkishPlate } from '#shared/vehicle.ts'

import { STYLE } from './style.ts'

export type Html = ReturnType<typeof html>

const policyOf = (forms: string) =>
  [
    "default-src 'none'",
    `style-src 'sha256-${hash('sha256', STYLE, 'base64')}'`,
    "base-uri 'none'",
    `form-action ${forms}`,
    "frame-ancestors 'none'",
  ].join('; ')

/** The policy of public pages: no script, no form, no other host, and only the one style that the page has. */
export const PUBLIC_POLICY = policyOf("'none'")
/** The policy of a quote that can be answered: its form goes back to the page itself. */
export const FORM_POLICY = policyOf("'self'")

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
export const text = (value: string) => html`<bdi>${withinIsolate(value)}</bdi>`

export const NOTHING = html``

/** Returns a page with only a heading and a sentence. */
export const messagePage = (title: string, sentence: string): Html =>
  page(
    title,
    html`<main class="gone">
      <h1>${title}</h1>
      <p>${sentence}</p>
    </main>`,
  )

type Frame = Pick<PublicPage, 'company' | 'expires_at'> & {
  heading: string
  /** The number or the day under which the document is known. */
  knownAs: string
  plate: string
  about: string
  body: Html
  /** The address of the page's PDF. */
  pdf: string
  /** Whether a user of the shop looks at the customer's page. */
  isOwn: boolean
  /** Whether the page is of a day or shows the present. */
  state: string
}

/** The parts of the frame that each kind of document adds. */
export type Part = Omit<Frame, 'company' | 'expires_at' | 'pdf' | 'isOwn'>

/** Returns a public page: the shop above, its document, and where the shop is below. */
export function documentPage({
  company,
  expires_at,
  heading,
  knownAs,
  plate,
  about,
  body,
  pdf,
  isOwn,
  state,
}: Frame): Html {
  return page(
    // Messengers show the title before the page is opened, so it has no plate and no name of a customer.
    joinIsolated(' – ', [joinIsolated(' ', [heading, knownAs]), company.name]),
    html`${headerOf(company)}
      <main>
        ${isOwn ? html`<p class="notice">Bu sayfayı müşteriniz görür.</p>` : NOTHING}
        ${plate === '' ? NOTHING : plateOf(plate)}
        <h1>${heading}</h1>
        <p class="about">${about}</p>
        ${body}
        <a class="pdf" href="${pdf}">PDF olarak aç</a>
      </main>
      <footer>${footerOf({ company, expires_at, state })}</footer>`,
  )
}

/** Shows the shop's name and phone, if it has one of them. */
const headerOf = ({ name, tel }: PublicPage['company']): Html =>
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

/** Shows for whom a document is. */
export const forName = (name: string) => (name === '' ? '' : `${isolated(name)} için`)

/** An item as a page shows it; its amounts are with VAT or net, as the link says. */
export type ShownItem = { name: string; quantity: number; unit_kurus: Kurus; amount_kurus: Kurus }

/** Shows the name, the quantity and the amount of an item. */
export const itemWords = ({ name, quantity, unit_kurus, amount_kurus }: ShownItem): Html =>
  html`<span
      ><b>${text(name)}</b>${
        quantity === 1 ? NOTHING : html`<small>${formatCount(quantity)} × ${formatTL(unit_kurus)}</small>`
      }</span
    ><span class="amount">${formatTL(amount_kurus)}</span>`

/** Shows the items of a record. */
export const itemList = (items: readonly ShownItem[]): Html =>
  items.length === 0
    ? NOTHING
    : html`<ul>
        ${items.map((item) => html`<li>${itemWords(item)}</li>`)}
      </ul>`

/** Shows a sum with its label; `name` is the class of the last one. */
export const sum = (label: string, kurus: number, name = ''): Html =>
  html`<dt class="${name}">${label}</dt>
    <dd class="${name}">${formatTL(kurus)}</dd>`

/** Shows the totals of a document: with VAT, or the net one alone. */
export function totalSums(with_vat: boolean, { net_kurus, kdv_kurus, brut_kurus }: Totals): Html[] {
  if (!with_vat) return [sum('KDV hariç toplam', net_kurus, 'total')]
  return [
    sum('KDV hariç toplam', net_kurus),
    sum(`KDV %${VAT_PERCENT}`, kdv_kurus),
    sum('Genel toplam', brut_kurus, 'total'),
  ]
}

function footerOf({ company, expires_at, state }: Pick<Frame, 'company' | 'expires_at' | 'state'>): Html {
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
      Mali değeri yoktur. Fatura yerine geçmez. ${state} Bağlantı ${formatDay(todayInIstanbul(expires_at))}
      tarihine kadar açılır.
    </p>`
}
