import { type MouseEvent, useEffect, useEffectEvent, useRef } from 'react'

import { useStore } from '#client/lib/store.ts'
import { Alert } from '#client/ui/alert.tsx'

import { type FormFields, visibleProblems } from './use-field.ts'

/**
 * The problems above the fields, each a link to its field. Each refused attempt focuses the summary unless the user
 * continues typing; problems found while typing do not.
 */
export function ErrorSummary<V extends object>({ form }: { form: FormFields<V> }) {
  const { store } = form
  const box = useRef<HTMLDivElement>(null)
  const attempts = useStore(store, (state) => state.attempts)
  const shown = useStore(store, (state) => visibleProblems(state, form))
  const focus = useEffectEvent((tried: number) => {
    if (tried > 0 && !store.get().isQuiet) box.current?.focus()
  })
  useEffect(() => focus(attempts), [attempts])
  const goTo = (event: MouseEvent, name: string) => {
    event.preventDefault()
    // The problem of a whole list leads to its first control.
    const control = `[name="${name}"], [name^="${name}."]`
    const field = box.current?.closest('form')?.querySelector<HTMLElement>(control)
    // A field in a closed fold cannot take the focus.
    field?.closest('details')?.setAttribute('open', '')
    field?.focus()
  }
  if (shown.length === 0) return null
  return (
    <Alert key={attempts} ref={box} tabIndex={-1}>
      <ul className="grid gap-1">
        {shown.map(({ names: [name], message }) => (
          <li key={`${name ?? ''} ${message}`}>
            {name === undefined ? (
              message
            ) : (
              <a
                href={`#${name}`}
                className="inline-block py-0.5 font-medium underline underline-offset-4 max-md:py-2.5"
                onClick={(event) => goTo(event, name)}
              >
                {message}
              </a>
            )}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
