import { Link, type LinkProps } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { useState } from 'react'

import { ROW_OPENER, PRESSABLE_ROW } from '#client/components/open-row.ts'
import { cn } from '#client/lib/cn.ts'
import { formatCount } from '#client/lib/format.ts'
import { formatInstant } from '#shared/date.ts'
import { Button } from '#client/ui/button.tsx'
import { isolated, withinIsolate } from '#shared/bidi.ts'
import type { ChangeNoun, ItemChanges, ItemLine, ShownChange } from '#shared/change/schema.ts'

import { FIELD_WORDS, itemParts, otherWord, sentenceOf, valueWords } from '#shared/change/words.ts'

const CHANNELS: Readonly<Record<ShownChange['channel'], string>> = {
  page: '',
  legacy: ' · Entegrasyon (API)',
  job: ' · Otomatik',
  link: ' · Bağlantı',
}

type Address = Pick<LinkProps, 'to' | 'params'>
const PAGES: Partial<Record<ChangeNoun, (id: string) => Address>> = {
  kayit: (id) => ({ to: '/book/$id', params: { id } }),
  vehicle: (id) => ({ to: '/vehicle/$id', params: { id } }),
  customer: (id) => ({ to: '/customer/$id', params: { id } }),
}

interface ChangeEntryProps {
  change: ShownChange
  /** Whether the entry names the changed thing and leads to it. */
  isNamed?: boolean
}

/** A change: the action, its time and user, and the differences. */
export function ChangeEntry({ change, isNamed = false }: ChangeEntryProps) {
  const { at, actor_name, channel } = change
  return (
    <li
      {...PRESSABLE_ROW}
      className={cn(
        PRESSABLE_ROW.className,
        'grid gap-1.5 border-b border-border py-3 last:border-b-0 has-data-opens:hover:bg-sunken',
      )}
    >
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
        <span className="min-w-0 wrap-anywhere">
          <span className="font-medium">{sentenceOf(change)}</span>
          {isNamed && <Title change={change} />}
        </span>
        <span className="text-sm text-muted-foreground">
          <time dateTime={at}>{formatInstant(at)}</time>
          {` · ${isolated(actor_name)}${CHANNELS[channel]}`}
        </span>
      </p>
      <Details change={change} />
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
        isolated(title)
      ) : (
        <Link {...ROW_OPENER} {...page} className="text-primary-ink underline underline-offset-2">
          {isolated(title)}
        </Link>
      )}
    </>
  )
}

function Details({ change }: Pick<ChangeEntryProps, 'change'>) {
  const { fields = [], items, count, format, other } = change.detail
  return (
    <>
      {other !== undefined && (
        <p className="text-sm wrap-anywhere">{`${otherWord(change)}: ${isolated(other)}`}</p>
      )}
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
                <bdi className="text-muted-foreground">{withinIsolate(valueWords(name, before))}</bdi>
                <Arrow />
                <bdi>{withinIsolate(valueWords(name, after))}</bdi>
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

/** The number of items to show first: a record may have a thousand, and the next change would be out of reach. */
const SHOWN_ITEMS = 10

/** The changed work items of a record; the first ones until the user asks for all. */
function Items({ items: { added, removed, changed } }: { items: ItemChanges }) {
  const [isWhole, setIsWhole] = useState(false)
  const lines = [
    ...added.map((after) => ({ word: 'Eklendi', after })),
    ...changed.map((change) => ({ word: 'Değişti', ...change })),
    ...removed.map((after) => ({ word: 'Çıkarıldı', after })),
  ]
  const hidden = lines.length - SHOWN_ITEMS
  return (
    <>
      <ul className="grid gap-1 text-sm wrap-anywhere">
        {(isWhole ? lines : lines.slice(0, SHOWN_ITEMS)).map((line, index) => (
          <li key={index}>
            <ItemLineOf {...line} />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <Button
          variant="outline"
          size="sm"
          className="justify-self-start"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? 'Daha az göster' : `${formatCount(hidden)} işlem daha göster`}
        </Button>
      )}
    </>
  )
}

interface ItemLineOfProps {
  word: string
  before?: ItemLine
  after: ItemLine
}

function ItemLineOf({ word, before, after }: ItemLineOfProps) {
  return (
    <>
      {`${word}: `}
      {before !== undefined && (
        <>
          <Item item={before} />
          <Arrow />
        </>
      )}
      <Item item={after} />
    </>
  )
}

/** An item whose name is isolated, so that right-to-left letters in it do not move the price. */
function Item({ item }: { item: ItemLine }) {
  const [quantity, name, price] = itemParts(item)
  return (
    <>
      {quantity}
      <bdi>{withinIsolate(name)}</bdi>
      {price}
    </>
  )
}
