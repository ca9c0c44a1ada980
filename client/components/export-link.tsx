import type { ComponentProps, MouseEvent } from 'react'

import { exportAddress, type ExportFile, startExport } from '#client/lib/export-jobs.ts'
import type { ExportFormat } from '#shared/export/schema.ts'
import { OUTPUT_FORMATS } from '#shared/options.ts'

/** A file that is offered in every format. */
export interface ExportChoice extends ExportFile {
  /** 'Listelenen kayıtlar' */
  title: string
  /** A line about the content of the file. */
  hint?: string
  /** The unit of its progress: 'kayıt'. */
  unit: string
  /** The number of rows, if the screen knows it. */
  rows?: number | undefined
}

/** Returns the formats, the one in the settings first. */
export function exportFormats(format: string): ExportFormat[] {
  const wanted = OUTPUT_FORMATS.find((one) => one === format) ?? OUTPUT_FORMATS[0]
  return [wanted, ...OUTPUT_FORMATS.filter((one) => one !== wanted)]
}

interface ExportLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick'> {
  choice: ExportChoice
  format: ExportFormat
  onStart?: () => void
}

/** A link to a file. A press shows the progress; the middle button or 'save link as' downloads the plain file. */
export function ExportLink({ choice, format, onStart, children, ...props }: ExportLinkProps) {
  const { title, unit } = choice
  const address = exportAddress(choice, format)
  const start = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onStart?.()
    startExport({ title: `${title} (${format})`, address, unit })
  }
  return (
    <a {...props} href={address} onClick={start}>
      {children}
    </a>
  )
}
