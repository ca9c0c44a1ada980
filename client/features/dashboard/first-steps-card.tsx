import { Link, linkOptions } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { useId, useState } from 'react'

import { trpc } from '#client/lib/api.ts'
import { isFirstStepDone, markFirstStepDone } from '#client/lib/first-steps.ts'
import { useSessionUser } from '#client/lib/session.ts'
import { rescueFocus } from '#client/lib/rescue-focus.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'

import { firstSteps, type FirstSteps } from './first-steps.ts'

const NEW_KAYIT = linkOptions({ to: '/book/$id', params: { id: '0' } })

const STEPS = [
  {
    name: 'logo',
    title: 'Logonuzu yükleyin',
    about: 'Panelin başlığında ve müşteriye verdiğiniz belgelerde görünür.',
    target: linkOptions({ to: '/settings', hash: 'logo' }),
  },
  {
    name: 'record',
    title: 'İlk kaydı açın',
    about: 'Plaka, müşteri adı ve yapılacak işler yeterli.',
    target: NEW_KAYIT,
  },
  {
    name: 'pdf',
    title: 'İlk belgenizi oluşturun',
    about: 'Kayıttaki “KDV’li PDF” düğmesi belgeyi ayrı bir sekmede açar.',
    target: linkOptions({ to: '/books' }),
  },
] as const

/**
 * Guides an empty shop through its first steps; it disappears after them, or when this user hides it on this device.
 */
export function FirstStepsCard() {
  const { logo_url } = useSessionUser()
  // The month's figures use the same query, so this sends no further request.
  const { data: records } = trpc.stats.get.useQuery({}, { select: (stats) => stats.toplam_kayit_sayisi })
  const [hasGivenPdf] = useState(() => isFirstStepDone('pdf'))
  const [isHidden, setIsHidden] = useState(() => isFirstStepDone('gizli'))
  if (isHidden || records === undefined) return null
  const steps = firstSteps({ hasLogo: logo_url !== '', records, hasGivenPdf })
  if (steps === null) return null
  const hide = () => {
    markFirstStepDone('gizli')
    setIsHidden(true)
  }
  return <StepList steps={steps} onHide={hide} />
}

interface StepListProps {
  steps: FirstSteps
  onHide: () => void
}

function StepList({ steps, onHide }: StepListProps) {
  const id = useId()
  const done = STEPS.filter(({ name }) => steps[name]).length
  return (
    <Card ref={rescueFocus} aria-labelledby={id} data-print="hide" className="p-0 md:p-0">
      <div className="flex items-baseline gap-3 border-b border-border px-4 pt-3 pb-2.5">
        <h2 id={id} className="text-lg font-semibold">
          İlk adımlar
        </h2>
        <span className="text-muted-foreground">
          {done} / {STEPS.length} tamam
        </span>
        <Button
          variant="ghost"
          size="sm"
          className="-my-2 -mr-3 ml-auto text-muted-foreground md:min-h-8"
          onClick={onHide}
        >
          Gizle<span className="sr-only">: ilk adımlar</span>
        </Button>
      </div>
      <ol>
        {STEPS.map(({ name, title, about, target }, index) => (
          <li key={name} className="border-b border-border last:border-b-0">
            {steps[name] ? (
              <span className="flex gap-3 px-4 py-2.5 text-muted-foreground">
                <CircleCheck aria-hidden className="size-6 shrink-0 text-success" />
                <span>
                  {title}
                  <span className="sr-only">: tamam</span>
                </span>
              </span>
            ) : (
              <Link
                {...(name === 'pdf' && !steps.record ? NEW_KAYIT : target)}
                className="flex min-h-11 gap-3 px-4 py-2.5 outline-offset-[-2px] hover:bg-sunken"
              >
                <span
                  aria-hidden
                  className="grid size-6 shrink-0 place-items-center rounded-full border border-input text-sm font-semibold"
                >
                  {index + 1}
                </span>
                <span className="min-w-0">
                  <span className="block font-semibold">{title}</span>
                  <span className="block text-sm text-muted-foreground">{about}</span>
                </span>
              </Link>
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}
