import { LogOut } from 'lucide-react'

import { CallError } from '#client/components/call-error.tsx'
import { useConfirmedMutation } from '#client/lib/confirmation.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { formatCount } from '#client/lib/format.ts'
import { toast } from '#client/lib/toast.ts'
import { Button } from '#client/ui/button.tsx'
import { messages } from '#shared/messages.ts'

interface EndSessionsProps {
  id: number
  label?: string
  end: (input: { id: number }) => Promise<{ ended: number }>
  onEnded: () => void
}

/** The button that ends all sessions of a user, for a lost phone or a member of staff who has left. */
export function EndSessions({ id, label = 'Oturumlarını kapat', end: call, onEnded }: EndSessionsProps) {
  const end = useConfirmedMutation(call, {
    onSuccess: ({ ended }) => {
      toast.success(ended === 0 ? 'Açık oturumu yok.' : `${formatCount(ended)} oturum kapatıldı.`)
      onEnded()
    },
  })
  return (
    <div className="grid gap-2">
      {end.isError && (
        <CallError
          message={errorMessage(end.error, messages.userSessionsEndFailed, messages.userSessionsEndFailed)}
          error={end.error}
        />
      )}
      <Button
        type="button"
        variant="outline"
        className="justify-self-start"
        isPending={end.isPending}
        onClick={() => end.mutate({ id })}
      >
        <LogOut aria-hidden />
        {label}
      </Button>
    </div>
  )
}
