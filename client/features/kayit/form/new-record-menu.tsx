import { FilePen } from 'lucide-react'

import { MoreLine } from '#client/components/directory/more-menu.tsx'
import { MenuPanel } from '#client/components/menu-panel.tsx'

interface NewRecordMenuProps {
  /** Id of the open panel. */
  id: string
  /** Stores the record as a quote. */
  onQuote: () => void
  /** Closes the panel and returns the focus to its button. */
  leave: () => unknown
}

/** Shows the rarer actions of a new record to a user who may make quotes. */
export function NewRecordMenu({ id, open, leave, onQuote }: NewRecordMenuProps & { open: boolean }) {
  return (
    <MenuPanel id={id} hidden={!open}>
      <MoreLine Icon={FilePen} leave={leave} onClick={onQuote}>
        Teklif olarak kaydet
      </MoreLine>
    </MenuPanel>
  )
}
