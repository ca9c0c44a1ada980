import { NoticeText } from '#client/components/notice-text.tsx'
import { Dialog, DialogContent, DialogHeader, DialogTitle } from '#client/ui/dialog.tsx'
import { NOTICE_TITLE } from '#shared/auth/notice.ts'

/** Shows the notice of law 6698 again; the user accepted it at the first login. */
export default function NoticeDialog(props: { open: boolean; onOpenChange: () => void }) {
  return (
    <Dialog {...props}>
      <DialogContent
        aria-describedby={undefined}
        className="grid-rows-[auto_minmax(8rem,1fr)] overflow-y-hidden md:max-w-2xl"
      >
        <DialogHeader>
          <DialogTitle>{NOTICE_TITLE}</DialogTitle>
        </DialogHeader>
        <NoticeText />
      </DialogContent>
    </Dialog>
  )
}
