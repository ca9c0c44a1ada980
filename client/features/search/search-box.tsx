import { Link, useRouter } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'

import { LoadError } from '#client/components/page-states.tsx'
import { cn } from '#client/lib/cn.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { isSearchKey } from '#client/lib/shortcuts.ts'
import { PLAIN_INPUT } from '#client/lib/input-props.ts'
import { Input } from '#client/ui/input.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { MAX_NAME_LENGTH } from '#shared/options.ts'

import { OptionLine } from './option-line.tsx'
import {
  hitsAnnouncement,
  enterAnnouncement,
  optionForEnter,
  type Group,
  groupOptions,
  type Option,
  recordsAddress,
} from './options.ts'
import { addRecent, readRecent } from './recent.ts'
import type { SearchUser } from './search-user.ts'
import { type SearchHits, useSearchHits } from './use-search-hits.ts'

const FAILED = 'Arama yapılamadı.'
const UNREACHABLE = 'Bağlantı yok; araçlar, müşteriler ve kayıtlar aranamıyor.'
const OPTION =
  'flex min-h-12 w-full flex-wrap items-center gap-x-3 gap-y-1 rounded-md px-3 py-1.5 text-left hover:bg-sunken md:flex-nowrap'

interface SearchBoxProps {
  user: SearchUser
  /** Called when the field has the focus; returns the text typed before. */
  takeTyped: () => string
  /** Called before a hit is opened on this page. */
  onLeave: () => void
}

/**
 * Shows the field and its list (WAI-ARIA combobox with a listbox). No option is chosen in advance: Enter follows the
 * option marked and announced for it, which is known once the server has answered.
 */
export function SearchBox({ user, takeTyped, onLeave }: SearchBoxProps) {
  const id = useId()
  const router = useRouter()
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [query, setQuery] = useState('')
  const [recent] = useState(() => readRecent(user.id))
  const [activeKey, setActiveKey] = useState<string | null>(null)
  /** Target of an Enter that waits for the answer: this tab or a new one. */
  const [enteredTarget, setEnteredTarget] = useState<'here' | 'tab' | null>(null)
  const hits = useSearchHits(query)
  const retry = () => {
    // The button that was pressed disappears.
    field.current?.focus()
    setEnteredTarget(null)
    hits.retry()
  }
  const groups = groupOptions({ query, user, recent, result: hits.result })
  const options = groups.flatMap((group) => group.options)
  const active = options.findIndex(({ key }) => key === activeKey)
  const chosen = options[active]
  const enterOption = hits.isWaiting ? undefined : optionForEnter(groups, query)
  const idOf = ({ key }: Option) => `${id}-${key}`

  const move = (to: number) => {
    const option = options[to]
    setActiveKey(option?.key ?? null)
    setEnteredTarget(null)
    if (option !== undefined) document.getElementById(idOf(option))?.scrollIntoView({ block: 'nearest' })
    else list.current?.scrollTo({ top: 0 })
  }
  const open = (target: 'here' | 'tab') => {
    const option = chosen ?? enterOption
    const link = option && document.getElementById(idOf(option))
    if (target === 'tab' && link instanceof HTMLAnchorElement) window.open(link.href, '_blank', 'noopener')
    else if (link != null) link.click()
    else {
      onLeave()
      void router.navigate(recordsAddress(query))
    }
  }
  const enter = (target: 'here' | 'tab') => {
    if (chosen === undefined && hits.isWaiting) setEnteredTarget(target)
    else open(target)
  }
  const openEntered = useEffectEvent(() => {
    if (enteredTarget !== null) open(enteredTarget)
  })
  useEffect(() => {
    if (!hits.isWaiting) openEntered()
  }, [hits.isWaiting])
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, nativeEvent, currentTarget } = event
    if (nativeEvent.isComposing) return
    const { length } = options
    // The text stands before the first and after the last option.
    if (key === 'ArrowDown') move(active + 1 < length ? active + 1 : -1)
    else if (key === 'ArrowUp') move(active === -1 ? length - 1 : active - 1)
    else if (key === 'Enter') enter(event.ctrlKey || event.metaKey ? 'tab' : 'here')
    else if (isSearchKey(nativeEvent)) currentTarget.select()
    else {
      if (['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(key)) setActiveKey(null)
      return
    }
    event.preventDefault()
  }
  const noteOpened = (option: Option) => {
    if (option.recentHit !== undefined) addRecent(user.id, option.recentHit)
  }
  /* oxlint-disable jsx-a11y/prefer-tag-over-role -- no native list has groups of links with plates in them */
  return (
    <>
      <div className="relative border-b border-border p-2 pr-14">
        <Search
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-5 -translate-y-1/2 text-muted-foreground"
        />
        <Input
          ref={field}
          role="combobox"
          aria-label="Her yerde ara"
          aria-autocomplete="list"
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen && idOf(chosen)}
          autoComplete="off"
          {...PLAIN_INPUT}
          inputMode="search"
          enterKeyHint="search"
          maxLength={MAX_NAME_LENGTH}
          placeholder="Plaka, ad, telefon, şasi, kayıt no"
          className="pl-11"
          value={query}
          onFocus={() => setQuery((query + takeTyped()).slice(0, MAX_NAME_LENGTH))}
          onChange={(event) => {
            setQuery(event.target.value)
            setActiveKey(null)
            setEnteredTarget(null)
            list.current?.scrollTo({ top: 0 })
          }}
          onKeyDown={press}
        />
        {/* It is mounted before its text, so that screen readers announce the text. */}
        <output className="sr-only">
          {hits.result && `${hitsAnnouncement(groups)} ${enterAnnouncement(enterOption)}`}
        </output>
      </div>
      <div
        ref={list}
        className="flex min-h-0 flex-col overflow-y-auto overscroll-contain p-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))]"
      >
        <States
          hits={{ ...hits, retry, previous: enteredTarget === null ? hits.previous : undefined }}
          hasHits={groups.some(({ label }) => label !== '')}
          user={user}
        />
        <div
          id={`${id}-list`}
          role="listbox"
          tabIndex={-1}
          aria-label="Sonuçlar"
          // The focus stays in the field, and with it the keyboard of a phone.
          onMouseDown={(event) => event.preventDefault()}
        >
          {groups.map((group, index) => (
            <Options key={group.label} group={group} headingId={`${id}-group-${index}`}>
              {(option) => (
                <Link
                  {...option.address}
                  key={option.key}
                  id={idOf(option)}
                  role="option"
                  tabIndex={-1}
                  preload={false}
                  aria-selected={option === chosen}
                  className={cn(
                    OPTION,
                    option === chosen && 'bg-sunken outline-2 -outline-offset-2 outline-ring',
                  )}
                  onClick={(event) => {
                    noteOpened(option)
                    if (!(event.ctrlKey || event.metaKey || event.shiftKey)) onLeave()
                  }}
                >
                  <OptionLine option={option} query={query} />
                  {chosen === undefined && option === enterOption && <EnterKey />}
                </Link>
              )}
            </Options>
          ))}
        </div>
      </div>
    </>
  )
}

/** Marks the option that Enter opens while none is chosen. */
const EnterKey = () => (
  <kbd
    aria-hidden
    className="ml-auto shrink-0 rounded-sm border border-input bg-sunken px-1.5 font-sans text-xs max-md:hidden"
  >
    Enter
  </kbd>
)

interface OptionsProps {
  group: Group
  headingId: string
  children: (option: Option) => React.ReactNode
}

function Options({ group: { label, similar, options }, headingId, children }: OptionsProps) {
  if (label === '') return options.map(children)
  return (
    <div role="group" aria-labelledby={headingId} className="mb-2">
      <div id={headingId} className="px-3 pt-2 pb-1 text-sm font-semibold text-muted-foreground">
        {label}
        {similar && ' (benzer)'}
      </div>
      {options.map(children)}
    </div>
  )
}

/** Shows the state above the options: searching, failed, or without hits. */
function States({ hits, hasHits, user }: { hits: SearchHits; hasHits: boolean; user: SearchUser }) {
  const { error, isWaiting, previous, result, retry } = hits
  if (error !== null) {
    const message = errorMessage(error, FAILED, UNREACHABLE)
    return <LoadError message={message} onRetry={retry} namesConnection={message === UNREACHABLE} />
  }
  if (previous !== undefined) return <Previous {...previous} user={user} />
  if (isWaiting)
    return (
      <div className="grid gap-2 p-2">
        <output className="text-muted-foreground">Aranıyor...</output>
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
      </div>
    )
  if (result === undefined || hasHits) return null
  return (
    <div className="px-3 py-4">
      <p className="font-semibold">Sonuç bulunamadı.</p>
      <p className="text-muted-foreground">
        Plakanın bir bölümünü, adı, telefonu, şasi ya da kayıt numarasını yazın.
      </p>
    </div>
  )
}

/** Shows the hits of the previous text until the new ones arrive, so that nothing moves; they cannot be opened. */
function Previous({
  query,
  result,
  user,
}: {
  query: string
  result: NonNullable<SearchHits['result']>
  user: SearchUser
}) {
  const groups = groupOptions({ query, user, recent: [], result }).filter(
    ({ label }) => !LOCAL_GROUPS.includes(label),
  )
  return (
    <div aria-hidden inert>
      {groups.map((group) => (
        <Options key={group.label} group={group} headingId="">
          {(option) => (
            <div key={option.key} className={OPTION}>
              <OptionLine option={option} query={query} />
            </div>
          )}
        </Options>
      ))}
    </div>
  )
}

/** Groups that are found without the server. */
const LOCAL_GROUPS = ['', 'Ekranlar']
