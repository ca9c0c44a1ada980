import { ListFilter } from 'lucide-react'
import { lazy, Suspense } from 'react'

import { MenuPanel } from '#client/components/menu-panel.tsx'
import { useDisclosure } from '#client/lib/use-disclosure.ts'
import { Button } from '#client/ui/button.tsx'

import { PRESETS, type ViewMenuProps } from './list-options.ts'
import { importMenus } from './import-menus.ts'

const ViewPanel = lazy(async () => ({ default: (await importMenus()).ViewPanel }))

/** Offers the look of the list; a phone's cards need none of it. */
export function ViewMenu(props: ViewMenuProps) {
  const { container, leave, button, panel } = useDisclosure()
  return (
    <div ref={container} data-print="hide" className="relative shrink-0 max-md:hidden">
      <Button {...button} variant="ghost" size="sm" className="aria-expanded:bg-card md:min-h-8">
        <ListFilter aria-hidden className="size-4" />
        Görünüm
        <span className="font-normal text-muted-foreground">{PRESETS[props.preferences.listPreset]}</span>
      </Button>
      <MenuPanel
        {...panel}
        className="mt-1 grid max-h-[calc(100dvh-14rem)] min-h-80 w-96 gap-4 overflow-y-auto p-4"
      >
        <Suspense>
          <ViewPanel {...props} leave={leave} />
        </Suspense>
      </MenuPanel>
    </div>
  )
}
