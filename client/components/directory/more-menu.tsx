import { Ellipsis, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

import { MENU_LINE, MenuPanel } from '#client/components/menu-panel.tsx'
import { cn } from '#client/lib/cn.ts'
import { useDisclosure } from '#client/lib/use-disclosure.ts'
import { Button } from '#client/ui/button.tsx'

type Menu = Pick<ReturnType<typeof useDisclosure>, 'close' | 'leave'>

interface MoreMenuProps {
  /** The accessible name of the button. */
  label?: string
  variant?: 'outline' | 'ghost'
  /** True near the bottom of a screen, where the bar of totals would cover the panel below the button. */
  opensUp?: boolean
  className?: string
  /** Renders the lines, most of them as `MoreLine`. */
  children: (menu: Menu) => ReactNode
}

/** '⋯', the menu of the less frequent actions. */
export function MoreMenu({
  label = 'Diğer işlemler',
  variant = 'outline',
  opensUp = false,
  className,
  children,
}: MoreMenuProps) {
  const { container, close, leave, button, panel } = useDisclosure()
  return (
    <div ref={container} className={cn('relative', className)} data-print="hide">
      <Button
        {...button}
        variant={variant}
        size="icon"
        className={cn(variant === 'outline' && 'md:size-10')}
        aria-label={label}
      >
        <Ellipsis aria-hidden />
      </Button>
      <MenuPanel {...panel} className={cn('w-72', opensUp ? 'top-auto bottom-full mb-1' : 'mt-1')}>
        {children({ close, leave })}
      </MenuPanel>
    </div>
  )
}

interface MoreLineProps {
  Icon: LucideIcon
  /** Closes the menu first, so that a dialog opened now gives the focus back to the button. */
  leave: () => unknown
  onClick: () => void
  children: ReactNode
}

export const MoreLine = ({ Icon, leave, onClick, children }: MoreLineProps) => (
  <button
    type="button"
    className={MENU_LINE}
    onClick={() => {
      leave()
      onClick()
    }}
  >
    <Icon aria-hidden />
    {children}
  </button>
)
