import { Download } from 'lucide-react'

import { exportFormats, ExportLink } from '#client/components/export-link.tsx'
import { useOutputFormat } from '#client/lib/output-format.ts'
import { useSessionUser } from '#client/lib/session.ts'
import { Button } from '#client/ui/button.tsx'
import type { Month } from '#shared/date.ts'
import type { ExportFormat } from '#shared/export/schema.ts'

import { CardFrame } from './card-frame.tsx'
import { type MonthFile, monthFiles } from './month-files.ts'

/** Offers the month's files in the shop's format, with the other formats beside it. */
export function MonthFilesCard({ month }: { month: Month }) {
  const { rights } = useSessionUser()
  const formats = exportFormats(useOutputFormat())
  return (
    <CardFrame title="Muhasebeci dosyaları" className="p-0">
      <ul data-print="hide">
        {monthFiles(month, rights).map((file) => (
          <File key={file.path} file={file} formats={formats} />
        ))}
      </ul>
    </CardFrame>
  )
}

function File({ file, formats: [first, ...others] }: { file: MonthFile; formats: ExportFormat[] }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-border px-4 py-3 not-first:border-t">
      <div className="min-w-0 grow basis-56">
        <h3 className="font-semibold">{file.name}</h3>
        <p className="text-sm text-muted-foreground">{file.hint}</p>
      </div>
      <div className="flex gap-1">
        {first !== undefined && (
          <Button asChild variant={file.isWhole === true ? 'default' : 'outline'} className="min-w-24">
            <ExportLink choice={file} format={first} aria-label={`${file.name}: ${first}`}>
              <Download aria-hidden className="size-4" />
              {first}
            </ExportLink>
          </Button>
        )}
        {others.map((format) => (
          <Button
            key={format}
            asChild
            variant="ghost"
            className="min-w-14 px-2 text-sm text-muted-foreground"
          >
            <ExportLink choice={file} format={format} aria-label={`${file.name}: ${format}`}>
              {format}
            </ExportLink>
          </Button>
        ))}
      </div>
    </li>
  )
}
