import { Keyboard, LogOut } from 'lucide-react'

import { MENU_LINE } from '#client/components/menu-panel.tsx'
import { ThemeSelect } from '#client/components/theme-select.tsx'
import { shortcutProps, useAreShortcutsOn } from '#client/lib/shortcuts.ts'
import { BASE_PATH } from '#shared/base.ts'

interface UserMenuPanelProps {
  username: string
  /** Opens the list of shortcuts. */
  onHelp: () => void
  onLogout: () => void
}

/** The content of the user's menu: name, colours, shortcuts, logout. */
export default function UserMenuPanel({ username, onHelp, onLogout }: UserMenuPanelProps) {
  const hasKeys = useAreShortcutsOn()
  return (
    <>
      <p className="truncate border-b border-border px-2 pt-1 pb-2 font-semibold">{username}</p>
      <div className="px-2 py-3">
        <ThemeSelect />
      </div>
      <button
        type="button"
        aria-haspopup="dialog"
        {...(hasKeys && shortcutProps('Kısayollar', '?'))}
        className={`${MENU_LINE} max-md:hidden`}
        onClick={onHelp}
      >
        <Keyboard aria-hidden />
        Kısayollar
      </button>
      <a
        href={`${BASE_PATH}/`}
        className={MENU_LINE}
        onClick={(event) => {
          event.preventDefault()
          onLogout()
        }}
      >
        <LogOut aria-hidden />
        Çıkış
      </a>
    </>
  )
}
