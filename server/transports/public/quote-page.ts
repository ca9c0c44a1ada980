import { html } from 'hono/html'

import type { FrozenQuote, QuoteLine } from '#server/kayit/quote.ts'
import type { PublicAnswer, PublicQuote } from '#server/share/public-quote.ts'
import { isolated, joinIsolated } from '#shared/bidi.ts'
import { formatCount } from '#shared/count.ts'
import { formatDay, formatInstant } from '#shared/date.ts'
import { formatTL, netUnitPrice } from '#shared/money.ts'
import { answerMessages } from '#shared/quote/messages.ts'
import { hasFixedLines, quoteTitle, quoteWord } from '#shared/quote/rules.ts'
import { firstName } from '#shared/share/rules.ts'

import {
  forName,
  type Html,
  itemList,
  itemWords,
  NOTHING,
  type Part,
  type ShownItem,
  totalSums,
} from './layout.ts'

/** A form that was not stored, with the reason; `isTotal` asks for a look at the new total. */
export type AnswerForm = { name: string; positions: ReadonlySet<number>; message: string; isTotal: boolean }

/**
 * Returns the page of a quote: with its form while it can be answered, else with its answer or the reason. Without a
 * path for the form the shop looks, which does not answer its own quote.
 */
export function quotePart(
  { quote, state, answer }: PublicQuote,
  path: string | null,
  form?: AnswerForm,
): Part {
  const { plate, make, customer, day } = quote
  const isOpen = answer === null && state === 'open'
  return {
    heading: quoteWord(quote),
    knownAs: quoteTitle(quote),
    plate,
    about: joinIsolated(' · ', [quoteTitle(quote), make, forName(customer), formatDay(day)]),
    state: `Bu sayfa ${formatDay(day)} tarihli teklifi gösterir.`,
    body: html`${answer === null ? NOTHING : answerOf(quote, answer)}
    ${isOpen || (answer !== null && state !== 'newer') ? NOTHING : notice(reasonOf(state))}
    ${isOpen && path !== null ? formOf(quote, path, form) : answer?.verdict === 'approved' ? NOTHING : offerOf(quote)}`,
  }
}

const reasonOf = (state: PublicQuote['state']) => (state === 'open' ? '' : answerMessages[state])

const notice = (sentence: string) => html`<p class="notice">${sentence}</p>`

/** Returns the lines with the prices of the link's paper: with VAT or net. */
const shownLines = ({ lines, with_vat }: FrozenQuote): ShownItem[] =>
  lines.map(({ name, quantity, unit_kurus, net_kurus, brut_kurus }) => ({
    name,
    quantity,
    unit_kurus: with_vat ? unit_kurus : netUnitPrice(unit_kurus),
    amount_kurus: with_vat ? brut_kurus : net_kurus,
  }))

const offerOf = (quote: FrozenQuote): Html =>
  html`<section class="card" aria-labelledby="isler">
    <h2 id="isler">Yapılacak işler</h2>
    ${itemList(shownLines(quote))}
    <dl>${totalSums(quote.with_vat, quote.totals)}</dl>
    ${quote.with_vat ? NOTHING : html`<p class="note">Fiyatlara KDV dahil değildir.</p>`}
  </section>`

/** Returns the sum of lines as the paper shows it, and that with VAT, which the form sends back. */
function totalOf({ lines, with_vat }: FrozenQuote, isChosen: (position: number) => boolean) {
  const chosen = lines.filter((_, position) => isChosen(position))
  const add = (name: keyof Pick<QuoteLine, 'net_kurus' | 'brut_kurus'>) =>
    chosen.reduce((total, line) => total + line[name], 0)
  return {
    count: chosen.length,
    brut_kurus: add('brut_kurus'),
    shown_kurus: add(with_vat ? 'brut_kurus' : 'net_kurus'),
  }
}

/** Returns the lines to choose from, and below them the name and the two buttons. It works without a script. */
function formOf(quote: FrozenQuote, path: string, form?: AnswerForm): Html {
  const isFixed = hasFixedLines(quote.lines)
  const isChosen = (position: number) => isFixed || form === undefined || form.positions.has(position)
  // Only a total that this page shows may be approved.
  const isShown = form === undefined || form.isTotal
  const { count, shown_kurus, brut_kurus } = totalOf(quote, isShown ? isChosen : () => true)
  return html`<form method="post" action="${path}">
    <section class="card" aria-labelledby="isler">
      <h2 id="isler">
        Yapılacak işler ${isFixed ? NOTHING : html`<small>İstemediğinizin işaretini kaldırın</small>`}
      </h2>
      ${isFixed ? itemList(shownLines(quote)) : choices(shownLines(quote), isChosen)}
      <dl>${totalSums(quote.with_vat, quote.totals)}</dl>
      ${quote.with_vat ? NOTHING : html`<p class="note">Fiyatlara KDV dahil değildir.</p>`}
    </section>
    <section class="card answer" aria-labelledby="yanit">
      <h2 id="yanit">Yanıtınız</h2>
      ${form === undefined ? NOTHING : html`<p class="problem" role="alert">${form.message}</p>`}
      <p class="chosen">
        <span>${formatCount(count)} iş, ${quote.with_vat ? 'KDV dahil' : 'KDV hariç'}</span>
        <b>${formatTL(shown_kurus)}</b>
      </p>
      ${isFixed ? NOTHING : LATER} ${validity(quote)}
      <input type="hidden" name="tutar" value="${brut_kurus}" />
      <label class="field">
        Adınız soyadınız
        <input name="ad" value="${form?.name ?? ''}" autocomplete="name" maxlength="200" required />
      </label>
      <button class="yes" name="yanit" value="onay" ${form?.isTotal === true ? 'autofocus' : ''}>
        Onaylıyorum
      </button>
      <button name="yanit" value="ret" formnovalidate>Kabul etmiyorum</button>
      <p class="small">
        ${
          isFixed
            ? 'İskontolu teklif bütün olarak onaylanır; değişiklik için servisi arayın.'
            : 'İşaretini kaldırdığınız işler yapılmaz.'
        }
        Yanıtınızla birlikte adınız, saat, IP adresiniz ve tarayıcınızın adı servise iletilir.
      </p>
    </section>
  </form>`
}

/** Shown with a struck total while other jobs are ticked than those of this total. */
const LATER = html`<p class="later">
  Seçiminiz değişti. “Onaylıyorum”a basınca önce yeni toplam gösterilir.
</p>`

const validity = ({ valid_until }: FrozenQuote) =>
  valid_until === null
    ? NOTHING
    : html`<p class="small">Teklif ${formatDay(valid_until)} gününün sonuna kadar geçerlidir.</p>`

/** Shows the lines, each a row that is pressed as a whole. */
const choices = (lines: readonly ShownItem[], isChosen: (position: number) => boolean): Html =>
  html`<ul>
    ${lines.map(
      (item, position) =>
        html`<li class="choice">
          <label>
            <input type="checkbox" name="is" value="${position}" ${isChosen(position) ? 'checked' : ''} />
            ${itemWords(item)}
          </label>
        </li>`,
    )}
  </ul>`

/** Shows the stored answer with the first name only, because links are forwarded. */
function answerOf(quote: FrozenQuote, { verdict, at, name, positions }: PublicAnswer): Html {
  const isApproved = verdict === 'approved'
  const accepted = new Set(positions)
  const { count, shown_kurus } = totalOf(quote, (position) => accepted.has(position))
  const left = quote.lines.filter((_, position) => !accepted.has(position)).map((line) => isolated(line.name))
  return html`<section class="card answer" aria-labelledby="yanit">
    <h2 id="yanit">${isApproved ? 'Onayınız servise ulaştı' : 'Teklifi kabul etmediniz'}</h2>
    <p>${joinIsolated(', ', [firstName(name), formatInstant(at.toISOString())])}</p>
    ${
      isApproved
        ? html`${itemList(shownLines(quote).filter((_, position) => accepted.has(position)))}
            <p class="chosen">
              <span>${formatCount(count)} iş, ${quote.with_vat ? 'KDV dahil' : 'KDV hariç'}</span>
              <b>${formatTL(shown_kurus)}</b>
            </p>
            ${left.length === 0 ? NOTHING : html`<p>Seçilmedi: ${left.join(', ')}</p>`}`
        : NOTHING
    }
    <p class="small">Kararınızı değiştirirseniz servisi arayın.</p>
  </section>`
}
