import { Keyboard } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'

import { bareKey, keyHint, useKeys, useShortcuts } from '#client/lib/shortcuts.ts'
import { Button } from '#client/ui/button.tsx'

const ShortcutsDialog = lazy(() => import('#client/components/shortcuts-dialog.tsx'))

/** Opens the list of shortcuts, as '?' does; hidden on a phone, which has no keyboard. */
export function ShortcutsButton() {
  const [open, setOpen] = useState(false)
  const [isWanted, setIsWanted] = useState(false)
  const hasKeys = useShortcuts()
  const show = () => {
    setIsWanted(true)
    setOpen(true)
  }
  useKeys((event) => {
    if (bareKey(event) !== '?') return
    event.preventDefault()
    show()
  })
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Kısayollar"
        aria-haspopup="dialog"
        title="Kısayollar"
        {...(hasKeys && keyHint('Kısayollar', '?'))}
        className="max-md:hidden"
        onClick={show}
      >
        <Keyboard aria-hidden />
      </Button>
      <Suspense>{isWanted && <ShortcutsDialog open={open} onOpenChange={setOpen} />}</Suspense>
    </>
  )
}
