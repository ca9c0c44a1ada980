import { Link, type LinkProps } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'

import { formatCount, formatInstant } from '#client/lib/format.ts'
import type { ChangeDetail, ChangeNoun, ItemChanges, ShownChange } from '#shared/change/schema.ts'

import { FIELD_WORDS, itemWords, sentenceOf, valueWords } from '#shared/change/words.ts'

const CHANNELS: Readonly<Record<ShownChange['channel'], string>> = {
  page: '',
  legacy: ' · Entegrasyon (API)',
  job: ' · Otomatik',
}

type Address = Pick<LinkProps, 'to' | 'params'>
const PAGES: Partial<Record<ChangeNoun, (id: string) => Address>> = {
  kayit: (id) => ({ to: '/book/$id', params: { id } }),
  vehicle: (id) => ({ to: '/vehicle/$id', params: { id } }),
  customer: (id) => ({ to: '/customer/$id', params: { id } }),
}

interface ChangeEntryProps {
  change: ShownChange
  /** Whether the entry names the thing, and leads to it. */
  isNamed?: boolean
}

/** A change: what was done, when and by whom, and what is different since. */
export function ChangeEntry({ change, isNamed = false }: ChangeEntryProps) {
  const { at, actor_name, channel, detail } = change
  return (
    <li className="grid gap-1.5 border-b border-border py-3 last:border-b-0">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
        <span className="min-w-0 wrap-anywhere">
          <span className="font-medium">{sentenceOf(change)}</span>
          {isNamed && <Title change={change} />}
        </span>
        <span className="text-sm text-muted-foreground">
          <time dateTime={at}>{formatInstant(at)}</time>
          {` · ${actor_name}${CHANNELS[channel]}`}
        </span>
      </p>
      <Details detail={detail} />
    </li>
  )
}

function Title({ change: { noun, target_id, verb, title } }: Pick<ChangeEntryProps, 'change'>) {
  if (title === '') return null
  const page = target_id === null || verb === 'delete' ? undefined : PAGES[noun]?.(String(target_id))
  return (
    <>
      {': '}
      {page === undefined ? (
        title
      ) : (
        <Link {...page} className="text-primary-ink underline underline-offset-2">
          {title}
        </Link>
      )}
    </>
  )
}

function Details({ detail: { fields = [], items, count, format, other } }: { detail: ChangeDetail }) {
  return (
    <>
      {other !== undefined && <p className="text-sm wrap-anywhere">{`Diğeri: ${other}`}</p>}
      {count !== undefined && (
        <p className="text-sm text-muted-foreground">{`${formatCount(count)} satır, ${format ?? ''}`}</p>
      )}
      {fields.length > 0 && (
        <dl className="grid gap-x-4 gap-y-1 text-sm md:grid-cols-[11rem_minmax(0,1fr)]">
          {fields.map(({ name, before, after }) => (
            <div key={name} className="contents max-md:grid max-md:gap-0">
              <dt className="text-muted-foreground">{FIELD_WORDS[name] ?? name}</dt>
              <dd className="min-w-0 whitespace-pre-line wrap-anywhere">
                <span className="sr-only">önce </span>
                <span className="text-muted-foreground">{valueWords(name, before)}</span>
                <Arrow />
                <span>{valueWords(name, after)}</span>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {items !== undefined && <Items items={items} />}
    </>
  )
}

function Arrow() {
  return (
    <>
      <ArrowRight aria-hidden className="mx-1.5 inline size-3.5 text-muted-foreground" />
      <span className="sr-only">, sonra </span>
    </>
  )
}

/** What became of the record's work items. */
function Items({ items: { added, removed, changed } }: { items: ItemChanges }) {
  return (
    <ul className="grid gap-1 text-sm wrap-anywhere">
      {added.map((item, index) => (
        <li key={`added-${index}`}>{`Eklendi: ${itemWords(item)}`}</li>
      ))}
      {changed.map(({ before, after }, index) => (
        <li key={`changed-${index}`}>
          {`Değişti: ${itemWords(before)}`}
          <Arrow />
          {itemWords(after)}
        </li>
      ))}
      {removed.map((item, index) => (
        <li key={`removed-${index}`}>{`Çıkarıldı: ${itemWords(item)}`}</li>
      ))}
    </ul>
  )
}
