import { type CSSProperties, useRef } from 'react'

import { Dialog, DialogContent, DialogDescription, DialogTitle } from '#client/ui/dialog.tsx'

import { SearchBox } from './search-box.tsx'
import type { SearchUser } from './search-user.ts'
import { useVisibleHeight } from './use-visible-height.ts'

interface SearchDialogProps {
  user: SearchUser
  /** Returns the text typed while this file was loading; from then on the field receives the keys. */
  takeTyped: () => string
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The panel fills a phone and a low window; elsewhere it is a box whose top stays while its list grows. */
const PANEL =
  'top-0 bottom-auto h-(--visible-height) max-h-none grid-rows-[auto_minmax(0,1fr)] content-start gap-0 overflow-hidden rounded-none border-0 p-0 md:top-[8dvh] md:h-auto md:max-h-[84dvh] md:max-w-2xl md:translate-y-0 md:border md:p-0 short:top-0 short:h-(--visible-height) short:max-h-none'

/** Shows the search of every screen: cars, customers, records and screens, as a combobox with groups. */
export default function SearchDialog({ user, takeTyped, open, onOpenChange }: SearchDialogProps) {
  const height = useVisibleHeight()
  /** Whether the user left the search for a hit. */
  const hasLeft = useRef(false)
  const leave = () => {
    hasLeft.current = true
    onOpenChange(false)
  }
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        className={PANEL}
        style={{ '--visible-height': `${height}px` } as CSSProperties}
        onOpenAutoFocus={() => {
          hasLeft.current = false
        }}
        onCloseAutoFocus={(event) => {
          if (!hasLeft.current) return
          // The hit's screen takes the focus, not the field from which the search was opened.
          event.preventDefault()
          if (document.activeElement === document.body)
            document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
        }}
      >
        <DialogTitle className="sr-only">Her yerde ara</DialogTitle>
        <DialogDescription className="sr-only">
          Araç, müşteri, kayıt ve ekranları bulur. Oklarla gezilir, Enter açar.
        </DialogDescription>
        <SearchBox user={user} takeTyped={takeTyped} onLeave={leave} />
      </DialogContent>
    </Dialog>
  )
}
