import { useId, type ReactNode } from 'react'

import { Card, CardHeader, CardTitle } from '#client/ui/card.tsx'

interface LinkedCardProps<Row extends { id: number }> {
  title: string
  rows: readonly Row[]
  /** Renders a row: a link whose `after` covers the line, and facts beside it. */
  children: (row: Row) => ReactNode
}

/** The cars of a customer or the customers of a car, each a line to press. An empty list renders nothing. */
export function LinkedCard<Row extends { id: number }>({ title, rows, children }: LinkedCardProps<Row>) {
  const id = useId()
  if (rows.length === 0) return null
  return (
    <Card aria-labelledby={id} className="md:p-4">
      <CardHeader className="mb-2">
        <CardTitle id={id}>{title}</CardTitle>
      </CardHeader>
      <ul className="grid">
        {rows.map((row) => (
          <li key={row.id} className="relative flex flex-wrap items-center gap-x-3 py-1.5 hover:bg-sunken">
            {children(row)}
          </li>
        ))}
      </ul>
    </Card>
  )
}
