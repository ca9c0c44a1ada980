import { Link, type LinkProps } from '@tanstack/react-router'
import { ChevronDown, type LucideIcon } from 'lucide-react'

import { MENU_LINE, MenuPanel } from '#client/components/menu-panel.tsx'
import { cn } from '#client/lib/cn.ts'
import { useDisclosure } from '#client/lib/use-disclosure.ts'

interface MoreEntriesProps {
  entries: readonly { link: Pick<LinkProps, 'to' | 'params'>; label: string; Icon: LucideIcon }[]
  /** The look of the header's links. */
  className: string
}

/** 'Diğer': the entries of the header's list that do not fit into a window below 1600 px. */
export function MoreEntries({ entries, className }: MoreEntriesProps) {
  const { container, close, button, panel } = useDisclosure()
  return (
    <li className="hidden md:max-[100rem]:list-item">
      <div ref={container} className="relative">
        <button {...button} type="button" className={cn(className, 'md:gap-1')}>
          Diğer
          <ChevronDown aria-hidden className="size-4" />
        </button>
        <MenuPanel {...panel} className="right-auto left-0 w-48">
          {entries.map(({ link, label, Icon }) => (
            <Link key={label} {...link} className={MENU_LINE} onClick={close}>
              <Icon aria-hidden />
              {label}
            </Link>
          ))}
        </MenuPanel>
      </div>
    </li>
  )
}
