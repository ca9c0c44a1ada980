import { useRef, useState, type FocusEvent } from 'react'

import { acceptBanner, hasAcceptedBanner } from '#client/lib/cookies.ts'
import { reserveHeight } from '#client/lib/reserve-height.ts'
import { Button } from '#client/ui/button.tsx'

const reserveBanner = reserveHeight('--cookie-banner')

/**
 * Shows the cookie notice at the bottom of every screen that is not low, until accepted for 180 days (specification §2,
 * §9).
 */
export default function CookieBanner({ aboveNavigation }: { aboveNavigation: boolean }) {
  const [accepted, setAccepted] = useState(hasAcceptedBanner)
  const previousFocus = useRef<HTMLElement>(null)
  if (accepted) return null
  const storePreviousFocus = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof HTMLElement) previousFocus.current = relatedTarget
  }
  const accept = () => {
    acceptBanner()
    setAccepted(true)
    // The button disappears, so the focus returns to the field in which the user was typing.
    previousFocus.current?.focus()
  }
  return (
    <section
      ref={reserveBanner}
      aria-label="Çerez bildirimi"
      data-print="hide"
      className={`fixed inset-x-0 z-40 border-t border-border bg-card shadow-lg short:static ${aboveNavigation ? 'bottom-(--bottom-navigation)' : 'bottom-0'}`}
    >
      <div className="mx-auto flex max-w-7xl items-center justify-between gap-4 px-4 py-2.5">
        <p className="text-sm">
          Bu panel yalnızca oturum ve tercihler için gerekli çerezleri kullanır; izleme çerezi yoktur.
        </p>
        <Button onFocus={storePreviousFocus} onClick={accept}>
          Kabul et
        </Button>
      </div>
    </section>
  )
}
