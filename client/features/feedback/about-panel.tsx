import { useState } from 'react'

import { lazyDialog } from '#client/components/lazy-dialog.tsx'
import { Button } from '#client/ui/button.tsx'
import { version } from '#package.json'

const ShortcutsDialog = lazyDialog(() => import('#client/components/shortcuts-dialog.tsx'))
const NoticeDialog = lazyDialog(() => import('./notice-dialog.tsx'))

/** Shows the accepted notice, the shortcuts for users without the '?' shortcut, and the version to report. */
export function AboutPanel() {
  const [shown, setShown] = useState<'notice' | 'shortcuts'>()
  const dialog = (name: typeof shown) => ({ open: shown === name, onOpenChange: () => setShown(undefined) })
  return (
    <div className="mt-6 flex flex-wrap items-center gap-x-6 border-t border-border pt-2 text-sm text-muted-foreground">
      <Button
        variant="link"
        size="sm"
        className="px-0"
        aria-haspopup="dialog"
        onClick={() => setShown('notice')}
      >
        Aydınlatma metnini oku
      </Button>
      <Button
        variant="link"
        size="sm"
        className="px-0"
        aria-haspopup="dialog"
        onClick={() => setShown('shortcuts')}
      >
        Klavye kısayolları
      </Button>
      <p className="md:ml-auto">Sürüm {version}</p>
      <NoticeDialog {...dialog('notice')} />
      <ShortcutsDialog {...dialog('shortcuts')} />
    </div>
  )
}
