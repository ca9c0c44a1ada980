import {
  type KeyboardEvent,
  type ReactNode,
  type ToggleEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'

import { cn } from '#client/lib/cn.ts'

export interface Choice {
  value: string
  content: ReactNode
}

interface ChoiceMenuProps {
  /** The accessible name of the button and of the menu. */
  label: string
  choices: readonly Choice[]
  /** The current choice, if there is one. */
  value?: string
  /** `opener` is the button. */
  onChoose: (value: string, opener: HTMLElement) => void
  className?: string
  /** The content of the button. */
  children: ReactNode
}

/** The height in pixels of a menu of six choices; with less below its button it opens above, unless there is less. */
const ROOM = 290

/**
 * A button with a menu of choices. The menu is a popover of the browser: no frame of a table cuts it, and a press
 * elsewhere or Escape closes it. It is rendered with the first touch of its button, because a list has a hundred of
 * them.
 */
export function ChoiceMenu({ label, choices, value, onChoose, className, children }: ChoiceMenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [isWanted, setIsWanted] = useState(false)
  const want = () => setIsWanted(true)
  const close = () => menu.current?.hidePopover()

  useEffect(() => {
    if (!isOpen) return undefined
    const panel = menu.current
    const items = panel?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? []
    const current = [...items].find((item) => item.ariaChecked === 'true') ?? items[0]
    current?.focus({ preventScroll: true })
    // The menu does not move with the page.
    const hide = () => panel?.hidePopover()
    window.addEventListener('scroll', hide, { once: true, passive: true })
    return () => window.removeEventListener('scroll', hide)
  }, [isOpen, menu])

  return (
    <>
      <button
        ref={button}
        type="button"
        data-print="keep"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        popoverTarget={isWanted ? id : undefined}
        className={className}
        onPointerDown={want}
        onFocus={want}
        // Assistive software presses without pointer and focus; the browser opens the menu after this handler.
        onClick={() => flushSync(want)}
      >
        {children}
      </button>
      {isWanted && (
        <div
          ref={menu}
          id={id}
          popover="auto"
          role="menu"
          tabIndex={-1}
          aria-label={isOpen ? label : undefined}
          className="fixed inset-auto m-0 min-w-48 rounded-lg border border-border bg-card p-1.5 text-left text-base text-foreground shadow-lg"
          onBeforeToggle={(event: ToggleEvent) => {
            if (event.newState === 'open') placeBelow(menu.current, button.current)
          }}
          onToggle={(event: ToggleEvent) => setIsOpen(event.newState === 'open')}
          onKeyDown={(event) => moveFocus(event, close)}
        >
          {isOpen &&
            choices.map((choice) => (
              <button
                key={choice.value}
                type="button"
                role={value === undefined ? 'menuitem' : 'menuitemradio'}
                aria-checked={value === undefined ? undefined : choice.value === value}
                tabIndex={-1}
                className={cn(
                  'flex min-h-11 w-full items-center gap-2 rounded-md px-2 text-left hover:bg-sunken md:min-h-10',
                  choice.value === value && 'bg-sunken',
                )}
                onClick={() => {
                  close()
                  if (button.current !== null) onChoose(choice.value, button.current)
                }}
              >
                {choice.content}
              </button>
            ))}
        </div>
      )}
    </>
  )
}

function placeBelow(menu: HTMLElement | null, button: HTMLElement | null): void {
  if (menu === null || button === null) return
  const { left, top, bottom } = button.getBoundingClientRect()
  const { innerHeight, innerWidth } = window
  const x = Math.max(8, Math.min(left, innerWidth - 200))
  menu.style.inset =
    innerHeight - bottom < Math.min(ROOM, top)
      ? `auto auto ${innerHeight - top + 4}px ${x}px`
      : `${bottom + 4}px auto auto ${x}px`
}

/** Handles the keys of a menu, which must not reach the shortcuts of the page. */
function moveFocus(event: KeyboardEvent<HTMLElement>, close: () => void): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]')]
  const here = items.indexOf(document.activeElement as HTMLElement)
  const indexes: Readonly<Record<string, number>> = {
    ArrowDown: (here + 1) % items.length,
    ArrowUp: (here - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  }
  const index = indexes[event.key]
  // The focus returns to the button, from which Tab moves on.
  if (event.key === 'Tab') close()
  if (index === undefined) return
  event.preventDefault()
  items[index]?.focus()
}
