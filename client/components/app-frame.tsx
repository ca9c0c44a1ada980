import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, type ReactNode } from 'react'

import { AppHeader, type AppHeaderProps } from '#client/components/app-header.tsx'
import { RunningExports } from '#client/components/running-exports.tsx'
import { Toaster } from '#client/components/toaster.tsx'

interface AppFrameProps extends AppHeaderProps {
  /** A notice for all screens, between header and content. */
  notice?: ReactNode
  children: ReactNode
}

/** Header, navigation and the content area of the screens behind the login. */
export function AppFrame({ children, notice, ...header }: AppFrameProps) {
  const main = useRef<HTMLElement>(null)
  const router = useRouter()
  // A new screen begins at its top, unless an element on it has taken the focus.
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged }) => {
        if (pathChanged && !main.current?.contains(document.activeElement))
          main.current?.focus({ preventScroll: true })
      }),
    [router],
  )
  return (
    <>
      <a
        href="#icerik"
        data-print="hide"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-md bg-primary px-4 py-2.5 font-medium text-primary-foreground focus:translate-y-0"
        onClick={(event) => {
          event.preventDefault()
          main.current?.focus()
        }}
      >
        İçeriğe geç
      </a>
      <AppHeader {...header} />
      {notice}
      <main
        id="icerik"
        ref={main}
        tabIndex={-1}
        className="mx-auto w-full max-w-[120rem] px-4 pt-4 md:px-6 pb-[calc(var(--bottom-bar)+1.5rem)] outline-none"
      >
        {children}
      </main>
      <RunningExports />
      <Toaster />
    </>
  )
}
