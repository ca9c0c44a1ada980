import { ChevronDown } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'

import { lazyDialog } from '#client/components/lazy-dialog.tsx'
import { MenuPanel } from '#client/components/menu-panel.tsx'
import { shortcutKeyOf, useShortcutKeys } from '#client/lib/shortcuts.ts'
import { useDisclosure } from '#client/lib/use-disclosure.ts'
import { upperTr } from '#shared/turkish.ts'

const ShortcutsDialog = lazyDialog(() => import('#client/components/shortcuts-dialog.tsx'))

/** The content of the menu. If its code does not load, the navigation still has the logout. */
const UserMenuPanel = lazy(() =>
  import('#client/components/user-menu-panel.tsx').catch(() => ({ default: () => <></> })),
)

interface UserMenuProps {
  username: string
  onLogout: () => void
}

/** The user's name and the menu for the person and this device: colours, shortcuts, logout. */
export function UserMenu({ username, onLogout }: UserMenuProps) {
  const { container, close, leave, button, panel } = useDisclosure()
  const [help, setHelp] = useState(false)
  useShortcutKeys((event) => {
    if (shortcutKeyOf(event) !== '?') return
    event.preventDefault()
    setHelp(true)
  })
  const showHelp = () => {
    leave()
    setHelp(true)
  }
  return (
    <div ref={container} className="relative shrink-0">
      <button
        {...button}
        type="button"
        className="flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-md text-sm font-medium"
      >
        <span aria-hidden className="grid size-8 place-items-center rounded-full bg-ink-raised font-semibold">
          {firstLetter(username)}
        </span>
        <span className="sr-only">Hesap: </span>
        <span className="max-w-32 truncate max-[100rem]:sr-only">{username}</span>
        <ChevronDown aria-hidden className="size-4 max-[100rem]:hidden" />
      </button>
      <MenuPanel {...panel} className="mt-1">
        <Suspense>
          <UserMenuPanel
            username={username}
            onHelp={showHelp}
            onLogout={() => {
              close()
              onLogout()
            }}
          />
        </Suspense>
      </MenuPanel>
      <ShortcutsDialog open={help} onOpenChange={setHelp} />
    </div>
  )
}

/** Returns the first letter in upper case: 'ılgın' → 'I', 'irem' → 'İ'. */
export const firstLetter = (name: string): string => upperTr(Array.from(name.trim())[0] ?? '')
