import { CallError } from '#client/components/call-error.tsx'
import { NoticeText } from '#client/components/notice-text.tsx'
import { PageLoading } from '#client/components/page-states.tsx'
import { trpc } from '#client/lib/api.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { Dialog, DialogContent, DialogHeader, DialogTitle } from '#client/ui/dialog.tsx'
import { readNotice } from '#shared/auth/notice.ts'

export interface ConsentTextDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Id of the consent. */
  id: number
}

/** Shows the text of a consent in its wording of that day. */
export default function ConsentTextDialog({ open, onOpenChange, id }: ConsentTextDialogProps) {
  const text = trpc.settings.consentText.useQuery({ id }, { enabled: open, staleTime: Infinity })
  const notice = text.data === undefined ? undefined : readNotice(text.data.body)
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        aria-describedby={undefined}
        className="grid-rows-[auto_minmax(8rem,1fr)] overflow-y-hidden md:max-w-2xl"
      >
        <DialogHeader>
          <DialogTitle>{notice?.title ?? 'Aydınlatma metni'}</DialogTitle>
        </DialogHeader>
        {text.isPending && <PageLoading />}
        {text.isError && (
          <CallError message={errorMessage(text.error, 'Metin alınamadı.')} error={text.error} />
        )}
        {notice !== undefined && (
          <NoticeText
            sections={notice.sections}
            about={`${notice.acknowledgement} · Sürüm ${text.data?.version}`}
          />
        )}
      </DialogContent>
    </Dialog>
  )
}
