import { useRouter } from '@tanstack/react-router'

import { api, trpc, trpcClient } from '#client/lib/api.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { randomKey } from '#client/lib/random-key.ts'
import { toast } from '#client/lib/toast.ts'
import { useShowStored } from '#client/lib/use-show-stored.ts'
import type { ListedAppointment } from '#shared/appointment/schema.ts'

type Arriving = Pick<ListedAppointment, 'kayit_id' | 'version' | 'plate' | 'customer'>

const FAILED = 'Araç servise alınamadı.'

/** Returns the action that makes an appointment a visit of today and opens it; one without a plate or name needs its form. */
export function useArrive() {
  const router = useRouter()
  const showStored = useShowStored()
  const { mutate, isPending } = trpc.kayit.becomeVisit.useMutation()
  const open = (id: number) => router.navigate({ to: '/book/$id', params: { id: String(id) } })
  const arrive = ({ kayit_id, version, plate, customer }: Arriving) => {
    if (plate === '' || customer === '') {
      toast.info('Eksik bilgileri yazıp ‘Geldi’ye basın.')
      void open(kayit_id)
      return
    }
    mutate(
      { id: String(kayit_id), version, key: randomKey(), info: {} },
      {
        onSuccess: (stored) => {
          showStored(stored)
          toast.undo(
            'Araç servise alındı.',
            () => void awaitAgain(kayit_id, stored.version).then(() => router.invalidate()),
          )
          void open(kayit_id)
        },
        onError: (error) => toast.error(errorMessage(error, FAILED, FAILED)),
      },
    )
  }
  return { arrive, isPending }
}

/** Makes a visit the appointment again by which it came. The screen that offers it may be gone by then. */
async function awaitAgain(kayit_id: number, version: number): Promise<void> {
  try {
    await trpcClient.kayit.becomeQuote.mutate({ kayit_id: String(kayit_id), version, stage: 'appointment' })
  } catch (error) {
    return toast.error(errorMessage(error, 'Kayıt yeniden randevu yapılamadı.'))
  }
  const counted = [api.kayit, api.stats, api.vehicle, api.customer, api.appointment]
  await Promise.all(counted.map((part) => part.invalidate()))
}
