import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useId, useState } from 'react'

import { shortcutProps, useAreShortcutsOn } from '#client/lib/shortcuts.ts'
import { PLAIN_INPUT } from '#client/lib/input-props.ts'
import { MAX_NAME_LENGTH } from '#shared/options.ts'

/** Shows the search of the first screen, drawn as a plate: Enter leads to the records that match. */
export function FindForm() {
  const id = useId()
  const navigate = useNavigate()
  const hasKeys = useAreShortcutsOn()
  const [q, setQ] = useState('')
  return (
    <search className="min-w-0 grow">
      <form
        className="flex h-16 overflow-hidden rounded-[8px] border-2 border-plate-ink bg-plate text-plate-ink outline-[1.5px] outline-(--plate-rim) has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring"
        onSubmit={(event) => {
          event.preventDefault()
          void navigate({ to: '/books', search: q.trim() === '' ? {} : { q: q.trim() } })
        }}
      >
        <span
          aria-hidden
          className="grid w-9 shrink-0 place-items-end justify-center bg-plate-band pb-2 text-sm leading-none font-semibold text-[#fff] md:w-10"
        >
          TR
        </span>
        <label htmlFor={id} className="sr-only">
          Kayıt ara
        </label>
        <input
          id={id}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          {...PLAIN_INPUT}
          maxLength={MAX_NAME_LENGTH}
          placeholder="Plaka, ad ya da şasi no"
          {...(hasKeys && shortcutProps('Kayıt ara', '/'))}
          className="min-w-0 grow bg-transparent px-4 text-xl font-medium [color-scheme:light] outline-none placeholder:text-[#55606d] md:text-2xl"
          value={q}
          onChange={(event) => setQ(event.target.value)}
        />
        <button
          type="submit"
          aria-label="Ara"
          className="grid w-14 shrink-0 place-items-center [--ring:var(--plate-band)]"
        >
          <Search aria-hidden className="size-6" />
        </button>
      </form>
    </search>
  )
}
