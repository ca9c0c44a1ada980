import { Search } from 'lucide-react'
import { useEffect, useId, useRef, useState, type ComponentProps } from 'react'

import { cn } from '#client/lib/cn.ts'
import { PLAIN_INPUT } from '#client/lib/input-props.ts'
import { Input } from '#client/ui/input.tsx'
import { isolated } from '#shared/bidi.ts'

interface SearchInputProps extends Omit<
  ComponentProps<'input'>,
  'value' | 'defaultValue' | 'onChange' | 'type'
> {
  /** The applied search (from the URL). */
  value: string
  /** Called after the debounce, or at once on Enter or blur. */
  onSearch: (query: string) => void
  /** The debounce in milliseconds. */
  delay?: number
}

/** A search field named 'Ara' that follows the URL and debounces its search. */
export function SearchInput({ value, onSearch, delay = 250, className, ...props }: SearchInputProps) {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const timer = useRef<number>(undefined)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  // The URL now has the typed search; the field follows it again from here on (Back, Temizle).
  if (typed !== null && typed === value) setTyped(null)

  const searchNow = (query: string) => {
    window.clearTimeout(timer.current)
    if (query !== value) onSearch(query)
  }
  return (
    <search
      className={cn('relative block', className)}
      data-in-force={value === '' ? '' : `Arama: ${isolated(value)}`}
    >
      <label htmlFor={id} className="sr-only">
        Ara
      </label>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted-foreground"
      />
      <Input
        {...props}
        id={id}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        {...PLAIN_INPUT}
        className="pl-10"
        value={typed ?? value}
        onChange={(event) => {
          const query = event.target.value
          setTyped(query)
          window.clearTimeout(timer.current)
          timer.current = window.setTimeout(() => onSearch(query), delay)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') searchNow(event.currentTarget.value)
        }}
        onBlur={(event) => {
          searchNow(event.target.value)
          setTyped(null)
        }}
      />
    </search>
  )
}
