import { ChevronDown, Keyboard, LogOut } from 'lucide-react'
import { useState } from 'react'

import { lazyDialog } from '#client/components/lazy-dialog.tsx'
import { MENU_LINE, MenuPanel } from '#client/components/menu-panel.tsx'
import { ThemeSelect } from '#client/components/theme-select.tsx'
import { shortcutKeyOf, shortcutProps, useShortcutKeys, useAreShortcutsOn } from '#client/lib/shortcuts.ts'
import { useDisclosure } from '#client/lib/use-disclosure.ts'
import { BASE_PATH } from '#shared/base.ts'
import { upperTr } from '#shared/turkish.ts'

const ShortcutsDialog = lazyDialog(() => import('#client/components/shortcuts-dialog.tsx'))

interface UserMenuProps {
  username: string
  onLogout: () => void
}

/** The user's name and the menu for the person and this device: colours, shortcuts, logout. */
export function UserMenu({ username, onLogout }: UserMenuProps) {
  const { container, close, leave, button, panel } = useDisclosure()
  const [help, setHelp] = useState(false)
  const hasKeys = useAreShortcutsOn()
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
        <span className="max-w-32 truncate max-xl:sr-only">{username}</span>
        <ChevronDown aria-hidden className="size-4 max-xl:hidden" />
      </button>
      <MenuPanel {...panel} className="mt-1">
        <p className="truncate border-b border-border px-2 pt-1 pb-2 font-semibold">{username}</p>
        <div className="px-2 py-3">
          <ThemeSelect />
        </div>
        <button
          type="button"
          aria-haspopup="dialog"
          {...(hasKeys && shortcutProps('Kısayollar', '?'))}
          className={`${MENU_LINE} max-md:hidden`}
          onClick={showHelp}
        >
          <Keyboard aria-hidden />
          Kısayollar
        </button>
        <a
          href={`${BASE_PATH}/`}
          className={MENU_LINE}
          onClick={(event) => {
            event.preventDefault()
            close()
            onLogout()
          }}
        >
          <LogOut aria-hidden />
          Çıkış
        </a>
      </MenuPanel>
      <ShortcutsDialog open={help} onOpenChange={setHelp} />
    </div>
  )
}

/** Returns the first letter in upper case: 'ılgın' → 'I', 'irem' → 'İ'. */
export const firstLetter = (name: string): string => upperTr(Array.from(name.trim())[0] ?? '')
