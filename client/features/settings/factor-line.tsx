import { useRef, useState } from 'react'

import { ConfirmDialog } from '#client/components/confirm-dialog.tsx'
import { CallError } from '#client/components/call-error.tsx'
import { LoadError } from '#client/components/page-states.tsx'
import { RecoveryCodes } from '#client/components/second-factor/recovery-codes.tsx'
import { SetUp } from '#client/components/second-factor/set-up.tsx'
import { trpc, trpcClient } from '#client/lib/api.ts'
import { useConfirmedMutation } from '#client/lib/confirmation.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { formatInstant } from '#shared/date.ts'
import { useSessionUser } from '#client/lib/session.ts'
import { toast } from '#client/lib/toast.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { FactorState } from '#shared/auth/schema.ts'
import { messages } from '#shared/messages.ts'

import { SettingsLine } from './settings-parts.tsx'

/** Switches the user's own second factor on and off; each change asks for the password. */
export function FactorLine() {
  const title = useRef<HTMLHeadingElement>(null)
  const { username } = useSessionUser()
  const utils = trpc.useUtils()
  const state = trpc.settings.factor.useQuery()
  const [codes, setCodes] = useState<string[]>()
  const show = ({ codes: made }: { codes: string[] }) => {
    setCodes(made)
    void utils.settings.factor.invalidate()
    void utils.settings.sessions.invalidate()
  }
  const done = () => {
    setCodes(undefined)
    title.current?.focus()
  }
  return (
    <SettingsLine
      title="İki adımlı doğrulama"
      about="Girişte telefonunuzdaki kod da sorulur. Açılınca diğer oturumlar kapanır."
      badge={state.data?.since != null && <Badge variant="success">Açık</Badge>}
      titleRef={title}
    >
      {state.isPending && <Skeleton className="h-10 w-40" />}
      {state.isError && (
        <div className="col-span-full">
          <LoadError
            message={messages.factorLoadFailed}
            isPending={state.isFetching}
            onRetry={() => void state.refetch()}
          />
        </div>
      )}
      {codes !== undefined ? (
        <div className="col-span-full">
          <RecoveryCodes
            codes={codes}
            username={username}
            doneLabel="Kodları sakladım"
            Heading="h4"
            onDone={done}
          />
        </div>
      ) : (
        state.data !== undefined &&
        (state.data.since === null ? (
          <FactorOff onCodes={show} />
        ) : (
          <FactorOn state={state.data} onCodes={show} />
        ))
      )}
    </SettingsLine>
  )
}

interface FactorProps {
  onCodes: (made: { codes: string[] }) => void
}

function FactorOff({ onCodes }: FactorProps) {
  const begin = useConfirmedMutation<
    void,
    Awaited<ReturnType<typeof trpcClient.settings.beginFactor.mutate>>
  >(() => trpcClient.settings.beginFactor.mutate())
  const activate = useConfirmedMutation(trpcClient.settings.activateFactor.mutate, { onSuccess: onCodes })
  if (begin.data !== undefined)
    return (
      <div className="col-span-full">
        <SetUp
          setUp={begin.data}
          isPending={activate.isPending}
          error={activate.error}
          onCode={(code) => activate.mutate({ code })}
          onCancel={() => {
            activate.reset()
            begin.reset()
          }}
        />
      </div>
    )
  return (
    <>
      <Button variant="outline" isPending={begin.isPending} onClick={() => begin.mutate()}>
        İki adımlı doğrulamayı aç
      </Button>
      {begin.isError && (
        <div className="col-span-full">
          <CallError
            message={errorMessage(begin.error, messages.factorSetUpFailed, messages.factorSetUpFailed)}
            error={begin.error}
          />
        </div>
      )}
    </>
  )
}

function FactorOn({ state, onCodes }: FactorProps & { state: FactorState }) {
  const { since, codes_left: left, is_required: isRequired } = state
  const utils = trpc.useUtils()
  const [isAsking, setIsAsking] = useState(false)
  const renew = useConfirmedMutation<void, { codes: string[] }>(
    () => trpcClient.settings.renewCodes.mutate(),
    { onSuccess: onCodes },
  )
  const off = useConfirmedMutation<void, void>(() => trpcClient.settings.switchOffFactor.mutate(), {
    onSuccess: () => {
      toast.success(messages.factorSwitchedOff)
      return utils.settings.factor.invalidate()
    },
  })
  return (
    <div className="col-span-full grid gap-3">
      {renew.isError && (
        <CallError
          message={errorMessage(renew.error, messages.recoveryCodesFailed, messages.recoveryCodesFailed)}
          error={renew.error}
        />
      )}
      {off.isError && (
        <CallError
          message={errorMessage(off.error, messages.factorOffFailed, messages.factorOffFailed)}
          error={off.error}
        />
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="grow basis-56 text-sm text-muted-foreground">
          {since !== null && `${formatInstant(since)} tarihinden beri açık. `}
          {left === 0 ? 'Yedek kodunuz kalmadı: yenilerini oluşturun.' : `${left} yedek kodunuz kaldı.`}
          {isRequired && ' Yönetici hesapları için zorunlu olduğundan kapatılamaz.'}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" size="sm" isPending={renew.isPending} onClick={() => renew.mutate()}>
            Yeni yedek kodlar oluştur
          </Button>
          {!isRequired && (
            <Button variant="outline" size="sm" isPending={off.isPending} onClick={() => setIsAsking(true)}>
              Kapat
            </Button>
          )}
        </div>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        question="İki adımlı doğrulama kapatılsın mı?"
        confirmLabel="Kapat"
        onConfirm={() => {
          setIsAsking(false)
          off.mutate()
        }}
      >
        Sonraki girişlerde yalnız parola sorulur; yedek kodlarınız da geçersiz olur.
      </ConfirmDialog>
    </div>
  )
}
