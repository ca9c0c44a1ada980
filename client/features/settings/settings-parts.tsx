import { useId, type ReactNode, type Ref } from 'react'

import { CallError } from '#client/components/call-error.tsx'
import { LoadError } from '#client/components/page-states.tsx'
import { cn } from '#client/lib/cn.ts'
import { trpc } from '#client/lib/api.ts'
import { errorMessage } from '#client/lib/error-message.ts'
import { Card } from '#client/ui/card.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { messages } from '#shared/messages.ts'
import type { Settings } from '#shared/settings/schema.ts'

/** The surface of a section; its rows are separated by lines. */
export function SettingsPanel({ children }: { children: ReactNode }) {
  return <div className="rounded-lg border border-border bg-card shadow-sm">{children}</div>
}

interface PartProps {
  title: ReactNode
  /** A sentence below the title. */
  about?: ReactNode
  /** A badge after the title. */
  badge?: ReactNode
  /** Receives the focus when a control inside disappears. */
  titleRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}

interface HeadingProps extends Pick<PartProps, 'title' | 'badge'> {
  as: 'h2' | 'h3'
  id: string
  titleRef: PartProps['titleRef'] | undefined
  className: string
}

function Heading({ as: Tag, id, title, badge, titleRef, className }: HeadingProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Tag id={id} ref={titleRef} tabIndex={titleRef === undefined ? undefined : -1} className={className}>
        {title}
      </Tag>
      {badge}
    </div>
  )
}

/** Shows a row of a panel: title and sentence on the left, controls on the right, or below where there is no room. */
export function SettingsRow({
  title,
  about,
  badge,
  titleRef,
  children,
  ...props
}: PartProps & { id?: string; ref?: Ref<HTMLElement> }) {
  const id = useId()
  return (
    <section
      data-slot="settings-row"
      aria-labelledby={id}
      className="flex scroll-mt-[calc(var(--header-height)+1rem)] flex-wrap gap-x-5 gap-y-3 border-t border-border p-3 first:border-t-0 md:px-5 md:py-3.5"
      {...props}
    >
      <div className="min-w-0 basis-54 max-md:basis-full">
        <Heading as="h2" {...{ id, title, badge, titleRef }} className="text-lg font-semibold" />
        {about !== undefined && <p className="text-sm text-muted-foreground">{about}</p>}
      </div>
      <div className="min-w-0 grow basis-104">{children}</div>
    </section>
  )
}

/** A line of a row: title and sentence, with the button beside them; wider contents go below with `col-span-full`. */
export function SettingsLine({ title, about, badge, titleRef, children }: PartProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={LINE}>
      <div className="min-w-0">
        <Heading as="h3" {...{ id, title, badge, titleRef }} className="font-medium" />
        <p className="text-sm text-muted-foreground">{about}</p>
      </div>
      {children}
    </section>
  )
}

/** The look of the lines of a row. */
export const LINE =
  'grid items-center gap-x-4 gap-y-3 border-t border-border py-3 first:border-t-0 first:pt-0 last:pb-0 md:grid-cols-[minmax(0,1fr)_auto]'

interface ListProps extends Omit<PartProps, 'badge' | 'titleRef'> {
  /** Id of the title, which receives the focus when a line disappears. */
  titleId: string
  /** The number of entries, once it is known. */
  count?: string | undefined
  /** The button that adds an entry. */
  action: ReactNode
}

/** A list of a section, with its number of entries and the button that adds one. */
export function SettingsList({ title, about, titleId, count, action, children }: ListProps) {
  return (
    <Card aria-labelledby={titleId} className="p-0 md:p-0">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 px-3 py-3 md:px-5">
        <div className="min-w-0 grow basis-48">
          <div className="flex items-baseline gap-2">
            <h2 id={titleId} tabIndex={-1} className="text-lg font-semibold">
              {title}
            </h2>
            {count !== undefined && <span className="text-muted-foreground">{count}</span>}
          </div>
          {about !== undefined && <p className="text-sm text-muted-foreground">{about}</p>}
        </div>
        {action}
      </div>
      {children}
    </Card>
  )
}

/** A list shows this text instead of its lines, or below them. */
export function ListNote({ children }: { children: ReactNode }) {
  return <div className="border-t border-border p-3 empty:hidden md:px-5">{children}</div>
}

/** The failure of a card that saves by itself, below its controls. */
export const SaveFailure = ({ error }: { error: unknown }) => (
  <div className="basis-full">
    <CallError
      message={errorMessage(error, messages.settingsSaveFailed, messages.settingsSaveFailed)}
      error={error}
    />
  </div>
)

interface WithSettingsProps {
  /** The height of the content, as a class, so that nothing moves when it arrives. */
  loadingHeight?: string
  children: (settings: Settings) => ReactNode
}

/** Loads the shop's settings for a part of a section; shows that they are loading, or could not be loaded. */
export function WithSettings({ loadingHeight, children }: WithSettingsProps) {
  const { data, isPending, isFetching, isError, refetch } = trpc.settings.get.useQuery()
  if (data !== undefined) return children(data)
  return (
    <div className="p-3 md:p-5">
      {isPending && <SettingsLoading className={loadingHeight} />}
      {isError && (
        <LoadError
          message={messages.settingsLoadFailed}
          isPending={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </div>
  )
}

export function SettingsLoading({ className = 'h-72' }: { className?: string | undefined }) {
  return (
    <>
      <output className="text-muted-foreground">Yükleniyor...</output>
      <Skeleton className={cn('mt-4', className)} />
    </>
  )
}
