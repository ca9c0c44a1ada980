import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useState } from 'react'

import { type ListPosition, listPositionAtElement } from '#client/components/list-position.ts'
import { cn } from '#client/lib/cn.ts'
import { Input } from '#client/ui/input.tsx'

interface ComboboxProps<T> extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'list' | 'children'> {
  value: string
  /** Called on every key with the field's text. */
  onValueChange: (text: string) => void
  /** The options for the text; without any the field is an ordinary one. */
  options: readonly T[]
  /** Identifies an option among the others. */
  keyOf: (option: T) => string
  /** Draws an option with phrasing content only. */
  children: (option: T) => ReactNode
  /** Called when an option is chosen by Enter, a click or a tap; the list is closed by then. */
  onChoose: (option: T) => void
  /** The accessible name of the list. */
  listLabel?: string
  /** The class of the box around the field and its list. */
  boxClassName?: string
}

/**
 * A text field that offers options for its text (WAI-ARIA combobox with a listbox). No option is active until the user
 * moves to one with the arrows; before that, Enter and every other key belong to the caller. Typing or ArrowDown opens
 * the list; Escape, Tab and a press elsewhere close it.
 */
export function Combobox<T>(props: ComboboxProps<T>) {
  const { value, onValueChange, options, keyOf, children, onChoose, listLabel = 'Öneriler', ...rest } = props
  const { boxClassName, onKeyDown, onBlur, ...input } = rest
  const id = useId()
  /** The position of the list; `null` while it is closed. */
  const [position, setPosition] = useState<ListPosition | null>(null)
  const [activeKey, setActiveKey] = useState<string | null>(null)
  const isOpen = position !== null && options.length > 0
  const keys = options.map(keyOf)
  const active = isOpen && activeKey !== null ? keys.indexOf(activeKey) : -1

  const close = () => {
    setPosition(null)
    setActiveKey(null)
  }
  const choose = (option: T) => {
    close()
    onChoose(option)
  }
  const goTo = (field: HTMLInputElement, index: number) => {
    setPosition(position ?? listPositionAtElement(field))
    setActiveKey(keys[index] ?? null)
    // The option's element exists already, or is the first one of a list that opens at its beginning.
    document.getElementById(`${id}-${index}`)?.scrollIntoView({ block: 'nearest' })
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const { altKey, ctrlKey, metaKey, shiftKey, isComposing } = event.nativeEvent
    if (isComposing) return
    const isBare = !(altKey || ctrlKey || metaKey || shiftKey)
    const chosen = options[active]
    const last = options.length - 1
    if (isBare && event.key === 'ArrowDown' && last >= 0)
      goTo(event.currentTarget, active === last ? -1 : active + 1)
    else if (isBare && event.key === 'ArrowUp' && isOpen)
      goTo(event.currentTarget, active === -1 ? last : active - 1)
    else if (isBare && event.key === 'Escape' && isOpen) close()
    else if (isBare && event.key === 'Enter' && chosen !== undefined) choose(chosen)
    else {
      // The keys that move in the text lead back to it.
      if (isBare && ['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key)) setActiveKey(null)
      return onKeyDown?.(event)
    }
    event.preventDefault()
  }
  /* oxlint-disable jsx-a11y/prefer-tag-over-role -- no native list shows a price beside a name, or is styled */
  return (
    <div className={cn('relative', boxClassName)}>
      <Input
        autoComplete="off"
        {...input}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-list` : undefined}
        aria-activedescendant={active < 0 ? undefined : `${id}-${active}`}
        value={value}
        onChange={(event) => {
          setPosition(position ?? listPositionAtElement(event.target))
          setActiveKey(null)
          onValueChange(event.target.value)
        }}
        onKeyDown={press}
        onBlur={(event) => {
          close()
          onBlur?.(event)
        }}
      />
      {/* The region exists before its words, so that they are announced. */}
      <span aria-live="polite" className="sr-only">
        {isOpen && `${options.length} öneri. Aşağı okla seçebilirsiniz.`}
      </span>
      {isOpen && (
        <div
          id={`${id}-list`}
          role="listbox"
          tabIndex={-1}
          aria-label={listLabel}
          data-print="hide"
          className={cn(
            'absolute left-0 z-30 w-max min-w-full md:max-w-[max(100%,28rem)] max-md:-mx-4 max-md:w-[calc(100%+2rem)] overflow-y-auto rounded-lg border border-border bg-card p-1.5 text-base text-foreground shadow-lg',
            position.isAbove ? 'bottom-full mb-1' : 'top-full mt-1',
          )}
          style={{ maxHeight: position.height }}
          // The focus stays in the field, so that a phone's keyboard stays open.
          onMouseDown={(event) => event.preventDefault()}
        >
          {options.map((option, index) => (
            <button
              key={keys[index]}
              type="button"
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              className={cn(
                'flex min-h-11 w-full items-center gap-3 rounded-md px-2 py-1 text-left hover:bg-sunken',
                index === active && 'bg-sunken outline-2 -outline-offset-2 outline-ring',
              )}
              onClick={() => choose(option)}
            >
              {children(option)}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

/** Shows a suggestion of a car or a customer; in a narrow list the day goes below. */
export const SuggestionLine = ({ title, text, day }: { title: string; text: string; day: string }) => (
  <span className="flex min-w-0 grow flex-wrap items-center gap-x-3">
    <span className="min-w-0 grow basis-36 wrap-anywhere">
      <span className="block font-semibold">{title}</span>
      <span className="block text-sm text-muted-foreground">{text}</span>
    </span>
    <span className="text-sm text-muted-foreground">{day}</span>
  </span>
)
