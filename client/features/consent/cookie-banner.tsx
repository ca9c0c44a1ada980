import { useRef, useState, type FocusEvent } from 'react'

import { acceptBanner, hasAcceptedBanner } from '#client/lib/cookies.ts'
import { Button } from '#client/ui/button.tsx'

/** Publishes the height of the banner to the page, so that nothing is hidden behind it. */
function reserveSpace(banner: HTMLElement): () => void {
  const root = document.documentElement.style
  const observer = new ResizeObserver(() => {
    root.setProperty('--cookie-banner', `${banner.offsetHeight}px`)
  })
  observer.observe(banner)
  root.setProperty('--cookie-banner', `${banner.offsetHeight}px`)
  return () => {
    observer.disconnect()
    root.removeProperty('--cookie-banner')
  }
}

/** Fixed at the bottom of every screen that is not low, until accepted for 180 days (specification §2, §9). */
export default function CookieBanner({ aboveNavigation }: { aboveNavigation: boolean }) {
  const [accepted, setAccepted] = useState(hasAcceptedBanner)
  const before = useRef<HTMLElement>(null)
  if (accepted) return null
  const rememberFocus = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof HTMLElement) before.current = relatedTarget
  }
  const accept = () => {
    acceptBanner()
    setAccepted(true)
    // The button disappears; a user who was typing continues there.
    before.current?.focus()
  }
  return (
    <section
      ref={reserveSpace}
      aria-label="Çerez bildirimi"
      data-print="hide"
      className={`fixed inset-x-0 z-40 border-t border-border bg-card shadow-lg short:static ${aboveNavigation ? 'bottom-(--bottom-navigation)' : 'bottom-0'}`}
    >
      <div className="mx-auto flex max-w-7xl items-center justify-between gap-4 px-4 py-2.5">
        <p className="text-sm">
          Bu panel yalnızca oturum ve tercihler için gerekli çerezleri kullanır; izleme çerezi yoktur.
        </p>
        <Button onFocus={rememberFocus} onClick={accept}>
          Kabul et
        </Button>
      </div>
    </section>
  )
}
