import type { ReactNode } from 'react'

import { Plate } from '#client/components/plate.tsx'

interface RecordHeaderProps {
  /** The name of the screen. */
  title: string
  /** The stored plate, customer and car; '' where unknown. */
  plate: string
  about: string
  car: string
  /** Status and documents, on a phone below the name. */
  children: ReactNode
  /** The main buttons, on a phone beside the plate. */
  actions: ReactNode
  back: ReactNode
}

const SEPARATOR = ' · '

/** Shows the head of a record in one line: the way back, car and customer, status, documents, save. */
export function RecordHeader({ title, plate, about, car, children, actions, back }: RecordHeaderProps) {
  const name = (
    <span className="min-w-0 text-lg font-semibold wrap-anywhere max-md:col-span-full max-md:row-start-2 md:col-start-2">
      <span className="sr-only">{SEPARATOR}</span>
      {about}
      {car !== '' && <span className="font-normal text-muted-foreground">{SEPARATOR + car}</span>}
    </span>
  )
  return (
    <div className="mb-4 grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-1 gap-y-3 md:flex md:flex-wrap md:gap-x-3">
      {back}
      {plate === '' && about === '' ? (
        <h1 className="text-2xl font-semibold">{title}</h1>
      ) : (
        <h1 className="contents min-w-0 items-center gap-x-4 md:grid md:grid-cols-[auto_minmax(8rem,1fr)]">
          <span className="text-sm text-muted-foreground max-md:sr-only md:col-start-2 md:self-end">
            {title}
          </span>{' '}
          {plate !== '' && (
            <Plate
              text={plate}
              size="xl"
              className="record-plate justify-self-start md:col-start-1 md:row-span-2 md:row-start-1"
            />
          )}
          {name}
        </h1>
      )}
      <div
        data-print="hide"
        className="order-1 col-span-full flex flex-wrap items-center gap-2 empty:hidden md:order-none md:grow md:*:first:mr-auto"
      >
        {children}
      </div>
      <div data-print="hide" className="col-start-3 row-start-1 flex items-center gap-2 md:ml-auto">
        {actions}
      </div>
    </div>
  )
}
